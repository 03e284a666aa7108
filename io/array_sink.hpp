#pragma once

#include "base/to_vector.hpp"
#include "base/types.hpp"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace slideway::io {

/// Destination of the arrays of a result: an HDF5 file (Hdf5Writer) or memory
/// (ArraysInMemory). Each array is described once, with its unit and meaning. `name` is
/// a path: "points/lower.tip/displacement".
class ArraySink {
public:
    virtual ~ArraySink() = default;
    virtual void write(const std::string& name, const Vector& values, const std::string& unit,
                       const std::string& meaning) = 0;
    virtual void write(const std::string& name, const Matrix& values, const std::string& unit,
                       const std::string& meaning) = 0; ///< shape rows x cols
    void write(const std::string& name, const std::vector<double>& values, const std::string& unit,
               const std::string& meaning)
    {
        write(name, to_vector(values), unit, meaning);
    }
    virtual void write(const std::string& name, const std::vector<int>& values,
                       const std::string& meaning) = 0;
    virtual void write(const std::string& name, const std::vector<std::string>& values,
                       const std::string& meaning) = 0;
    virtual void attribute(const std::string& name, const std::string& text) = 0; ///< attribute of
                                                                                  ///< the whole
                                                                                  ///< result
};

/// Arrays of a result in memory.
class ArraysInMemory : public ArraySink {
public:
    struct Array {
        std::variant<Vector, Matrix, std::vector<int>, std::vector<std::string>> values;
        std::string unit, meaning;
    };

    void write(const std::string& name, const Vector& values, const std::string& unit,
               const std::string& meaning) override
    {
        add(name, {values, unit, meaning});
    }
    void write(const std::string& name, const Matrix& values, const std::string& unit,
               const std::string& meaning) override
    {
        add(name, {values, unit, meaning});
    }
    void write(const std::string& name, const std::vector<int>& values,
               const std::string& meaning) override
    {
        add(name, {values, "", meaning});
    }
    void write(const std::string& name, const std::vector<std::string>& values,
               const std::string& meaning) override
    {
        add(name, {values, "", meaning});
    }
    void attribute(const std::string& name, const std::string& text) override
    {
        attributes_[name] = text;
    }

    [[nodiscard]] const std::map<std::string, Array>& arrays() const { return arrays_; }
    [[nodiscard]] const std::map<std::string, std::string>& attributes() const
    {
        return attributes_;
    }

private:
    /// Adds an array. @throws std::runtime_error  a name that is taken
    void add(const std::string& name, Array array);

    std::map<std::string, Array> arrays_;
    std::map<std::string, std::string> attributes_;
};

} // namespace slideway::io
