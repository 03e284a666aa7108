#include "app/analyses/slide_fields.hpp"

#include "base/override.hpp"

namespace slideway::app {

using io::Range;

void slide_fields(io::Fields& f, SlideEntry& e, bool times, const ValuesRule& rule)
{
    f.choice({"about"}, e.about);
    values_field(f,
                 {"positions", "m",
                  "arc length of the slave along the master curve of the first contact", false,
                  Range::not_negative(), "where the case places it"},
                 e.positions, rule);
    double position = 0;
    f.number({"position", "m", "one position in place of many", false, Range::not_negative(),
              "where the case places it"},
             position);
    if (f.has("position"))
        e.position = position;
    if (times)
        values_field(f,
                     {"times", "s", "in place of positions: where the motions are at these times",
                      false, Range::any(), "none"},
                     e.times, rule);
    f.number({"t_start", "s", "time at the start of the motions"}, e.t_start);
    const std::string one =
        times ? "give one of positions, position and times" : "give either positions or position";
    // An override of one replaces the other.
    auto overridden = [&f](const char* key) -> bool {
        return f.has(key) && is_override(f.where(key));
    };
    if (overridden("position") && !overridden("positions") && !overridden("times"))
        e.positions.given = e.times.given = false;
    else if (overridden("positions") && !overridden("position") && !overridden("times")) {
        e.position.reset();
        e.times.given = false;
    } else if (overridden("times") && !overridden("position") && !overridden("positions")) {
        e.position.reset();
        e.positions.given = false;
    } else if (f.has("position") && f.has("positions"))
        f.refuse("position", one);
    if (e.times.given && (e.position || e.positions.given))
        f.refuse("times", one);
}

} // namespace slideway::app
