#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace slideway {

/// True if something has that name, a symbolic link that leads nowhere included.
[[nodiscard]] bool is_taken(const std::filesystem::path& path);

/// Reason why a file cannot be written, for a user: "the disk is full".
/// @param error  errno
[[nodiscard]] std::string reason_not_written(int error);

/// A file that is whole or absent: written at `temporary()`, a free name in the same folder and
/// with the same extension, renamed by `commit`, removed by the destructor if there was no commit.
/// An older file of that name stays as it is until the commit.
class AtomicFile {
public:
    explicit AtomicFile(const std::filesystem::path& file);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    [[nodiscard]] const std::filesystem::path& file() const { return file_; }
    [[nodiscard]] const std::filesystem::path& temporary() const { return temporary_; }

    /// @throws std::runtime_error  names the file and the reason
    void commit();

private:
    std::filesystem::path file_, temporary_;
    bool committed_ = false;
};

/// Writes a file so that it is either complete or absent. `write` gets a temporary path in the same
/// folder with the same extension. The temporary file is renamed to `file` when `write` returns and
/// removed if it throws.
void write_atomically(const std::filesystem::path& file,
                      const std::function<void(const std::filesystem::path& temporary)>& write);

/// Writes text so that the file is either complete or absent.
/// @throws InputError  names the folder if no file can be made there
/// @throws std::runtime_error  writing failed (for example, the disk is full)
void write_text_atomically(const std::filesystem::path& file, const std::string& text);

} // namespace slideway
