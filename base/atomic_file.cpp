#include "base/atomic_file.hpp"

#include "base/error.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>

namespace slideway {

namespace {

namespace fs = std::filesystem;

std::string reason(int error)
{
    return std::generic_category().message(error);
}

InputError unwritable(const fs::path& folder, const std::string& why)
{
    return InputError("output folder " + (folder.empty() ? "." : folder.string()) +
                      " cannot be written: " + why);
}

// Writes and closes; each of the two may be the one that meets a full disk. 0 or errno.
int write_and_close(std::FILE* stream, const std::string& text)
{
    errno = 0;
    const bool written = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
    const int first_error = errno;
    const bool closed = std::fclose(stream) == 0;
    if (written && closed)
        return 0;
    const int error = written ? errno : first_error;
    return error != 0 ? error : EIO;
}

} // namespace

// The process number keeps two runs into one folder from writing into each other's file.
AtomicFile::AtomicFile(const fs::path& file)
    : file_(file),
      temporary_(file.parent_path() / ("." + file.stem().string() + ".tmp" +
                                       std::to_string(::getpid()) + file.extension().string()))
{
}

AtomicFile::~AtomicFile()
{
    std::error_code ignored;
    if (!committed_)
        fs::remove(temporary_, ignored);
}

void AtomicFile::commit()
{
    std::error_code error;
    fs::rename(temporary_, file_, error);
    if (error)
        throw std::runtime_error(file_.string() + ": cannot be written: " + error.message());
    committed_ = true;
}

void write_atomically(const fs::path& file, const std::function<void(const fs::path&)>& write)
{
    AtomicFile atomic(file);
    write(atomic.temporary());
    atomic.commit();
}

void write_text_atomically(const fs::path& file, const std::string& text)
{
    write_atomically(file, [&](const fs::path& temporary) {
        std::FILE* stream = std::fopen(temporary.c_str(), "wb");
        if (!stream)
            throw unwritable(file.parent_path(), reason(errno));
        if (const int error = write_and_close(stream, text))
            throw std::runtime_error(file.string() + ": cannot be written: " + reason(error));
    });
}

} // namespace slideway
