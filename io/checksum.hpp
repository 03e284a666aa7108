#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace slideway::io {

/// A check for accidental damage, not against intent: CRC-32 and Adler-32 of all bytes, side by
/// side. Every change within 32 bits is seen, any other but for one in about 2^64.
class Checksum {
public:
    void add(const char* bytes, std::size_t n);

    /// 16 hexadecimal digits: those of CRC-32, then those of Adler-32.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::size_t n_bytes() const { return n_; }

private:
    unsigned long crc_ = 0, adler_ = 1;
    std::size_t n_ = 0;
};

/// Of a file from its byte `begin` on. @throws std::runtime_error "FILE: cannot be read: reason"
[[nodiscard]] Checksum checksum_of(const std::filesystem::path& file, std::size_t begin = 0);

} // namespace slideway::io
