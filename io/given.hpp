#pragma once

#include <iosfwd>
#include <memory>
#include <string>

namespace slideway::io {

/// What a program gives in place of a value of a case: a matrix, a mesh, names, a joint law. It
/// never changes.
class Given {
public:
    virtual ~Given() = default;

    /// What it is: "matrix", "mesh", "names", "law".
    [[nodiscard]] virtual std::string kind() const = 0;
    /// In messages: "5 x 5 matrix".
    [[nodiscard]] virtual std::string text() const = 0;
    /// The value in the record of a case: what it is with a checksum, or all of it.
    [[nodiscard]] virtual std::string record() const = 0;
    [[nodiscard]] virtual bool equals(const Given& other) const = 0;
    [[nodiscard]] virtual double bytes() const = 0;
    /// Of the file that could have been given, ".mtx"; "": a case holds it itself.
    [[nodiscard]] virtual std::string ending() const { return ""; }
    /// Writes that file. @throws InputError  the format has no place for it
    virtual void write(std::ostream& /*stream*/) const {}
};

/// The record of what is too large for a case.
[[nodiscard]] inline std::string record_of(const std::string& text, const std::string& checksum)
{
    return "\"" + text + ", checksum " + checksum + "\"";
}

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
