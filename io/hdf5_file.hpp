#pragma once

#include "base/types.hpp"
#include "io/array_sink.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace slideway::io {

/// One HDF5 file under construction; arrays carry `unit` and `meaning` as attributes.
/// Written under a temporary name; `close` renames it. Destroyed without close: removed.
/// Arrays are stored contiguously, not packed. `close` seals it: in the user block, the 512 bytes
/// before HDF5's own, stands a checksum of all that follows.
///
/// Every function throws std::runtime_error "FILE: cannot write NAME: reason" when HDF5 fails, e.g.
/// for a name that is taken or a full disk. HDF5 is serial: one thread at a time.
class Hdf5Writer : public ArraySink {
public:
    explicit Hdf5Writer(const std::filesystem::path& file);
    ~Hdf5Writer() override;
    Hdf5Writer(const Hdf5Writer&) = delete;
    Hdf5Writer& operator=(const Hdf5Writer&) = delete;

    /// Groups are made as needed.
    void write(const std::string& name, const Vector& values, const std::string& unit,
               const std::string& meaning) override;
    void write(const std::string& name, const Matrix& values, const std::string& unit,
               const std::string& meaning) override; ///< stored row by row
    void write(const std::string& name, const std::vector<int>& values,
               const std::string& meaning) override;
    void write(const std::string& name, const std::vector<std::string>& values,
               const std::string& meaning) override;
    void attribute(const std::string& name, const std::string& text) override; ///< of the root
    void close();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The seal that a file of Hdf5Writer bears; the file itself is not looked at.
/// @throws std::runtime_error  it cannot be read, or bears none
[[nodiscard]] std::string checksum_in(const std::filesystem::path& file);

/// One HDF5 file as Hdf5Writer leaves it, to read back what a program wrote. Its checksum is
/// compared before HDF5 sees a byte of it: HDF5 crashes on some damaged files, and reads wrong
/// numbers from others.
///
/// Every function throws std::runtime_error "FILE: cannot read NAME: reason" for what is not there
/// or of another type.
class Hdf5Reader {
public:
    explicit Hdf5Reader(const std::filesystem::path& file);
    ~Hdf5Reader();
    Hdf5Reader(const Hdf5Reader&) = delete;
    Hdf5Reader& operator=(const Hdf5Reader&) = delete;

    [[nodiscard]] bool holds(const std::string& name) const;          ///< such a group or array
    [[nodiscard]] bool holds_attribute(const std::string& key) const; ///< of the root group
    [[nodiscard]] bool holds_texts(const std::string& name) const;
    [[nodiscard]] std::vector<double> numbers(const std::string& name) const; ///< row by row
    [[nodiscard]] std::vector<int> integers(const std::string& name) const;
    [[nodiscard]] std::vector<std::string> texts(const std::string& name) const;
    /// Attribute of an array; `name` "" for the root group.
    [[nodiscard]] std::string attribute(const std::string& name, const std::string& key) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace slideway::io
