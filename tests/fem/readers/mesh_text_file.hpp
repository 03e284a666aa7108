#pragma once

#include "fem/readers/mesh_reader.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <string>

namespace slideway::fem {

inline void write_file(const std::filesystem::path& file, const std::string& text)
{
    std::ofstream(file) << text;
}

/// Reads `text` as a file with that name in a temporary folder.
inline Mesh read_text(const std::string& name, const std::string& text)
{
    const io::ScratchFolder folder;
    write_file(folder / name, text);
    return read_mesh(folder / name);
}

/// Returns `text` with the only occurrence of `from` replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to)
{
    const auto position = text.find(from);
    REQUIRE(position != std::string::npos);
    return text.replace(position, from.size(), to);
}

} // namespace slideway::fem
