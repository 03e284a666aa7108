#pragma once

#include "app/maps/map_results.hpp"
#include "app/results/quantities.hpp"
#include "app/results/summary_file.hpp"
#include "tests/app/app_test.hpp"

namespace slideway::test {

/// A mass between two springs, pushed: u = F / (k + k_joint).
inline const std::string spring_case = model("spring");

inline std::string with_map(const std::string& text, const std::string& x)
{
    return text + "\n[map]\nx = { " + x + " }\n";
}

inline app::Job read(const io::ScratchFolder& folder,
                     const std::vector<std::string>& overrides = {})
{
    return app::read_job(folder / "case.toml", overrides);
}

inline void write(const std::filesystem::path& file, const app::Case& c,
                  const std::vector<std::string>& source, const app::Summary& summary,
                  const app::MapResults& map)
{
    const auto record = std::make_shared<app::MapRecord>(app::map_record(c, source, map));
    app::write_arrays(file, c, {.summary = summary, .arrays = app::writer_of(record)});
}

/// Arrays of two maps, to the last digit. (The files hold the time of their writing.)
inline void check_same_map(const std::filesystem::path& a, const std::filesystem::path& b)
{
    const io::Hdf5Reader one(a), two(b);
    for (const std::string name : {"map/key", "map/status", "map/message", "map/names"})
        CHECK(one.texts(name) == two.texts(name));
    CHECK(one.numbers("map/x") == two.numbers("map/x"));
    CHECK(one.attribute("", "status") == two.attribute("", "status"));
    CHECK_FALSE(one.texts("map/names").empty());
    for (const std::string& name : one.texts("map/names")) {
        CAPTURE(name);
        const std::string at = "map/quantities/" + name + "/";
        CHECK(one.integers(at + "point") == two.integers(at + "point"));
        if (one.holds_texts(at + "value")) {
            CHECK(one.texts(at + "value") == two.texts(at + "value"));
            continue;
        }
        CHECK(one.numbers(at + "value") == two.numbers(at + "value"));
        CHECK(one.attribute(at + "value", "unit") == two.attribute(at + "value", "unit"));
    }
}

} // namespace slideway::test
