#include "fem/readers/gmsh_exchange.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace slideway::fem {

namespace {

constexpr std::string_view mark = "slideway gmsh 3\n";

class Writer {
public:
    template <class T>
    requires std::is_arithmetic_v<T>
    void operator()(T value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T)); }
    void operator()(const std::string& text)
    {
        (*this)(std::uint64_t{text.size()});
        bytes_ += text;
    }
    template <class T>
    void operator()(const std::vector<T>& list)
    {
        static_assert(std::is_arithmetic_v<T>);
        (*this)(std::uint64_t{list.size()});
        bytes_.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
    }
    [[nodiscard]] std::string message() const
    {
        const std::uint64_t n = bytes_.size();
        std::string text(mark);
        text.append(reinterpret_cast<const char*>(&n), sizeof n);
        return text + bytes_;
    }

private:
    std::string bytes_;
};

class Reader {
public:
    explicit Reader(std::string_view message) : rest_(message)
    {
        if (!rest_.starts_with(mark))
            throw std::runtime_error("not a message of this version");
        rest_.remove_prefix(mark.size());
        if (number<std::uint64_t>() != rest_.size())
            throw std::runtime_error("not a whole message");
    }

    template <class T>
    T number()
    {
        T value;
        std::memcpy(&value, take(1, sizeof(T)), sizeof(T));
        return value;
    }
    bool flag() { return number<char>() != 0; }
    std::string text()
    {
        const auto n = number<std::uint64_t>();
        return {take(n, 1), static_cast<std::size_t>(n)};
    }
    template <class T>
    std::vector<T> list()
    {
        const auto n = number<std::uint64_t>();
        const char* const from = take(n, sizeof(T)); // checked before memory is allocated
        std::vector<T> values(static_cast<std::size_t>(n));
        if (n > 0)
            std::memcpy(values.data(), from, values.size() * sizeof(T));
        return values;
    }
    void end() const
    {
        if (!rest_.empty())
            throw std::runtime_error("a message with more than belongs to it");
    }

private:
    const char* take(std::uint64_t n, std::size_t size)
    {
        if (n > rest_.size() / size)
            throw std::runtime_error("a list longer than its message");
        const char* const from = rest_.data();
        rest_.remove_prefix(static_cast<std::size_t>(n) * size);
        return from;
    }
    std::string_view rest_;
};

void require(bool condition)
{
    if (!condition)
        throw std::runtime_error("an answer that contradicts itself");
}

void check(const GmshAnswer& answer)
{
    require(answer.coordinates.size() == 3 * answer.node_tags.size());
    for (const GmshElements& block : answer.elements) {
        require(block.dimension >= 0 && block.dimension <= 3);
        require(block.n_nodes > 0 && !block.tags.empty());
        require(block.nodes.size() / static_cast<std::size_t>(block.n_nodes) == block.tags.size() &&
                block.nodes.size() % static_cast<std::size_t>(block.n_nodes) == 0);
        for (const int group : block.groups)
            require(group >= 0 && static_cast<std::size_t>(group) < answer.groups.size());
    }
}

} // namespace

std::string packed(const GmshRequest& request)
{
    Writer write;
    write(request.file);
    for (const bool flag : {request.geometry, request.solid, request.med, request.trusted})
        write(static_cast<char>(flag));
    write(request.memory);
    write(std::uint64_t{request.parameters.size()});
    for (const auto& [name, value] : request.parameters) {
        write(name);
        write(value);
    }
    return write.message();
}

GmshRequest unpacked_request(std::string_view message)
{
    Reader read(message);
    GmshRequest request;
    request.file = read.text();
    for (bool* const flag : {&request.geometry, &request.solid, &request.med, &request.trusted})
        *flag = read.flag();
    request.memory = read.number<double>();
    for (auto n = read.number<std::uint64_t>(); n > 0; --n) {
        const std::string name = read.text();
        request.parameters[name] = read.number<double>();
    }
    read.end();
    return request;
}

std::string packed(const GmshAnswer& answer)
{
    Writer write;
    write(answer.error);
    write(answer.node_tags);
    write(answer.coordinates);
    write(std::uint64_t{answer.elements.size()});
    for (const GmshElements& block : answer.elements) {
        write(block.dimension);
        write(block.kind);
        write(block.n_nodes);
        write(block.tags);
        write(block.nodes);
        write(block.groups);
    }
    write(std::uint64_t{answer.groups.size()});
    for (const GmshGroup& group : answer.groups) {
        write(group.dimension);
        write(group.tag);
        write(group.name);
    }
    write(answer.partitions);
    return write.message();
}

GmshAnswer unpacked_answer(std::string_view message)
{
    Reader read(message);
    GmshAnswer answer;
    answer.error = read.text();
    answer.node_tags = read.list<std::size_t>();
    answer.coordinates = read.list<double>();
    for (auto n = read.number<std::uint64_t>(); n > 0; --n) {
        GmshElements block;
        block.dimension = read.number<int>();
        block.kind = read.text();
        block.n_nodes = read.number<int>();
        block.tags = read.list<std::size_t>();
        block.nodes = read.list<std::size_t>();
        block.groups = read.list<int>();
        answer.elements.push_back(std::move(block));
    }
    for (auto n = read.number<std::uint64_t>(); n > 0; --n) {
        GmshGroup group;
        group.dimension = read.number<int>();
        group.tag = read.number<int>();
        group.name = read.text();
        answer.groups.push_back(std::move(group));
    }
    answer.partitions = read.list<int>();
    read.end();
    check(answer);
    return answer;
}

} // namespace slideway::fem
