#pragma once

#include "io/given.hpp"

#include <vector>

namespace slideway::io {

/// A list of names, possibly long, which is written in the case itself.
class GivenNames final : public Given {
public:
    static constexpr const char* name = "names";

    explicit GivenNames(std::vector<std::string> names);

    [[nodiscard]] const std::shared_ptr<const std::vector<std::string>>& names() const
    {
        return names_;
    }

    [[nodiscard]] std::string kind() const override { return name; }
    [[nodiscard]] std::string text() const override { return record(); }
    [[nodiscard]] std::string record() const override;
    [[nodiscard]] bool equals(const Given& other) const override;
    [[nodiscard]] double bytes() const override;

private:
    std::shared_ptr<const std::vector<std::string>> names_;
};

/// Words for the kind of value that may replace a file: "list of texts", "matrix in Python".
[[nodiscard]] std::string in_words(const std::string& kind);

} // namespace slideway::io
