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

InputError unwritable(const fs::path& folder, const std::string& why)
{
    return InputError("output folder " + (folder.empty() ? "." : folder.string()) +
                      " cannot be written: " + why);
}

// Writes and closes the file. Either call may report a full disk. @return 0 or errno
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

bool is_taken(const fs::path& path)
{
    std::error_code ignored;
    const fs::file_status status = fs::symlink_status(path, ignored);
    return status.type() != fs::file_type::not_found && status.type() != fs::file_type::none;
}

std::string reason_not_written(int error)
{
    switch (error) {
    case ENOSPC:
        return "the disk is full";
    case EDQUOT:
        return "the disk quota of the user is used up";
    case EFBIG:
        return "it is larger than files may be here (ulimit -f)";
    case EROFS:
        return "the file system is read-only";
    case EIO:
        return "the disk reports an error";
    default:
        return std::generic_category().message(error);
    }
}

// The process number keeps two runs into one folder from writing into each other's file. A name
// that is taken is no file of this process: a link there would lead the writer to a file of
// somebody else.
AtomicFile::AtomicFile(const fs::path& file) : file_(file)
{
    const std::string stem = "." + file.stem().string() + ".tmp" + std::to_string(::getpid());
    std::string more;
    int k = 1;
    do {
        temporary_ = file.parent_path() / (stem + more + file.extension().string());
        more = "_" + std::to_string(++k);
    } while (is_taken(temporary_));
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
        throw std::runtime_error(file_.string() +
                                 ": cannot be written: " + reason_not_written(error.value()));
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
            throw unwritable(file.parent_path(), reason_not_written(errno));
        if (const int error = write_and_close(stream, text))
            throw std::runtime_error(file.string() +
                                     ": cannot be written: " + reason_not_written(error));
    });
}

} // namespace slideway
