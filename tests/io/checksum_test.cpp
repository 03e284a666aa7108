#include "io/checksum.hpp"

#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

using namespace slideway;

TEST_CASE("a checksum is CRC-32 and Adler-32 of the bytes", "[io]")
{
    // Check values from RFC 3309 (CRC-32 as in zip) and RFC 1950.
    const std::string digits = "123456789";
    io::Checksum sum;
    sum.add(digits.data(), 4); // adds in parts
    sum.add(digits.data() + 4, 5);
    CHECK(sum.text() == "cbf43926091e01de");
    CHECK(sum.n_bytes() == 9);
    CHECK(io::Checksum().text() == "0000000000000001");

    const io::ScratchFolder folder;
    std::ofstream(folder / "a") << "ab" << digits;
    CHECK(io::checksum_of(folder / "a", 2).text() == sum.text());
    CHECK_THROWS_WITH(io::checksum_of(folder / "b"),
                      (folder / "b").string() + ": cannot be read: No such file or directory");
}
