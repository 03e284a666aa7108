#include "io/hdf5_file.hpp"

#include "tests/io/scratch_folder.hpp"

#include <catch2/catch.hpp>
#include <hdf5.h>

#include <chrono>
#include <random>
#include <thread>

using namespace slideway;
using Catch::Matchers::Contains;
using Names = std::vector<std::string>;

namespace {

const Vector three = Vector::Ones(3);

std::string attribute_of(hid_t object, const char* name)
{
    const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    REQUIRE(attribute >= 0);
    const hid_t type = H5Aget_type(attribute);
    REQUIRE(H5Tis_variable_str(type) > 0);
    char* text = nullptr;
    REQUIRE(H5Aread(attribute, type, static_cast<void*>(&text)) >= 0);
    std::string result = text;
    H5free_memory(text);
    H5Tclose(type);
    H5Aclose(attribute);
    return result;
}

struct Dataset {
    std::vector<hsize_t> shape, chunk; ///< chunk empty: contiguous
    std::vector<std::string> filters;
    std::string meaning;
};

// Opens `name` of `file` through the C API and reads it as T into `values`, which it resizes.
template <class T>
Dataset read(const std::filesystem::path& file, const char* name, hid_t memory,
             std::vector<T>& values, std::string* unit = nullptr)
{
    const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    REQUIRE(id >= 0);
    const hid_t data = H5Dopen2(id, name, H5P_DEFAULT);
    REQUIRE(data >= 0);
    Dataset result;
    const hid_t space = H5Dget_space(data);
    result.shape.resize(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
    H5Sget_simple_extent_dims(space, result.shape.data(), nullptr);
    values.resize(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
    REQUIRE(H5Dread(data, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
    const hid_t layout = H5Dget_create_plist(data);
    if (H5Pget_layout(layout) == H5D_CHUNKED) {
        result.chunk.resize(result.shape.size());
        H5Pget_chunk(layout, static_cast<int>(result.chunk.size()), result.chunk.data());
    }
    for (int k = 0; k < H5Pget_nfilters(layout); ++k) {
        char filter[64] = "";
        std::size_t n = 0;
        H5Pget_filter2(layout, static_cast<unsigned>(k), nullptr, &n, nullptr, sizeof filter,
                       filter, nullptr);
        result.filters.emplace_back(filter);
    }
    result.meaning = attribute_of(data, "meaning");
    if (unit)
        *unit = attribute_of(data, "unit");
    H5Pclose(layout);
    H5Sclose(space);
    H5Dclose(data);
    H5Fclose(id);
    return result;
}

} // namespace

TEST_CASE("an HDF5 file gives back values, shapes, units and meanings", "[io]")
{
    const io::ScratchFolder folder;
    const auto file = folder / "results.h5";
    const Vector u = Vector::LinSpaced(5, 0, 1e-3);
    Matrix shape(3, 2);
    shape << 1, 2, 3, 4, 5, 6;
    {
        io::Hdf5Writer h5(file);
        h5.attribute("title", "Beam on beam, µ = 0.3");
        h5.attribute("empty", "");
        h5.write("points/lower.tip/displacement", u, "m", "mean over the port");
        h5.write("points/lower.tip/shape", shape, "", "dofs x modes");
        h5.write("contact/state", std::vector<int>{1, -2, 3}, "0 open");
        h5.write("names", Names{"lower", "", "µ"}, "bodies");
        h5.write("nothing", Vector(0), "m", "an empty history");
        h5.close();
    }
    CHECK(folder.names() == Names{"results.h5"});

    std::vector<double> values;
    std::string unit;
    const Dataset d = read(file, "points/lower.tip/displacement", H5T_NATIVE_DOUBLE, values, &unit);
    CHECK(d.shape == std::vector<hsize_t>{5});
    CHECK(values == std::vector<double>(u.begin(), u.end()));
    CHECK(unit == "m");
    CHECK(d.meaning == "mean over the port");
    CHECK(d.chunk.empty());

    CHECK(read(file, "points/lower.tip/shape", H5T_NATIVE_DOUBLE, values, &unit).shape ==
          std::vector<hsize_t>{3, 2});
    CHECK(values == std::vector<double>{1, 2, 3, 4, 5, 6}); // row by row
    CHECK(unit.empty());

    std::vector<int> states;
    CHECK(read(file, "contact/state", H5T_NATIVE_INT, states).meaning == "0 open");
    CHECK(states == std::vector<int>{1, -2, 3});

    CHECK(read(file, "nothing", H5T_NATIVE_DOUBLE, values, &unit).shape == std::vector<hsize_t>{0});

    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, H5T_VARIABLE);
    H5Tset_cset(text, H5T_CSET_UTF8);
    std::vector<char*> names;
    CHECK(read(file, "names", text, names).shape == std::vector<hsize_t>{3});
    CHECK(Names(names.begin(), names.end()) == Names{"lower", "", "µ"});
    for (char* name : names)
        H5free_memory(name);
    H5Tclose(text);

    const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    CHECK(attribute_of(id, "title") == "Beam on beam, µ = 0.3");
    CHECK(attribute_of(id, "empty").empty());
    H5Fclose(id);
}

TEST_CASE("large arrays are stored as they are, and read back exactly", "[io]")
{
    const io::ScratchFolder folder;
    const auto file = folder / "results.h5";
    const Index n = 200000;
    const Vector smooth = Vector::LinSpaced(n, 0, 1).array().sin();
    const Matrix wide = Matrix::Random(3, 40000), tall = Matrix::Random(40000, 3);
    io::Hdf5Writer h5(file);
    h5.write("smooth", smooth, "m", "s");
    h5.write("wide", wide, "m", "w");
    h5.write("tall", tall, "m", "t");
    h5.close();
    std::vector<double> values;
    const Dataset d = read(file, "smooth", H5T_NATIVE_DOUBLE, values);
    CHECK(d.chunk.empty());
    CHECK(d.filters.empty());
    CHECK(values == std::vector<double>(smooth.begin(), smooth.end()));
    CHECK(read(file, "wide", H5T_NATIVE_DOUBLE, values).chunk.empty());
    CHECK(values[40000 + 7] == wide(1, 7));
    CHECK(read(file, "tall", H5T_NATIVE_DOUBLE, values).chunk.empty());
    CHECK(values[3 * 39999 + 2] == tall(39999, 2));
}

TEST_CASE("an HDF5 file that is not closed leaves neither file nor temporary", "[io]")
{
    const io::ScratchFolder folder;
    const auto interrupted = [&] {
        io::Hdf5Writer h5(folder / "results.h5");
        h5.write("a", three, "m", "a");
        CHECK(folder.names().size() == 1);
        throw std::runtime_error("diverged");
    };
    CHECK_THROWS_WITH(interrupted(), "diverged");
    CHECK(folder.names().empty());
}

TEST_CASE("the same arrays give the same bytes, whenever they are written", "[io]")
{
    // HDF5 records the time of creation in seconds.
    const io::ScratchFolder folder;
    auto bytes = [&](const char* name) -> std::string {
        io::Hdf5Writer file(folder / name);
        file.write("group/three", three, "m", "one each");
        file.close();
        return io::file_text(folder / name);
    };
    const std::string first = bytes("a.h5");
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    CHECK(bytes("b.h5") == first);
}

TEST_CASE("HDF5 failures name the file, the array and the reason", "[io]")
{
    const io::ScratchFolder folder;
    CHECK_THROWS_WITH(io::Hdf5Writer(folder / "no/results.h5"),
                      Contains("results.h5: cannot be written: ") &&
                          Contains("No such file or directory"));
    io::Hdf5Writer h5(folder / "results.h5");
    h5.write("a/b", three, "m", "a");
    CHECK_THROWS_WITH(h5.write("a/b", three, "m", "a"),
                      Contains("results.h5: cannot write a/b: name already exists"));
    h5.write("c", three, "m", "usable after an error");
    h5.close();
    CHECK_THROWS_AS(h5.close(), std::logic_error);
    CHECK_THROWS_AS(h5.write("d", three, "m", "d"), std::logic_error);
    CHECK(folder.names() == Names{"results.h5"});
}

TEST_CASE("a reader gives back what the writer wrote, and names what is not there", "[io]")
{
    const io::ScratchFolder folder;
    Vector numbers(3);
    numbers << 0.1, -1e-300, 3e300;
    {
        io::Hdf5Writer h5(folder / "a.h5");
        h5.attribute("map", "x, y");
        h5.write("map/x", numbers, "N/m", "stiffness");
        h5.write("map/point", std::vector<int>{3, -1}, "index");
        h5.write("map/names", Names{"", "µ 1", "b\nc"}, "texts");
        h5.write("map/none", Vector(), "", "no number");
        h5.close();
    }
    const io::Hdf5Reader h5(folder / "a.h5");
    CHECK(h5.numbers("map/x") == std::vector<double>{0.1, -1e-300, 3e300}); // exactly equal
    CHECK(h5.integers("map/point") == std::vector<int>{3, -1});
    CHECK(h5.texts("map/names") == Names{"", "µ 1", "b\nc"});
    CHECK(h5.numbers("map/none").empty());
    CHECK(h5.holds_texts("map/names"));
    CHECK_FALSE(h5.holds_texts("map/x"));
    CHECK(h5.attribute("", "map") == "x, y");
    CHECK(h5.attribute("map/x", "unit") == "N/m");
    const std::string cannot = (folder / "a.h5").string() + ": cannot read ";
    CHECK_THROWS_WITH(h5.numbers("map/y"), Contains(cannot + "map/y: "));
    CHECK_THROWS_WITH(h5.numbers("map/names"), Contains(cannot + "map/names: "));
    CHECK_THROWS_WITH(h5.texts("map/x"), Contains(cannot + "map/x: "));
    CHECK_THROWS_WITH(h5.attribute("", "status"), Contains(cannot + " status: "));
    CHECK_THROWS_WITH(io::Hdf5Reader(folder / "b.h5"), Contains("b.h5: cannot be read: "));
}

TEST_CASE("an HDF5 file of which any bit is flipped is refused before HDF5 sees it", "[io]")
{
    const io::ScratchFolder folder;
    const auto file = folder / "results.h5";
    {
        io::Hdf5Writer h5(file);
        h5.attribute("status", "interrupted");
        h5.write("map/x", three, "m", "x");
        h5.write("map/names", Names{"a", "b"}, "names");
        h5.close();
    }
    const std::string sound = io::file_text(file);
    CHECK(io::checksum_in(file) == sound.substr(26, 16));
    const auto refusal = [&](const std::string& text) -> std::string {
        std::ofstream(file, std::ios::binary) << text;
        try {
            (void)io::Hdf5Reader(file);
        } catch (const std::exception& error) {
            return error.what();
        }
        return "";
    };
    const std::string damaged = file.string() + ": cannot be read: damaged, its checksum does not "
                                                "hold";
    std::mt19937 random(16);
    for (int k = 0; k < 400; ++k) {
        const std::size_t bit = random() % (8 * (k < 100 ? 512 : sound.size()));
        CAPTURE(bit);
        std::string spoilt = sound;
        spoilt[bit / 8] = static_cast<char>(spoilt[bit / 8] ^ (1 << bit % 8));
        CHECK(refusal(spoilt) == damaged);
    }
    for (const std::size_t n : {std::size_t{0}, std::size_t{100}, sound.size() - 1})
        CHECK(refusal(sound.substr(0, n)) == damaged);
    CHECK(refusal(sound + '\0') == damaged);
    CHECK(refusal(sound).empty());

    // A file that another program wrote.
    const hid_t id = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(id);
    CHECK_THROWS_WITH(io::Hdf5Reader(file), Contains("cannot be read: it has no checksum"));
}
