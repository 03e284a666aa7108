#pragma once

#include "base/monitor.hpp"

namespace slideway::test {

/// Monitor that stops after a number of calls.
class Impatient : public Monitor {
public:
    explicit Impatient(int patience) : left_(patience) {}
    [[nodiscard]] Progress part(const std::string& /*unit*/, double /*total*/) const override
    {
        return [this](double /*fraction*/) -> bool { return --left_ > 0; };
    }

private:
    mutable int left_;
};

} // namespace slideway::test
