#include "app/analyses/job.hpp"
#include "app/model/drawing.hpp"
#include "tests/app/app_test.hpp"

// The description of a model for its drawing.

using namespace slideway;
using namespace slideway::test;

TEST_CASE("the description of a drawing has outlines, supports, places and links", "[app]")
{
    const CaseFolder folder(small_case);
    const app::Job job = app::read_job(folder / "case.toml");
    const Json drawing(app::drawing_json(job.c, app::build_model(job)));
    const Json lower = drawing["bodies"][0];
    CHECK(lower["name"].text() == "lower");
    CHECK(lower["supports"].texts() == std::vector<std::string>{"clamp"});
    // Sides of a rectangle of nx x ny elements: 2 (nx + ny); together they are its circumference.
    const std::vector<double> outline = lower["outline"].numbers();
    double length = 0;
    for (std::size_t k = 0; k + 3 < outline.size(); k += 4)
        length += std::hypot(outline[k + 2] - outline[k], outline[k + 3] - outline[k + 1]);
    CHECK(length == Approx(2 * (0.1 + 0.002)).epsilon(1e-9));
    CHECK(drawing["contacts"][0]["master"].text() == "lower.top");
    CHECK_THAT(drawing["text"].texts().back(), StartsWith("load "));
}

TEST_CASE("masses and springs are linked as their stiffness couples them", "[app]")
{
    const CaseFolder folder(R"(title = "chain"
[[substructure]]
name = "chain"
type = "lumped"
chain = { masses = [2, 3, 4], springs = [1, 1e6, 1e-3] }
[analysis]
type = "modes"
of = "bodies"
n_modes = 1
)");
    const app::Job job = app::read_job(folder / "case.toml");
    const Json links = Json(app::drawing_json(job.c, app::build_model(job)))["bodies"][0]["links"];
    std::vector<std::string> pairs;
    for (std::size_t k = 0; k < links.size(); ++k)
        pairs.push_back(links[k].texts()[0] + "-" + links[k].texts()[1]);
    std::sort(pairs.begin(), pairs.end());
    CHECK(pairs == std::vector<std::string>{"m1-ground", "m1-m2", "m2-m3"});
}
