#pragma once

#include <iosfwd>
#include <memory>
#include <string>

namespace slideway::io {

/// What a program gives in place of a file of a case: a matrix, a mesh. It never changes.
class Given {
public:
    virtual ~Given() = default;

    /// What it is: "matrix", "mesh".
    [[nodiscard]] virtual std::string kind() const = 0;
    /// In messages: "5 x 5 matrix".
    [[nodiscard]] virtual std::string text() const = 0;
    /// Of its numbers: the record of a case tells it.
    [[nodiscard]] virtual std::string checksum() const = 0;
    [[nodiscard]] virtual bool equals(const Given& other) const = 0;
    [[nodiscard]] virtual double bytes() const = 0;
    /// Of its file: ".mtx".
    [[nodiscard]] virtual std::string ending() const = 0;
    /// Writes the file that could have been given. @throws InputError  there is none
    virtual void write(std::ostream& stream) const = 0;
};

/// A file that a case names, or what a program gives in its place.
template <class T>
struct FileOr {
    std::string file;
    std::shared_ptr<const T> given = {};

    [[nodiscard]] bool empty() const { return file.empty() && !given; }
    /// As messages show the value.
    [[nodiscard]] std::string text() const { return given ? given->text() : "\"" + file + "\""; }
};

} // namespace slideway::io
