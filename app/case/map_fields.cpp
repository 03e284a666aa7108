#include "app/case/case.hpp"
#include "app/case/values_fields.hpp"
#include "base/key_path.hpp"
#include "base/override.hpp"

#include <utility>

// Keys of [map].

namespace slideway::app {

using io::Range;

namespace {

void axis_fields(io::Fields& f, MapAxis& axis)
{
    f.text(
        {"key", "", "a key that takes a number, as --set names it: \"contact.rub.friction\"", true},
        axis.key);
    const std::string table = split_key(axis.key).front();
    if (f.has("key") && (table == axis.key || find_unquoted(axis.key, "= \t") != std::string::npos))
        f.refuse("key", "expected a dotted path, e.g. \"contact.rub.friction\"");
    if (table == "map" || table == "expected")
        f.refuse("key", "expected a key of the model, the analysis or the output");
    f.text({"label",
            "",
            "name of the key in results; a key given by --set loses it",
            false,
            {},
            "the key"},
           axis.label);
    // If --set changes the key, the label of the file would describe the wrong key.
    const bool renamed = is_override(f.where("key")) && !is_override(f.where("label"));
    if (axis.label.empty() || renamed)
        axis.label = axis.key;

    Values values;
    const Spacing spacing =
        values_table(f, {}, values, {.order = Order::any, .most = 100000}, f.has("key"));
    axis.values = std::move(values.all);
    axis.logarithmic = spacing == Spacing::log;
}

} // namespace

void fields(io::Fields& f, MapEntry& e)
{
    bool given = false;
    f.table({"x", "", "values of the key: from, to and n, or values", true}, given,
            [&e](io::Fields& x) { axis_fields(x, e.x); });
    MapAxis second;
    f.table({"y", "", "a second key: every pair of values", false}, given, [&](io::Fields& y) {
        axis_fields(y, second);
        if (y.has("key") && second.key == e.x.key)
            y.refuse("key", "expected another key than x");
    });
    if (f.has("y"))
        e.y = second;
    constexpr std::size_t most = 10'000'000;
    if (e.y && e.x.values.size() > most / second.values.size())
        f.refuse("y", "with " + std::to_string(e.x.values.size()) +
                          " values of x; expected at most " + std::to_string(most) + " points");
    f.integer({"refine", "", "rounds that halve the cells on whose edges refine_on changes", false,
               Range::between(0, 6)},
              e.refine);
    f.text({"refine_on", "", "a quantity that is a text, such as a regime", false, {}, "none"},
           e.refine_on);
    if (e.refine > 0 && e.refine_on.empty())
        f.refuse("refine", "name the quantity in refine_on");
    if (f.has("refine_on") && !f.has("refine"))
        f.refuse("refine_on", "give the number of rounds in refine");
}

} // namespace slideway::app
