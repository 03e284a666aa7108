#include "app/motions/many_starts/motion_fields.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <numbers>
#include <utility>

namespace slideway::app {

using io::Range;

namespace {

void section_fields(io::Fields& f, SectionEntry& e)
{
    double phase_deg = 0;
    f.number({"phase_deg",
              "deg",
              "of the drive, in place of the other keys",
              false,
              {.min = 0, .max = 360, .max_open = true},
              "none"},
             phase_deg);
    f.text({"of", "", "\"substructure.port.component\" that passes the level"}, e.of);
    f.text({"joint", "", "whose displacement passes it, in place of of"}, e.joint);
    f.integer({"row", "", "of the joint, from 0", false, Range::between(0, 1000)}, e.row);
    f.choice({"quantity", "", "that passes the level: with \"velocity\" and 0 the extrema"},
             e.quantity);
    f.number({"level", "m", "or m/s, as the quantity; of a rotation rad"}, e.section.level);
    f.choice({"direction", "", "in which it is passed"}, e.section.direction);
    e.section.velocity = e.quantity == SectionQuantity::velocity;
    if (f.has("phase_deg")) {
        e.section.phase = phase_deg * std::numbers::pi / 180;
        for (const char* key : {"of", "joint", "row", "quantity", "level", "direction"})
            if (f.has(key))
                f.refuse(key, "a section at a phase passes no level; give either");
    }
    if (f.has("of") && f.has("joint"))
        f.refuse("joint", "give either of or joint");
    if (f.has("row") && !f.has("joint"))
        f.refuse("row", "is of a joint; give joint");
}

// The row of a joint with a law of its own, among what is watched.
std::size_t watched_row(const SectionEntry& section, const dynamics::JointedSystem& system,
                        std::vector<std::string>& watched, dynamics::LongMotionOptions& options)
{
    const std::string key = "sections." + section.name;
    std::vector<std::string> joints;
    for (const dynamics::ModalLaw& joint : system.joints) {
        joints.push_back(joint.name);
        if (joint.name != section.joint)
            continue;
        const Index rows = joint.on.rows.rows();
        if (section.row >= rows)
            throw InputError(key + ".row", std::to_string(section.row),
                             "the joint has " + plural(rows, "row") + "; expected 0 to " +
                                 std::to_string(rows - 1));
        const std::string name =
            joint.name + (rows > 1 ? "." + std::to_string(section.row) : std::string());
        const auto known = std::find(watched.begin(), watched.end(), name);
        if (known == watched.end()) {
            watched.push_back(name);
            options.watched.push_back({joint.on.rows.row(section.row), joint.on.follow(section.row),
                                       name, measure_at(joint.measures, section.row)});
            return watched.size() - 1;
        }
        return static_cast<std::size_t>(known - watched.begin());
    }
    throw InputError(key + ".joint", "\"" + section.joint + "\"",
                     "no such joint with a law of its own" + name_hint(section.joint, joints));
}

} // namespace

void sections_field(io::Fields& f, std::vector<SectionEntry>& sections, const std::string& without)
{
    f.named_tables(
        {.name = "sections",
         .help = "points of the motion under names of your own: touches = { joint = \"stops\", "
                 "level = 0.05, direction = \"rising\" }",
         .default_text = without},
        [&](const std::string& name, io::Fields& s) {
            SectionEntry section;
            section.name = name;
            if (name.empty() || name.find_first_of("./ ") != std::string::npos)
                f.refuse("sections", "\"" + name +
                                         "\": a name is not empty and has no dot, "
                                         "slash or space");
            section_fields(s, section);
            if (f.has("sections") && !section.section.phase && section.of.empty() &&
                section.joint.empty())
                f.refuse("sections", "section " + name + ": give phase_deg, of or joint");
            sections.push_back(std::move(section));
        });
}

void settling_fields(io::Fields& f, dynamics::LongMotionOptions& o)
{
    f.number(
        {"radius",
         "",
         "a motion so near to a stable periodic one, at phase 0, may have settled: energy norm "
         "of the distance, share of its size",
         false,
         {.min = 0, .max = 0.1, .min_open = true}},
        o.capture.radius);
    f.integer({"stay", "", "further periods in a row that it has to be as near", false,
               Range::between(0, 1000)},
              o.capture.stay);
    f.integer({"longest", "", "periods of a motion to settle on", false, Range::between(1, 1000)},
              o.longest);
    f.number({"tolerance", "", "of the error of a Taylor step, relative", false,
              Range::between(1e-16, 1e-3)},
             o.tolerance);
}

void starts_field(io::Fields& f, std::optional<StartGrid>& starts,
                  const std::function<void(io::Fields&)>& more)
{
    bool given = false;
    StartGrid grid;
    f.table(
        {.name = "starts",
         .help =
             "in place of one: every combination of their values; the rest of a state as of start",
         .default_text = "none"},
        given, [&](io::Fields& s) {
            fields(s, grid);
            if (more)
                more(s);
        });
    if (!f.has("starts"))
        return;
    if (f.has("start"))
        f.refuse("start", "give either start or starts");
    if (grid.displacement.empty() && grid.velocity.empty())
        f.refuse("starts", "give displacement or velocity");
    if (grid.n() > StartGrid::most)
        f.refuse("starts", "that is more than 100000 starts; expected fewer");
    starts = std::move(grid);
}

Settings motion_settings(const std::vector<std::string>& monitors,
                         const dynamics::LongMotionOptions& options, Index modes)
{
    const dynamics::CaptureRule& capture = options.capture;
    return {{"monitor", join(monitors)},
            {"method", "Taylor steps from event to event"},
            {"modes", std::to_string(modes)},
            {"tolerance", number_text(options.tolerance)},
            {"discard", std::to_string(options.discard)},
            {"periods", std::to_string(options.periods)},
            {"settled", "within " + number_text(capture.radius) +
                            " of the size of a stable orbit, proved by Newton's method, and for " +
                            plural(capture.stay, "period") + " more"}};
}

std::vector<std::string> observed(const std::vector<std::string>& monitors,
                                  const std::vector<SectionEntry>& sections)
{
    std::vector<std::string> names = monitors;
    for (const SectionEntry& section : sections)
        if (!section.of.empty() && std::find(names.begin(), names.end(), section.of) == names.end())
            names.push_back(section.of);
    return names;
}

void take_sections(const std::vector<SectionEntry>& sections, const dynamics::JointedSystem& system,
                   std::vector<std::string>& watched, dynamics::LongMotionOptions& options)
{
    for (const SectionEntry& entry : sections) {
        dynamics::Section section = entry.section;
        if (!entry.of.empty())
            section.of = static_cast<std::size_t>(
                std::find(watched.begin(), watched.end(), entry.of) - watched.begin());
        else if (!entry.joint.empty())
            section.of = watched_row(entry, system, watched, options);
        options.sections.push_back(section);
    }
}

} // namespace slideway::app
