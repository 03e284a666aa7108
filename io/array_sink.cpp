#include "io/array_sink.hpp"

#include <stdexcept>
#include <utility>

namespace slideway::io {

void ArraysInMemory::add(const std::string& name, Array array)
{
    if (!arrays_.emplace(name, std::move(array)).second)
        throw std::runtime_error("cannot keep " + name + ": the name is taken");
}

} // namespace slideway::io
