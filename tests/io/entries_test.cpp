#include "io/entries.hpp"

#include "io/array_sink.hpp"
#include "io/hdf5_file.hpp"
#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>

#include <stdexcept>

using namespace slideway;
using Catch::Matchers::Contains;
using Texts = std::vector<std::string>;

namespace {

enum class Kind { first = 1, second = 2 };

struct Point {
    std::string name;
    Vector u;
};
struct Motion {
    int periods = 0;
    double growth = 0;
    bool stable = false;
    std::optional<double> symmetry;
    std::vector<Point> points;
};
struct Extra {
    Texts names;
};
struct Result {
    std::string monitor, title;
    Kind kind = Kind::first;
    Matrix shapes;
    std::vector<double> time;
    std::vector<int> state, round;
    std::vector<Motion> motions;
    std::optional<Extra> extra;
    Texts bodies;
};

void arrays(io::Entries& a, Result& r)
{
    a.note("n is the number of samples.");
    a.attribute(r.monitor, "monitor", "first monitor");
    a.array(r.title, "title", "", "a text");
    a.array(r.kind, "kind", "", "1 first, 2 second");
    a.array(r.shapes, "shapes", "m", "of the modes", "P x m");
    a.array(r.time, "time", "s", "of each sample", "n");
    a.group("starts", [&] {
        a.array(r.state, "state", "", "of each sample", "n");
        a.array(r.round, "round", "", "of refinement", "n", "with `refine`");
        a.derived([&] { return r.state.back(); }, "most", "", "largest state");
    });
    a.numbered(r.motions, "motions", "K", "the number of a motion", [&](Motion& motion) {
        a.array(motion.periods, "periods", "", "its period");
        a.array(motion.growth, "growth", "", "its multiplier");
        a.array(motion.stable, "stable", "", "1 or 0");
        a.array(motion.symmetry, "symmetry", "", "its distance", "", "for odd periods");
        a.named(motion.points, "points", "M", "a monitor", [&](Point& point) {
            a.array(point.u, "u", a.unit("rad", "m or rad"), "its displacement", "n");
        });
    });
    a.optional(r.extra, "extra", "on request",
               [&](Extra& extra) { a.array(extra.names, "names", "", "names", "k"); });
    a.each_name(r.bodies, "sizes", "B", "a body", [&](std::size_t k, const std::string& path) {
        a.derived([&] { return static_cast<double>(r.bodies[k].size()); }, path, "m", "its size");
    });
}

Result example()
{
    Result r{"tip.x", "Title", Kind::second, Matrix(2, 3), {0, 0.5},
             {4, 5},  {},      {},           {},           {"a", "bc"}};
    r.shapes << 1, 2, 3, 4, 5, 6;
    r.motions = {{1, 0.5, true, 0.25, {{"tip.x", Vector::Ones(2)}, {"end.y", Vector::Zero(1)}}},
                 {2, 1.5, false, {}, {}}};
    return r;
}

io::Walk walk(Result& r)
{
    return [&r](io::Entries& a) { arrays(a, r); };
}

} // namespace

TEST_CASE("a description writes each array with its unit and meaning", "[io]")
{
    Result r = example();
    io::ArraysInMemory memory;
    write_arrays(memory, walk(r));
    Texts names;
    for (const auto& [name, array] : memory.arrays())
        names.push_back(name);
    CHECK(names == Texts{"kind", "motions/0001/growth", "motions/0001/periods",
                         "motions/0001/points/end.y/u", "motions/0001/points/tip.x/u",
                         "motions/0001/stable", "motions/0001/symmetry", "motions/0002/growth",
                         "motions/0002/periods", "motions/0002/stable", "shapes", "sizes/a",
                         "sizes/bc", "starts/most", "starts/state", "time", "title"});
    const auto& u = memory.arrays().at("motions/0001/points/tip.x/u");
    CHECK(u.unit == "rad");
    CHECK(u.meaning == "its displacement");
    CHECK(std::get<std::vector<int>>(memory.arrays().at("kind").values) == std::vector{2});
    CHECK(std::get<std::vector<int>>(memory.arrays().at("starts/most").values) == std::vector{5});
    CHECK(std::get<Vector>(memory.arrays().at("sizes/bc").values)(0) == 2);
    CHECK(memory.attributes().at("monitor") == "tip.x");
}

TEST_CASE("the same description reads the file back", "[io]")
{
    const io::ScratchFolder folder;
    Result r = example();
    const bool with_extra = GENERATE(false, true);
    if (with_extra) {
        r.extra = Extra{{"one", "two"}};
        r.round = {7};
    }
    io::Hdf5Writer writer(folder / "results.h5");
    write_arrays(writer, walk(r));
    writer.close();
    Result back;
    read_arrays(io::Hdf5Reader(folder / "results.h5"), walk(back));
    CHECK(back.monitor == r.monitor);
    CHECK(back.title == r.title);
    CHECK(back.kind == Kind::second);
    CHECK(back.shapes == r.shapes);
    CHECK(back.time == r.time);
    CHECK(back.state == r.state);
    CHECK(back.round == r.round);
    REQUIRE(back.motions.size() == 2);
    CHECK(back.motions[0].periods == 1);
    CHECK(back.motions[1].growth == 1.5);
    CHECK(back.motions[0].stable);
    CHECK(!back.motions[1].stable);
    CHECK(back.motions[0].symmetry == 0.25);
    CHECK(!back.motions[1].symmetry);
    REQUIRE(back.motions[0].points.size() == 2); // in the order of their names
    CHECK(back.motions[0].points[0].name == "end.y");
    CHECK(back.motions[0].points[1].u == Vector::Ones(2));
    CHECK(back.motions[1].points.empty());
    REQUIRE(back.extra.has_value() == with_extra);
    CHECK((!with_extra || back.extra->names == r.extra->names));
}

TEST_CASE("a file without an array that is always present is refused", "[io]")
{
    const io::ScratchFolder folder;
    Result r = example();
    io::Hdf5Writer writer(folder / "results.h5");
    writer.write("title", Texts{"one", "two"}, "");
    writer.attribute("monitor", "tip.x");
    writer.close();
    const io::Hdf5Reader reader(folder / "results.h5");
    CHECK_THROWS_WITH(read_arrays(reader, walk(r)), Contains("title: expected one entry"));
    CHECK_THROWS_WITH(
        read_arrays(reader,
                    [&](io::Entries& a) { a.array(r.time, "time", "s", "of each sample", "n"); }),
        Contains("cannot read time"));
}

TEST_CASE("a description needs no result to be documented", "[io]")
{
    Result r;
    const io::EntryDocs docs = describe_entries(walk(r), "/");
    Texts names;
    for (const io::EntryDocs::Doc& doc : docs.entries)
        names.push_back(doc.entry.name);
    CHECK(names == Texts{"monitor", "title", "kind", "shapes", "time", "starts/state",
                         "starts/round", "starts/most", "motions/K/periods", "motions/K/growth",
                         "motions/K/stable", "motions/K/symmetry", "motions/K/points/M/u",
                         "extra/names", "sizes/B"});
    CHECK(docs.entries[0].attribute);
    CHECK(docs.entries[3].entry.shape == "P x m");
    CHECK(docs.entries[6].entry.condition == "with `refine`");
    CHECK(docs.entries[12].entry.unit == "m or rad");
    CHECK(docs.notes == Texts{"n is the number of samples.", "K stands for the number of a motion.",
                              "M stands for a monitor.", "`extra` exists only on request.",
                              "B stands for a body."});
}

TEST_CASE("an array of numbers or of texts is read back with its type and its unit", "[io]")
{
    struct Series {
        std::vector<double> numbers;
        Texts texts;
        std::string unit;
    };
    const auto visit = [](io::Entries& a, Series& s, const std::string& name) {
        a.numbers_or_texts(s.numbers, s.texts, s.unit, name, "values", "k");
    };
    const io::ScratchFolder folder;
    Series force{{1.5, -2}, {}, "N"}, regime{{}, {"slip", "stick"}, ""};
    {
        io::Hdf5Writer h5(folder / "x.h5");
        io::write_arrays(h5, [&](io::Entries& a) {
            visit(a, force, "force");
            visit(a, regime, "regime");
        });
        h5.close();
    }
    Series first, second;
    const io::Hdf5Reader h5(folder / "x.h5");
    io::read_arrays(h5, [&](io::Entries& a) {
        visit(a, first, "force");
        visit(a, second, "regime");
    });
    CHECK(first.numbers == force.numbers);
    CHECK(first.texts.empty());
    CHECK(first.unit == "N");
    CHECK(second.texts == regime.texts);
    CHECK(second.numbers.empty());
    CHECK_THROWS_WITH(io::read_arrays(h5, [&](io::Entries& a) { visit(a, first, "gap"); }),
                      Contains("gap"));
    const io::EntryDocs docs =
        io::describe_entries([&](io::Entries& a) { visit(a, force, "force"); }, "/");
    REQUIRE(docs.entries.size() == 1);
    CHECK(docs.entries[0].entry.unit == "N");
}
