#include "app/results/results.hpp"

#include "base/text.hpp"

#include <cmath>

namespace slideway::app {

namespace {

std::string quoted(const std::vector<std::string>& texts)
{
    return "\"" + join(texts, "\", \"") + "\"";
}

std::string wanted(const Expectation& e)
{
    if (!e.texts.empty())
        return quoted(e.texts);
    if (e.value.empty())
        return (e.min ? "at least " + number_text(*e.min) : "") + (e.min && e.max ? ", " : "") +
               (e.max ? "at most " + number_text(*e.max) : "");
    std::vector<std::string> values;
    for (const double value : e.value)
        values.push_back(number_text(value));
    return join(values) + (e.rtol > 0 ? ", relative to " + number_text(e.rtol) : "") +
           (e.atol > 0 ? ", to " + number_text(e.atol) : "");
}

bool meets(const Quantity& q, const Expectation& e)
{
    const std::vector<double>& value = q.value;
    if (!e.texts.empty() || !q.texts.empty())
        return q.texts == e.texts;
    if (e.value.empty())
        return value.size() == 1 && (!e.min || value[0] >= *e.min) &&
               (!e.max || value[0] <= *e.max);
    if (value.size() != e.value.size())
        return false;
    for (std::size_t k = 0; k < value.size(); ++k)
        if (!(std::abs(value[k] - e.value[k]) <= e.atol + e.rtol * std::abs(e.value[k])))
            return false;
    return true;
}

} // namespace

std::string check_text(std::string_view type, const Settings& settings)
{
    std::string text = "analysis " + std::string(type) + "\n";
    for (const auto& [name, value] : settings)
        text += "  " + name + ": " + value + "\n";
    return text;
}

std::vector<std::string> unmet(const std::vector<Expectation>& expected, const Summary& summary)
{
    std::vector<std::string> lines;
    for (const Expectation& e : expected) {
        if (e.quantity == "status") {
            if (e.texts != std::vector{std::string(name_of(summary.status))})
                lines.push_back("status = " + quoted_name(summary.status) + "; expected " +
                                wanted(e));
            continue;
        }
        std::vector<std::string> names;
        const Quantity* found = nullptr;
        for (const Quantity& q : summary.quantities) {
            names.push_back(q.name);
            if (q.name == e.quantity)
                found = &q;
        }
        if (!found) {
            lines.push_back("no quantity " + e.quantity + name_hint(e.quantity, names));
        } else if (!meets(*found, e)) {
            std::vector<std::string> values;
            for (const double value : found->value)
                values.push_back(number_text(value));
            const std::string value =
                found->texts.empty() ? join(values) + " " + found->unit : quoted(found->texts);
            lines.push_back(e.quantity + " = " + value + "; expected " + wanted(e));
        }
    }
    return lines;
}

} // namespace slideway::app
