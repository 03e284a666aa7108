#include "base/serial_record.hpp"

#include <cstring>

namespace slideway {

namespace {

void put_count(std::string& text, std::size_t n)
{
    text.append(reinterpret_cast<const char*>(&n), sizeof n);
}

std::string_view taken(std::string_view& text, std::size_t n)
{
    if (n > text.size())
        throw std::invalid_argument("a record is incomplete");
    const std::string_view part = text.substr(0, n);
    text.remove_prefix(n);
    return part;
}

std::size_t taken_count(std::string_view& text)
{
    std::size_t n = 0;
    std::memcpy(&n, taken(text, sizeof n).data(), sizeof n);
    return n;
}

} // namespace

std::string text_of(const SerialRecord& record)
{
    std::string text;
    put_count(text, record.numbers.size());
    text.append(reinterpret_cast<const char*>(record.numbers.data()),
                record.numbers.size() * sizeof(double));
    for (const std::string& part : record.texts) {
        put_count(text, part.size());
        text += part;
    }
    return text;
}

SerialRecord record_of(std::string_view text)
{
    SerialRecord record;
    const std::size_t n = taken_count(text);
    if (n > text.size() / sizeof(double))
        throw std::invalid_argument("a record is incomplete");
    record.numbers.resize(n);
    const std::string_view numbers = taken(text, n * sizeof(double));
    if (n > 0)
        std::memcpy(record.numbers.data(), numbers.data(), numbers.size());
    while (!text.empty()) {
        const std::size_t size = taken_count(text);
        record.texts.emplace_back(taken(text, size));
    }
    return record;
}

} // namespace slideway
