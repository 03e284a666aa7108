#pragma once

#include "base/types.hpp"
#include "io/array_sink.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace slideway::io {

/// An HDF5 file that is being written. Arrays have `unit` and `meaning` as attributes. The file has
/// a temporary name, which `close` replaces; the destructor removes it if there was no close.
/// Arrays are stored contiguously without compression. `close` seals the file: the user block, the
/// 512 bytes before HDF5's own data, gets a checksum of all following bytes.
///
/// Every function throws std::runtime_error "FILE: cannot write NAME: reason" when HDF5 fails, for
/// example for a name that is taken or a full disk. HDF5 is serial: one thread at a time.
class Hdf5Writer : public ArraySink {
public:
    explicit Hdf5Writer(const std::filesystem::path& file);
    ~Hdf5Writer() override;
    Hdf5Writer(const Hdf5Writer&) = delete;
    Hdf5Writer& operator=(const Hdf5Writer&) = delete;

    /// Writes an array and creates its groups.
    void write(const std::string& name, const Vector& values, const std::string& unit,
               const std::string& meaning) override;
    void write(const std::string& name, const Matrix& values, const std::string& unit,
               const std::string& meaning) override; ///< stored row by row
    void write(const std::string& name, const std::vector<int>& values,
               const std::string& meaning) override;
    void write(const std::string& name, const std::vector<std::string>& values,
               const std::string& meaning) override;
    void attribute(const std::string& name, const std::string& text) override; ///< root attribute
    void close();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Returns the checksum stored in a file of Hdf5Writer, without reading the rest.
/// @throws std::runtime_error  the file cannot be read, or has no checksum
[[nodiscard]] std::string checksum_in(const std::filesystem::path& file);

/// Reads back an HDF5 file of Hdf5Writer. Its checksum is verified before HDF5 reads any byte,
/// because HDF5 crashes on some damaged files and reads wrong numbers from others.
///
/// Every function throws std::runtime_error "FILE: cannot read NAME: reason" if the object is
/// missing or has another type.
class Hdf5Reader {
public:
    explicit Hdf5Reader(const std::filesystem::path& file);
    ~Hdf5Reader();
    Hdf5Reader(const Hdf5Reader&) = delete;
    Hdf5Reader& operator=(const Hdf5Reader&) = delete;

    [[nodiscard]] bool holds(const std::string& name) const; ///< true for a group or an array
    /// Returns the sorted names directly in a group; empty if there is no such group.
    [[nodiscard]] std::vector<std::string> names(const std::string& group) const;
    [[nodiscard]] bool holds_attribute(const std::string& key) const; ///< attribute of the root
                                                                      ///< group
    [[nodiscard]] bool holds_texts(const std::string& name) const;
    [[nodiscard]] std::vector<double> numbers(const std::string& name) const; ///< row by row
    [[nodiscard]] Matrix matrix(const std::string& name) const; ///< in its shape; two dimensions
    [[nodiscard]] std::vector<int> integers(const std::string& name) const;
    [[nodiscard]] std::vector<std::string> texts(const std::string& name) const;
    /// Attribute of an array; `name` "" for the root group.
    [[nodiscard]] std::string attribute(const std::string& name, const std::string& key) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace slideway::io
