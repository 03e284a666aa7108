#pragma once

#include "tests/io/scratch_folder.hpp"

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace slideway::test {

/// A value of a JSON document, as a test reads it. Asked for what it does not hold, it throws
/// std::exception. (nlohmann's templates take four seconds in every unit that includes them.)
class Json {
public:
    /// @throws std::exception  the text is no JSON
    explicit Json(const std::string& text);

    [[nodiscard]] Json operator[](const std::string& key) const;
    [[nodiscard]] Json operator[](std::size_t index) const;
    [[nodiscard]] bool contains(const std::string& key) const;
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] std::vector<std::string> keys() const;

    [[nodiscard]] bool is_text() const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] double number() const;
    [[nodiscard]] std::vector<std::string> texts() const;
    [[nodiscard]] std::vector<double> numbers() const; ///< values of an array, or a single value

    /// Number or numbers of a quantity: [name]["value"].
    [[nodiscard]] double value(const std::string& name) const;
    [[nodiscard]] std::vector<double> values(const std::string& name) const;

    friend bool operator==(const Json& a, const Json& b);
    friend std::ostream& operator<<(std::ostream& stream, const Json& json);

private:
    struct Value;
    explicit Json(std::shared_ptr<const Value> value) : value_(std::move(value)) {}

    std::shared_ptr<const Value> value_;
};

/// summary.json of a run with --output `results`.
[[nodiscard]] Json summary_of(const io::ScratchFolder& folder, const std::string& results = "out");

} // namespace slideway::test
