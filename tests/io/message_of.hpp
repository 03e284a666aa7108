#pragma once

#include "base/error.hpp"

#include <functional>
#include <string>

namespace slideway::test {

/// Returns the message with which `work` refuses its input, or a description of another exception.
inline std::string message_of(const std::function<void()>& work)
{
    try {
        work();
    } catch (const InputError& error) {
        return error.what();
    } catch (const std::exception& error) {
        return std::string("not an InputError: ") + error.what();
    } catch (...) {
        return "not a std::exception";
    }
    return "nothing was refused";
}

} // namespace slideway::test
