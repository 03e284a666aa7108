#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace slideway::io {

/// Checksum against accidental damage, not against intent: CRC-32 and Adler-32 of all bytes. Every
/// change within 32 bits is detected; any other is missed with a probability of about 2^-64.
class Checksum {
public:
    void add(const char* bytes, std::size_t n);

    /// 16 hexadecimal digits: CRC-32, then Adler-32.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::size_t n_bytes() const { return n_; }

private:
    unsigned long crc_ = 0, adler_ = 1;
    std::size_t n_ = 0;
};

/// Computes the checksum of a file from byte `begin`.
/// @throws std::runtime_error  "FILE: cannot be read: reason"
[[nodiscard]] Checksum checksum_of(const std::filesystem::path& file, std::size_t begin = 0);

} // namespace slideway::io
