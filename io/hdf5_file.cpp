#include "io/hdf5_file.hpp"

#include "base/atomic_file.hpp"
#include "io/checksum.hpp"

#include <hdf5.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace slideway::io {

namespace {

// Silences HDF5, which otherwise prints its error stack to stderr; the exception contains it.
class QuietErrors {
public:
    QuietErrors()
    {
        H5Eget_auto2(H5E_DEFAULT, &handler_, &data_);
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    }
    ~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, handler_, data_); }
    QuietErrors(const QuietErrors&) = delete;
    QuietErrors& operator=(const QuietErrors&) = delete;

private:
    H5E_auto2_t handler_ = nullptr;
    void* data_ = nullptr;
};

// Returns the innermost entry of HDF5's error stack as one line.
std::string hdf5_reason()
{
    std::string text;
    const auto keep_first = [](unsigned n, const H5E_error2_t* entry, void* out) -> herr_t {
        if (n == 0 && entry->desc)
            *static_cast<std::string*>(out) = entry->desc;
        return 0;
    };
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &text);
    // "file write failed: time = ..., errno = 28, error message = ..., buf = ..."
    const std::string_view key = "errno = ";
    if (const std::size_t position = text.find(key); position != std::string::npos)
        if (const int error = std::atoi(text.c_str() + position + key.size()); error > 0)
            return reason_not_written(error);
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text.empty() ? "unknown HDF5 error" : text;
}

template <class Id>
Id checked(Id id, const std::string& what)
{
    if (id < 0)
        throw std::runtime_error(what + ": " + hdf5_reason());
    return id;
}

class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t), const std::string& what)
        : id_(checked(id, what)), close_(close)
    {
    }
    ~Handle()
    {
        if (id_ >= 0)
            close_(id_);
    }
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    operator hid_t() const { return id_; }

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

Handle string_type(const std::string& what)
{
    Handle type(H5Tcopy(H5T_C_S1), H5Tclose, what);
    checked(H5Tset_size(type, H5T_VARIABLE), what);
    checked(H5Tset_cset(type, H5T_CSET_UTF8), what);
    return type;
}

void write_attribute(hid_t object, const std::string& name, const std::string& text,
                     const std::string& what)
{
    const Handle type = string_type(what);
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose, what);
    const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                           H5Aclose, what);
    const char* const characters = text.c_str();
    checked(H5Awrite(attribute, type, static_cast<const void*>(&characters)), what);
}

// ---- The seal: a text in the user block, which HDF5 leaves to applications.

constexpr std::size_t block_size = 512; // smallest size that HDF5 allows
constexpr std::string_view first_line = "Slideway results\nchecksum ";

std::string seal_text(const Checksum& sum)
{
    std::string text = std::string(first_line) + sum.text() + "\nof " +
                       std::to_string(sum.n_bytes()) + " bytes from byte " +
                       std::to_string(block_size) + " on\n";
    text.resize(block_size, '\n');
    return text;
}

std::string block_of(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::string block(block_size, '\0');
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    if (!stream && !stream.eof())
        throw std::runtime_error(file.string() +
                                 ": cannot be read: " + std::generic_category().message(errno));
    block.resize(static_cast<std::size_t>(stream.gcount()));
    return block;
}

void seal(const std::filesystem::path& file, const std::string& what)
{
    const std::string text = seal_text(checksum_of(file, block_size));
    errno = 0;
    std::FILE* stream = std::fopen(file.c_str(), "r+b");
    const bool written = stream && std::fwrite(text.data(), 1, text.size(), stream) == text.size();
    const bool closed = stream && std::fclose(stream) == 0;
    if (!written || !closed)
        throw std::runtime_error(what + ": " + reason_not_written(errno));
}

// Verifies every byte: those after the block by their checksum, those of the block one by one.
void check_seal(const std::filesystem::path& file)
{
    const std::string block = block_of(file);
    if (block.starts_with("\x89HDF\r\n\x1a\n"))
        throw std::runtime_error(file.string() +
                                 ": cannot be read: it has no checksum, as files of "
                                 "other programs or of earlier versions");
    if (block.size() < block_size || block != seal_text(checksum_of(file, block_size)))
        throw std::runtime_error(file.string() +
                                 ": cannot be read: damaged, its checksum does not hold");
}

} // namespace

std::string checksum_in(const std::filesystem::path& file)
{
    const std::string block = block_of(file);
    const std::size_t end = block.find('\n', first_line.size());
    if (!block.starts_with(first_line) || end == std::string::npos)
        throw std::runtime_error(file.string() + ": cannot be read: it has no checksum");
    return block.substr(first_line.size(), end - first_line.size());
}

struct Hdf5Writer::State {
    explicit State(const std::filesystem::path& path) : file(path)
    {
        // If a full disk prevents closing a file, it stays in HDF5's tables, and the clean-up of
        // HDF5 1.10 at exit crashes on it. This call must precede all others of HDF5; files here
        // are closed explicitly.
        H5dont_atexit();
        const QuietErrors quiet;
        const std::string what = path.string() + ": cannot be written";
        const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, what);
        checked(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG), what);
        const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose, what);
        checked(H5Pset_userblock(creation, block_size), what);
        id = checked(H5Fcreate(file.temporary().c_str(), H5F_ACC_TRUNC, creation, access), what);
    }
    ~State()
    {
        const QuietErrors quiet;
        if (id >= 0)
            H5Fclose(id); // before `file` removes the temporary
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    using Attributes = std::vector<std::pair<std::string, std::string>>;

    // Writes an array; `memory` and `stored` are the types in memory and in the file. It is
    // contiguous and not compressed: compression would take a fifth of the time of a fast run to
    // reduce its file by two fifths.
    void write(const std::string& name, hid_t memory, hid_t stored,
               const std::vector<hsize_t>& shape, const void* values, const Attributes& attributes)
    {
        check_open();
        const QuietErrors quiet;
        const std::string what = file.file().string() + ": cannot write " + name;
        const auto rank = static_cast<int>(shape.size());
        const Handle space(H5Screate_simple(rank, shape.data(), nullptr), H5Sclose, what);
        const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose, what);
        checked(H5Pset_create_intermediate_group(links, 1), what);
        checked(H5Pset_char_encoding(links, H5T_CSET_UTF8), what);
        const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, what);
        checked(H5Pset_obj_track_times(creation, false), what); // same numbers give same bytes
        const Handle data(H5Dcreate2(id, name.c_str(), stored, space, links, creation, H5P_DEFAULT),
                          H5Dclose, what);
        checked(H5Dwrite(data, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), what);
        for (const auto& [key, text] : attributes)
            write_attribute(data, key, text, what);
    }

    void check_open() const
    {
        if (id < 0)
            throw std::logic_error(file.file().string() + ": written to after close");
    }

    AtomicFile file;
    hid_t id = -1;
};

Hdf5Writer::Hdf5Writer(const std::filesystem::path& file) : state_(std::make_unique<State>(file)) {}

Hdf5Writer::~Hdf5Writer() = default;

void Hdf5Writer::write(const std::string& name, const Vector& values, const std::string& unit,
                       const std::string& meaning)
{
    state_->write(name, H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, {static_cast<hsize_t>(values.size())},
                  values.data(), {{"unit", unit}, {"meaning", meaning}});
}

void Hdf5Writer::write(const std::string& name, const Matrix& values, const std::string& unit,
                       const std::string& meaning)
{
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = values;
    state_->write(name, H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE,
                  {static_cast<hsize_t>(rows.rows()), static_cast<hsize_t>(rows.cols())},
                  rows.data(), {{"unit", unit}, {"meaning", meaning}});
}

void Hdf5Writer::write(const std::string& name, const std::vector<int>& values,
                       const std::string& meaning)
{
    state_->write(name, H5T_NATIVE_INT, H5T_STD_I32LE, {values.size()}, values.data(),
                  {{"meaning", meaning}});
}

void Hdf5Writer::write(const std::string& name, const std::vector<std::string>& values,
                       const std::string& meaning)
{
    std::vector<const char*> characters;
    for (const std::string& text : values)
        characters.push_back(text.c_str());
    const Handle type = string_type(name);
    state_->write(name, type, type, {values.size()}, static_cast<const void*>(characters.data()),
                  {{"meaning", meaning}});
}

void Hdf5Writer::attribute(const std::string& name, const std::string& text)
{
    state_->check_open();
    const QuietErrors quiet;
    write_attribute(state_->id, name, text,
                    state_->file.file().string() + ": cannot write attribute " + name);
}

void Hdf5Writer::close()
{
    state_->check_open();
    {
        const QuietErrors quiet;
        const hid_t id = std::exchange(state_->id, -1);
        checked(H5Fclose(id), state_->file.file().string() + ": cannot be written");
    }
    seal(state_->file.temporary(), state_->file.file().string() + ": cannot be written");
    state_->file.commit();
}

struct Hdf5Reader::State {
    explicit State(const std::filesystem::path& path) : file(path.string())
    {
        check_seal(path);
        H5dont_atexit(); // see Hdf5Writer; this may be the first HDF5 call
        const QuietErrors quiet;
        id = checked(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), file + ": cannot be read");
    }
    ~State() { H5Fclose(id); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    [[nodiscard]] std::string what(const std::string& name) const
    {
        return file + ": cannot read " + name;
    }

    [[nodiscard]] Handle open(const std::string& name) const
    {
        return {H5Dopen2(id, name.c_str(), H5P_DEFAULT), H5Dclose, what(name)};
    }

    template <class T>
    [[nodiscard]] std::vector<T> read(const std::string& name, hid_t memory) const
    {
        const QuietErrors quiet;
        const Handle data = open(name);
        const Handle space(H5Dget_space(data), H5Sclose, what(name));
        std::vector<T> values(
            static_cast<std::size_t>(checked(H5Sget_simple_extent_npoints(space), what(name))));
        if (!values.empty())
            checked(H5Dread(data, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
                    what(name));
        return values;
    }

    std::string file;
    hid_t id = -1;
};

Hdf5Reader::Hdf5Reader(const std::filesystem::path& file) : state_(std::make_unique<State>(file)) {}

Hdf5Reader::~Hdf5Reader() = default;

bool Hdf5Reader::holds(const std::string& name) const
{
    const QuietErrors quiet;
    const hid_t object = H5Oopen(state_->id, name.c_str(), H5P_DEFAULT);
    if (object >= 0)
        H5Oclose(object);
    return object >= 0;
}

std::vector<std::string> Hdf5Reader::names(const std::string& group) const
{
    std::vector<std::string> all;
    if (!holds(group))
        return all;
    const QuietErrors quiet;
    const Handle object(H5Gopen2(state_->id, group.c_str(), H5P_DEFAULT), H5Gclose,
                        state_->what(group));
    const auto add = [](hid_t, const char* name, const H5L_info_t*, void* out) -> herr_t {
        static_cast<std::vector<std::string>*>(out)->emplace_back(name);
        return 0;
    };
    checked(H5Literate(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &all),
            state_->what(group));
    return all;
}

bool Hdf5Reader::holds_attribute(const std::string& key) const
{
    const QuietErrors quiet;
    return H5Aexists(state_->id, key.c_str()) > 0;
}

bool Hdf5Reader::holds_texts(const std::string& name) const
{
    const QuietErrors quiet;
    const Handle data = state_->open(name);
    const Handle type(H5Dget_type(data), H5Tclose, state_->what(name));
    return H5Tget_class(type) == H5T_STRING;
}

std::vector<double> Hdf5Reader::numbers(const std::string& name) const
{
    return state_->read<double>(name, H5T_NATIVE_DOUBLE);
}

Matrix Hdf5Reader::matrix(const std::string& name) const
{
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const std::vector<double> all = numbers(name);
    const QuietErrors quiet;
    const Handle data = state_->open(name);
    const Handle space(H5Dget_space(data), H5Sclose, state_->what(name));
    std::array<hsize_t, 2> shape{};
    if (H5Sget_simple_extent_ndims(space) != 2)
        throw std::runtime_error(state_->what(name) + ": it has not two dimensions");
    checked(H5Sget_simple_extent_dims(space, shape.data(), nullptr), state_->what(name));
    return Eigen::Map<const RowMajor>(all.data(), static_cast<Index>(shape[0]),
                                      static_cast<Index>(shape[1]));
}

std::vector<int> Hdf5Reader::integers(const std::string& name) const
{
    return state_->read<int>(name, H5T_NATIVE_INT);
}

std::vector<std::string> Hdf5Reader::texts(const std::string& name) const
{
    const Handle type = string_type(state_->what(name));
    std::vector<std::string> all;
    for (char* text : state_->read<char*>(name, type)) {
        all.emplace_back(text ? text : "");
        H5free_memory(text);
    }
    return all;
}

std::string Hdf5Reader::attribute(const std::string& name, const std::string& key) const
{
    const QuietErrors quiet;
    const std::string what = state_->what(name + " " + key);
    const Handle object(H5Oopen(state_->id, name.empty() ? "/" : name.c_str(), H5P_DEFAULT),
                        H5Oclose, what);
    const Handle attribute(H5Aopen(object, key.c_str(), H5P_DEFAULT), H5Aclose, what);
    const Handle type = string_type(what);
    char* text = nullptr;
    checked(H5Aread(attribute, type, static_cast<void*>(&text)), what);
    const std::string result = text ? text : "";
    H5free_memory(text);
    return result;
}

} // namespace slideway::io
