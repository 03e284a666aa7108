#include "app/results/named_point.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cctype>

namespace slideway::app {

namespace {

constexpr std::size_t most_labels = 40; // largest number of labels in a message

} // namespace

void add_numbered(std::vector<CurveLabel>& labels, const std::string& name,
                  const std::vector<Index>& points)
{
    for (std::size_t i = 0; i < points.size(); ++i)
        labels.push_back({name + " " + std::to_string(i + 1), points[i]});
}

NamedPoint::NamedPoint(const std::string& point_name)
    : label(lower_case(point_name)), begin(label == "begin"), end(label == "end")
{
    const std::string word = "point ";
    auto is_digit = [](unsigned char letter) -> bool { return std::isdigit(letter) != 0; };
    if (label.starts_with(word) && label.size() > word.size() && label.size() <= word.size() + 9 &&
        std::all_of(label.begin() + static_cast<std::ptrdiff_t>(word.size()), label.end(),
                    is_digit))
        number = std::stol(label.substr(word.size()));
}

Index point_of(const EarlierResults& results, const std::string& point_name,
               const std::vector<CurveLabel>& labels, Index n,
               const std::function<std::string(Index)>& place)
{
    const NamedPoint wanted(point_name);
    std::vector<std::string> names;
    for (const CurveLabel& label : labels) {
        if (lower_case(label.name) == wanted.label)
            return label.point;
        names.push_back(label.name + " (" + place(label.point) + ")");
    }
    if (wanted.number && *wanted.number < n)
        return *wanted.number;
    // "fold" is accepted if the curve has only one.
    std::vector<Index> alike;
    for (const CurveLabel& label : labels)
        if (lower_case(label.name).starts_with(wanted.label + " "))
            alike.push_back(label.point);
    if (alike.size() == 1)
        return alike.front();
    if (names.size() > most_labels) {
        names.resize(most_labels);
        names.emplace_back("...");
    }
    results.refuse("at", "\"" + point_name + "\"",
                   std::string(alike.empty() ? "no such point" : "there are several") +
                       "; the curve has " + join(names) + ", and point 0 to point " +
                       std::to_string(n - 1));
}

} // namespace slideway::app
