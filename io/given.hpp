#pragma once

#include <iosfwd>
#include <memory>
#include <string>

namespace slideway::io {

/// Immutable value that a program gives in place of a value of a case: a matrix, a mesh, names,
/// a joint law.
class Given {
public:
    virtual ~Given() = default;

    /// Kind: "matrix", "mesh", "names", "law".
    [[nodiscard]] virtual std::string kind() const = 0;
    /// Text for messages: "5 x 5 matrix".
    [[nodiscard]] virtual std::string text() const = 0;
    /// Value in the record of a case: its kind with a checksum, or the whole value.
    [[nodiscard]] virtual std::string record() const = 0;
    [[nodiscard]] virtual bool equals(const Given& other) const = 0;
    [[nodiscard]] virtual double bytes() const = 0;
    /// Extension of a file with this value, ".mtx"; "": the case contains the value.
    [[nodiscard]] virtual std::string ending() const { return ""; }
    /// Writes that file. @throws InputError  the format cannot represent the value
    virtual void write(std::ostream& /*stream*/) const {}
};

/// Returns the record of a value that is too large for a case.
[[nodiscard]] inline std::string record_of(const std::string& text, const std::string& checksum)
{
    return "\"" + text + ", checksum " + checksum + "\"";
}

/// A file that a case names, or a value that a program gives in its place.
template <class T>
struct FileOr {
    std::string file;
    std::shared_ptr<const T> given = {};

    [[nodiscard]] bool empty() const { return file.empty() && !given; }
    /// Value in the form for messages.
    [[nodiscard]] std::string text() const { return given ? given->text() : "\"" + file + "\""; }
};

} // namespace slideway::io
