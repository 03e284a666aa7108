#pragma once

#include "contact/laws/own.hpp"
#include "io/given.hpp"

#include <memory>
#include <string>

namespace slideway::app {

/// A joint law of a script, used in place of the name of a law.
class GivenLaw : public io::Given {
public:
    static constexpr const char* name = "law";

    [[nodiscard]] std::string kind() const override { return name; }
    [[nodiscard]] virtual std::shared_ptr<const contact::OwnForce> force() const = 0;
};

} // namespace slideway::app
