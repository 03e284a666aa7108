#include "app/program/exit_status.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"

#include <exception>
#include <new>

namespace slideway::app {

int exit_status(const std::function<int()>& work,
                const std::function<void(const std::string&)>& tell)
{
    try {
        return work();
    } catch (const InputError& error) {
        tell(error.what());
        return exit_wrong_input;
    } catch (const std::bad_alloc&) {
        tell("slideway: the computation failed: it needs more memory than this machine, or ulimit "
             "-v, leaves");
        return exit_stopped;
    } catch (const std::exception& error) {
        tell("slideway: the computation failed: " + printable(error.what()));
        return exit_stopped;
    }
}

} // namespace slideway::app
