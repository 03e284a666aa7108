#include "io/checksum.hpp"

#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace slideway::io {

void Checksum::add(const char* bytes, std::size_t n)
{
    const auto* data = reinterpret_cast<const Bytef*>(bytes);
    crc_ = crc32_z(crc_, data, n);
    adler_ = adler32_z(adler_, data, n);
    n_ += n;
}

std::string Checksum::text() const
{
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%08lx%08lx", crc_, adler_);
    return digits.data();
}

Checksum checksum_of(const std::filesystem::path& file, std::size_t begin)
{
    auto fail = [&file]() {
        throw std::runtime_error(file.string() +
                                 ": cannot be read: " + std::generic_category().message(errno));
    };
    struct Close {
        void operator()(std::FILE* stream) const { std::fclose(stream); }
    };
    const std::unique_ptr<std::FILE, Close> stream(std::fopen(file.c_str(), "rb"));
    if (!stream || std::fseek(stream.get(), static_cast<long>(begin), SEEK_SET) != 0)
        fail();
    Checksum sum;
    std::vector<char> bytes(1 << 18); // stays in the cache of the processor
    while (const std::size_t n = std::fread(bytes.data(), 1, bytes.size(), stream.get()))
        sum.add(bytes.data(), n);
    if (std::ferror(stream.get()) != 0)
        fail();
    return sum;
}

} // namespace slideway::io
