#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace slideway::io {

/// Writes a file so that it is whole or absent: `write` gets a temporary path in the same folder
/// (same extension), which is renamed to `file` when it returns and removed if it throws.
void write_atomically(const std::filesystem::path& file,
                      const std::function<void(const std::filesystem::path& temporary)>& write);

/// Same for text. @throws InputError naming the folder if it cannot be written.
void write_text_atomically(const std::filesystem::path& file, const std::string& text);

/// Makes the folder (and parents) and proves that a file can be written there.
/// @throws InputError naming the folder and the reason
void prepare_output_folder(const std::filesystem::path& folder);

} // namespace slideway::io
