#include "app/program/exit_status.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"

#include <exception>
#include <new>

namespace slideway::app {

int exit_status(const std::function<int()>& work,
                const std::function<void(const std::string&)>& print)
{
    const std::string failed = "slideway: the computation failed: ";
    try {
        return work();
    } catch (const InputError& error) {
        print(error.what());
        return exit_wrong_input;
    } catch (const std::bad_alloc&) {
        print(failed + "it needs more memory than this machine, or ulimit -v, leaves");
        return exit_stopped;
    } catch (const std::exception& error) {
        print(failed + printable(error.what()));
        return exit_stopped;
    }
}

} // namespace slideway::app
