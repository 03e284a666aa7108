#include "base/types.hpp"
#include "tests/app/app_test.hpp"

#include <Eigen/Core>
#include <hdf5.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <csignal>
#include <functional>
#include <map>
#include <set>
#include <thread>

using namespace slideway;
using namespace slideway::test;
namespace fs = std::filesystem;

namespace {

// ---- HDF5

struct Array {
    std::vector<double> values;
    std::vector<hsize_t> shape;
    std::string unit, meaning;
};

std::string attribute(hid_t object, const char* name)
{
    if (H5Aexists(object, name) <= 0)
        return "";
    const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT), type = H5Aget_type(attribute);
    char* text = nullptr;
    H5Aread(attribute, type, static_cast<void*>(&text));
    const std::string result = text ? text : "";
    H5free_memory(text);
    H5Tclose(type);
    H5Aclose(attribute);
    return result;
}

herr_t collect(hid_t root, const char* name, const H5O_info_t* info, void* arrays)
{
    if (info->type != H5O_TYPE_DATASET)
        return 0;
    const hid_t data = H5Dopen2(root, name, H5P_DEFAULT), space = H5Dget_space(data);
    Array array;
    array.shape.resize(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
    H5Sget_simple_extent_dims(space, array.shape.data(), nullptr);
    array.values.resize(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
    const hid_t type = H5Dget_type(data);
    if (H5Tget_class(type) != H5T_STRING)
        H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, array.values.data());
    H5Tclose(type);
    array.unit = attribute(data, "unit");
    array.meaning = attribute(data, "meaning");
    (*static_cast<std::map<std::string, Array>*>(arrays))[name] = array;
    H5Sclose(space);
    H5Dclose(data);
    return 0;
}

std::map<std::string, Array> arrays_of(const fs::path& file)
{
    std::map<std::string, Array> arrays;
    const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    REQUIRE(id >= 0);
    H5Ovisit2(id, H5_INDEX_NAME, H5_ITER_NATIVE, collect, &arrays, H5O_INFO_BASIC);
    H5Fclose(id);
    return arrays;
}

// ---- ParaView

vtkUnstructuredGrid* read(vtkXMLUnstructuredGridReader* reader, const fs::path& file)
{
    REQUIRE(fs::exists(file));
    reader->SetFileName(file.c_str());
    reader->Update();
    REQUIRE(reader->GetErrorCode() == 0);
    return reader->GetOutput();
}

// Files of a .pvd with their times.
std::vector<std::pair<double, fs::path>> steps_of(const fs::path& pvd)
{
    const std::string text = io::file_text(pvd);
    auto next = [&text](const std::string& attribute, std::size_t& at) -> std::string {
        at = text.find(attribute + "=\"", at);
        REQUIRE(at != std::string::npos);
        at += attribute.size() + 2;
        return text.substr(at, text.find('"', at) - at);
    };
    std::vector<std::pair<double, fs::path>> steps;
    for (std::size_t at = 0; (at = text.find("<DataSet ", at)) != std::string::npos;) {
        const double time = std::stod(next("timestep", at));
        steps.emplace_back(time, pvd.parent_path() / next("file", at));
    }
    return steps;
}

// Whole files only: what there is opens.
void check_whole(const fs::path& folder)
{
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const fs::path& file = entry.path();
        if (!entry.is_regular_file() || file.string().find("/.slideway") != std::string::npos)
            continue; // hidden: begun, or not yet in its place
        CAPTURE(file);
        if (file.extension() == ".json") {
            CHECK_NOTHROW(Json(io::file_text(file)));
        } else if (file.extension() == ".h5") {
            CHECK(arrays_of(file).contains("time"));
        } else if (file.extension() == ".vtu") {
            const vtkNew<vtkXMLUnstructuredGridReader> reader;
            CHECK(read(reader, file)->GetNumberOfPoints() == 74);
        } else if (file.extension() == ".pvd") {
            for (const auto& [time, step] : steps_of(file))
                CHECK(fs::exists(step));
        } else {
            FAIL_CHECK("what is this file?");
        }
    }
}

} // namespace

TEST_CASE("modes write one series per body", "[app]")
{
    const io::ScratchFolder folder;
    run_ok(folder, "run substructures/beam_modes --quiet --output out");
    auto arrays = arrays_of(folder / "out/results.h5");
    std::size_t n_series = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "out")) {
        const std::string name = entry.path().filename().string(), end = "_modes.pvd";
        if (!name.ends_with(".pvd"))
            continue;
        CAPTURE(name);
        REQUIRE(name.ends_with(end));
        const std::string set = name.substr(0, name.size() - end.size());
        const auto steps = steps_of(entry.path());
        CHECK(steps.size() == arrays["modes/" + set + "/frequency"].values.size());
        double mode = 0;
        for (const auto& [time, file] : steps) {
            CHECK(time == ++mode);
            const vtkNew<vtkXMLUnstructuredGridReader> reader;
            CHECK(read(reader, file)->GetPointData()->GetArray("displacement") != nullptr);
        }
        ++n_series;
    }
    CHECK(n_series == 2); // bodies
}

TEST_CASE("a static case without histories reports the largest displacement and the reactions",
          "[app]")
{
    // A bar of 2 m held at one end, the other moved by 1 mm: E A u / l = 2e11 1e-4 1e-3 / 2.
    const RunCase run(R"([[substructure]]
name = "bar"
type = "beam"
length = 2.0
elements = 4
axial = true
material = { young = 2e11, density = 7800.0 }
section = { width = 0.01, height = 0.01 }
fixed = ["start"]

[[motion]]
name = "pull"
on = "bar.end.x"
displacement = 1e-3

[analysis]
type = "static"
)");
    CHECK_THAT(run.out, Contains("body bar: largest displacement 0.001 m\n") &&
                            Contains("motion pull: the body is held by 10000 N\n"));
}

TEST_CASE("ParaView files hold deformed bodies, stress and contact force", "[app]")
{
    const RunCase run(small_case);
    const auto steps = steps_of(run / "out/transient.pvd");
    REQUIRE(steps.size() == 3); // 0, 1 and 2 ms
    auto arrays = arrays_of(run / "out/results.h5");
    const std::vector<double>& time = arrays["time"].values;
    const std::vector<double>& x_A = arrays["points/upper.end.x/displacement"].values;

    for (const auto& [t, file] : steps) {
        CAPTURE(t);
        const vtkNew<vtkXMLUnstructuredGridReader> reader;
        vtkUnstructuredGrid* grid = read(reader, file);
        REQUIRE(grid->GetNumberOfPoints() == 21 * 2 + 16 * 2);
        REQUIRE(grid->GetNumberOfCells() == 20 + 15);
        vtkPointData* points = grid->GetPointData();
        for (const char* name : {"displacement", "stress_xx", "stress_yy", "stress_xy", "von_mises",
                                 "contact_force", "contact_state"}) {
            CAPTURE(name);
            REQUIRE(points->GetArray(name) != nullptr);
        }
        REQUIRE(grid->GetCellData()->GetArray("body") != nullptr);
        vtkDataArray* displacement = points->GetArray("displacement");

        // The driven end is the right end of the upper beam: all its nodes move by x_A in x.
        const auto sample = static_cast<std::size_t>(std::llround(t / (time[1] - time[0])));
        REQUIRE(sample < time.size());
        CHECK(time[sample] == Approx(t).margin(1e-9));
        int n_end = 0;
        double force[2] = {0, 0}, pressed = 0;
        int n_touching = 0;
        for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i) {
            double x[3], u[3], f[3];
            grid->GetPoint(i, x);
            displacement->GetTuple(i, u);
            points->GetArray("contact_force")->GetTuple(i, f);
            CHECK(u[2] == 0);
            const Eigen::Vector2d X(x[0] - u[0], x[1] - u[1]); // undeformed
            const bool upper = i >= 42;
            // Local coordinates of the upper beam, turned by 30 degrees about (0.01, 0).
            const double c = std::cos(std::numbers::pi / 6), s = std::sin(std::numbers::pi / 6);
            const double along = c * (X.x() - 0.01) + s * X.y();
            if (upper && std::abs(along - 0.075) < 1e-9) {
                ++n_end;
                // Written and recorded values of one displacement of 1e-5 m: round-off.
                CHECK(u[0] == Approx(x_A[sample]).margin(1e-12));
            }
            if (!upper) { // within its undeformed outline, 0.1 x 0.002 m
                CHECK((X.x() > -1e-12 && X.x() < 0.1 + 1e-12));
                CHECK((X.y() > -0.002 - 1e-12 && X.y() < 1e-12));
            }
            for (int k = 0; k < 2; ++k)
                force[k] += f[k];
            if (points->GetArray("contact_state")->GetTuple1(i) > 0)
                ++n_touching;
            if (upper)
                pressed += f[1];
            const double xx = points->GetArray("stress_xx")->GetTuple1(i),
                         yy = points->GetArray("stress_yy")->GetTuple1(i),
                         xy = points->GetArray("stress_xy")->GetTuple1(i);
            CHECK(points->GetArray("von_mises")->GetTuple1(i) ==
                  Approx(std::sqrt(xx * xx - xx * yy + yy * yy + 3 * xy * xy)).epsilon(1e-12));
        }
        CHECK(n_end == 2);
        CHECK(n_touching == 3); // the slave and the two ends of its segment
        // Action and reaction: the slave's force is minus the sum over the master's nodes.
        CHECK(std::abs(force[0]) < 1e-14); // of 0.08 N: round-off
        CHECK(std::abs(force[1]) < 1e-14);
        // On the slave: lambda and friction turned by the slope of the segment, below 1e-3 here.
        CHECK(pressed == Approx(arrays["contacts/rub/normal_force"].values[sample]).epsilon(1e-3));
    }
}

TEST_CASE("ParaView files hold the states of contacts that are followed", "[app]")
{
    // To and fro at 250 Hz: forward, backward and stuck, as recorded at the times of the frames.
    const RunCase run(replaced(
        replaced(replaced(replaced(small_case, "type = \"transient\"",
                                   "type = \"transient\"\nscheme = \"modal-propagator\"\nh = "
                                   "1e-6\nsticking = \"follow\""),
                          "velocity = { value = 0.030, ramp = 0.001 }",
                          "velocity = { amplitude = 0.02, frequency_hz = 250.0, ramp = 0.002 }"),
                 "t_end = 0.002", "t_end = 0.012"),
        "fields_rate_hz = 1000.0", "fields_rate_hz = 10e3"));
    auto arrays = arrays_of(run / "out/results.h5");
    const std::vector<double>& time = arrays["time"].values;
    const std::vector<int> state =
        io::Hdf5Reader(run / "out/results.h5").integers("contacts/rub/state");
    std::set<int> seen;
    for (const auto& [t, file] : steps_of(run / "out/transient.pvd")) {
        CAPTURE(t);
        const vtkNew<vtkXMLUnstructuredGridReader> reader;
        vtkDataArray* codes = read(reader, file)->GetPointData()->GetArray("contact_state");
        const auto sample = static_cast<std::size_t>(std::llround(t / (time[1] - time[0])));
        CHECK(codes->GetRange()[1] == state.at(sample));
        seen.insert(state.at(sample));
    }
    CHECK(seen.contains(2));
    CHECK(seen.contains(3));
    CHECK(seen.contains(4));
}

TEST_CASE("modes are drawn on the model, the largest displacement a twentieth of its size", "[app]")
{
    const RunCase run(replaced(small_case_with("friction = 0.3", "friction = 0"),
                               "type = \"transient\"\nt_end = 0.002",
                               "type = \"modes\"\nn_modes = 3"));
    const auto steps = steps_of(run / "out/coupled_modes.pvd");
    REQUIRE(steps.size() == 3);
    // Points and displacements of each mode, 2 x points.
    std::vector<Matrix> drawn, shape;
    for (const auto& [mode, file] : steps) {
        const vtkNew<vtkXMLUnstructuredGridReader> reader;
        vtkUnstructuredGrid* grid = read(reader, file);
        vtkDataArray* u = grid->GetPointData()->GetArray("displacement");
        REQUIRE(u != nullptr);
        Matrix &x = drawn.emplace_back(2, grid->GetNumberOfPoints()),
               &y = shape.emplace_back(2, grid->GetNumberOfPoints());
        for (vtkIdType p = 0; p < grid->GetNumberOfPoints(); ++p)
            for (int k = 0; k < 2; ++k) {
                x(k, p) = grid->GetPoint(p)[k];
                y(k, p) = u->GetComponent(p, k);
            }
    }
    // All stand on one undeformed model, whose diagonal is the size.
    Matrix model = drawn[0];
    auto undeformed = [&](std::size_t mode, double size) -> Matrix {
        return drawn[mode] - 0.05 * size / shape[mode].colwise().norm().maxCoeff() * shape[mode];
    };
    auto size = [&]() -> double {
        return (model.rowwise().maxCoeff() - model.rowwise().minCoeff()).norm();
    };
    for (int iteration = 0; iteration < 50; ++iteration)
        model = undeformed(0, size());
    for (const std::size_t mode : {1, 2})
        CHECK((undeformed(mode, size()) - model).cwiseAbs().maxCoeff() < 1e-6 * size());
    auto arrays = arrays_of(run / "out/results.h5");
    REQUIRE(arrays.contains("modes/coupled/frequency"));
    const Array& frequency = arrays["modes/coupled/frequency"];
    CHECK(frequency.unit == "Hz");
    CHECK(frequency.values.size() == 3);
    const Json summary = summary_of(run);
    CHECK(summary["quantities"].values("coupled.frequency") == frequency.values);
    CHECK(arrays["modes/coupled/shape/lower"].shape == std::vector<hsize_t>{44, 3});
}

TEST_CASE("arrays have names, units and one entry per sample", "[app]")
{
    const RunCase run(small_case);
    auto arrays = arrays_of(run / "out/results.h5");
    const std::map<std::string, std::string> units = {
        {"time", "s"},
        {"points/lower.free_end.y/displacement", "m"},
        {"points/lower.free_end.y/velocity", "m/s"},
        {"points/lower.free_end.y/acceleration", "m/s^2"},
        {"points/upper.end.x/displacement", "m"},
        {"contacts/rub/normal_force", "N"},
        {"contacts/rub/friction_force", "N"},
        {"contacts/rub/gap", "m"},
        {"contacts/rub/sliding_velocity", "m/s"},
        {"contacts/rub/slave_velocity_x", "m/s"},
        {"contacts/rub/slave_velocity_y", "m/s"},
        {"contacts/rub/contact_x", "m"},
        {"contacts/rub/contact_y", "m"},
        {"contacts/rub/slope", "rad"},
        {"contacts/rub/alpha", ""},
        {"contacts/rub/segment", ""},
        {"contacts/rub/state", ""},
        {"energy/stored", "J"},
        {"energy/loads", "J"},
        {"energy/drive", "J"},
        {"energy/friction", "J"},
        {"energy/damping", "J"},
        {"energy/residual", "J"},
    };
    const std::size_t n = arrays["time"].values.size();
    CHECK(n == 101); // 50 kHz for 2 ms, both ends
    for (const auto& [name, unit] : units) {
        CAPTURE(name);
        REQUIRE(arrays.contains(name));
        CHECK(arrays[name].unit == unit);
        CHECK(arrays[name].shape == std::vector<hsize_t>{n});
        CHECK_FALSE(arrays[name].meaning.empty());
        for (const double value : arrays[name].values)
            REQUIRE(std::isfinite(value));
    }
    // Coulomb's law: the friction on the slave, which slides along the segment, is -mu lambda.
    const auto& lambda = arrays["contacts/rub/normal_force"].values;
    const auto& friction = arrays["contacts/rub/friction_force"].values;
    for (std::size_t k = 0; k < n; ++k)
        CHECK(friction[k] == Approx(-0.3 * lambda[k]).epsilon(1e-12));
    // The contact stays closed to the error of the prediction: 1e-6 of a segment of 5 mm.
    for (const double gap : arrays["contacts/rub/gap"].values)
        CHECK(std::abs(gap) < 5e-9);
}

TEST_CASE("velocities and accelerations are the differences of the displacements", "[app]")
{
    // A sample at every step: v_n = (u_{n+1} - u_{n-1}) / 2h, a_n = (u_{n+1} - 2 u_n + u_{n-1}) /
    // h^2, so (v_{n+1} - v_{n-1}) / 2h = (a_{n+1} + 2 a_n + a_{n-1}) / 4.
    const double h = 5e-7;
    std::string text = small_case_with("t_end = 0.002", "t_end = 0.002\nh = 5e-7");
    text = replaced(text, "fields_rate_hz = 1000.0", "history_rate_hz = 2e6");
    const RunCase run(text);
    auto arrays = arrays_of(run / "out/results.h5");
    for (const std::string point : {"lower.free_end.y", "upper.end.x"}) {
        CAPTURE(point);
        const auto& u = arrays["points/" + point + "/displacement"].values;
        const auto& v = arrays["points/" + point + "/velocity"].values;
        const auto& a = arrays["points/" + point + "/acceleration"].values;
        REQUIRE(u.size() == 4001);
        double u_max = 0, a_max = 0, v_error = 0, a_error = 0;
        for (std::size_t n = 2; n + 2 < u.size(); ++n) {
            u_max = std::max(u_max, std::abs(u[n]));
            a_max = std::max(a_max, std::abs(a[n]));
            v_error = std::max(v_error, std::abs((u[n + 1] - u[n - 1]) / (2 * h) - v[n]));
            a_error = std::max(a_error, std::abs((v[n + 1] - v[n - 1]) / (2 * h) -
                                                 (a[n + 1] + 2 * a[n] + a[n - 1]) / 4));
        }
        CHECK(a_max > 1);
        CHECK(v_error < 1e-15 * 10 * u_max / h); // round-off of u
        CHECK(a_error < 1e-8 * a_max);           // v and a lose no digits: modal increments
    }
}

TEST_CASE("frames of an event-driven run are the motion that its points record", "[app]")
{
    // A beam on a shaking clamp whose tip rubs across on the ground.
    const RunCase run(R"(title = "Shaken beam"

[[substructure]]
name      = "beam"
type      = "plane-stress"
mesh      = "lower.geo"
material  = { young = 210e9, poisson = 0.3, density = 7800 }
thickness = 0.010
fixed     = ["clamp.x"]
damping   = { ratio = 0.01 }
reduction = { method = "craig-bampton", n_modes = 4 }

[[motion]]
name         = "shaking"
on           = "beam.clamp.y"
displacement = { amplitude = 0.001, phase_deg = 30 }

[[joint]]
name    = "tip"
law     = "coulomb"
between = ["beam.free_tip.y", "ground"]
limit   = 0.2

[excitation]
frequency_hz = 50.0

[analysis]
type   = "transient"
scheme = "event-driven"
cycles = 2

[output]
history         = ["beam.free_tip.y", "beam.clamp.y"]
history_rate_hz = 4000
fields_rate_hz  = 1000
)");
    auto arrays = arrays_of(run / "out/results.h5");
    const auto& time = arrays["time"].values;
    const auto& tip = arrays["points/beam.free_tip.y/displacement"].values;
    const auto& clamp = arrays["points/beam.clamp.y/displacement"].values;
    const auto steps = steps_of(run / "out/transient.pvd");
    REQUIRE(steps.size() == 41); // every fourth of 161 samples
    double most = 0;
    for (const double u : tip)
        most = std::max(most, std::abs(u));
    CHECK(most > 1e-4);
    for (std::size_t k = 0; k < steps.size(); ++k) {
        CAPTURE(k);
        CHECK(steps[k].first == Approx(time[4 * k]).margin(1e-12));
        const vtkNew<vtkXMLUnstructuredGridReader> reader;
        vtkUnstructuredGrid* grid = read(reader, steps[k].second);
        vtkDataArray* u = grid->GetPointData()->GetArray("displacement");
        REQUIRE(u != nullptr);
        // Both ports are among the nodes; what they record is exact, and files hold floats.
        double to_tip = 1, to_clamp = 1;
        for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i) {
            to_tip = std::min(to_tip, std::abs(u->GetComponent(i, 1) - tip[4 * k]));
            to_clamp = std::min(to_clamp, std::abs(u->GetComponent(i, 1) - clamp[4 * k]));
        }
        CHECK(to_tip < 1e-6 * most);
        CHECK(to_clamp < 1e-6 * most);
    }
}

TEST_CASE("a killed run leaves only whole files", "[app]")
{
    using namespace std::chrono_literals;
    const CaseFolder folder(replaced(small_case, "fields_rate_hz = 1000.0",
                                     "history_rate_hz = 1e6\nfields_rate_hz = 1e5"));
    const fs::path out = folder / "out";
    struct Row {
        std::string what;
        std::function<bool()> moment;
    };
    const auto frame = [&out](int k) -> std::function<bool()> {
        char name[32];
        std::snprintf(name, sizeof name, "frame_%05d.vtu", k);
        return [file = out / ".slideway.new/fields" / name] { return fs::exists(file); };
    };
    for (const auto& [what, moment] : std::vector<Row>{
             {"while it computes", [&out] { return fs::exists(out); }},
             {"after its arrays", [&out] { return fs::exists(out / ".slideway.new/results.h5"); }},
             {"at the first frame", frame(0)},
             {"between frames", frame(57)},
         }) {
        CAPTURE(what);
        fs::remove_all(out);
        RunningProgram program(folder, "run case.toml --quiet --output out");
        while (!moment() && !program.ended())
            std::this_thread::sleep_for(100us);
        program.send(SIGKILL);
        (void)program.wait(); // a busy machine may be late to kill it
        check_whole(out);
        if (fs::exists(out / ".slideway.new")) // begun: nothing of it is shown
            for (const auto& entry : fs::directory_iterator(out))
                CHECK_THAT(entry.path().filename().string(), StartsWith(".slideway"));
        if (fs::exists(out / "summary.json")) // it comes last: the folder is complete
            CHECK(steps_of(out / "transient.pvd").size() == 201);
    }
    // And a whole run after it is whole.
    run_ok(folder, "run case.toml --quiet --output out");
    CHECK(fs::exists(out / "summary.json"));
    CHECK_FALSE(fs::exists(out / ".slideway.new"));
    check_whole(out);
}

TEST_CASE("ParaView shows the motion of a forced response that its harmonics describe", "[app]")
{
    const CaseFolder folder(small_case);
    run_ok(folder, "run harmonic_balance/clamped_plate --quiet --output out "
                   "--set analysis.level=8");
    auto arrays = arrays_of(folder / "out/results.h5");
    const std::string level = "levels/0001/";
    const Array& harmonics = arrays[level + "points/strip.top_right.y/coefficients"];
    REQUIRE(harmonics.shape.size() == 2);
    REQUIRE(harmonics.shape[0] == 7); // mean, three harmonics
    const std::size_t n = harmonics.shape[1],
                      peak = static_cast<std::size_t>(arrays[level + "loops"].values.at(0));
    auto y = [&](double phase) -> double {
        double sum = harmonics.values[peak];
        for (std::size_t k = 1; k <= 3; ++k) {
            const double angle = 2 * std::numbers::pi * phase * static_cast<double>(k);
            sum += harmonics.values[(2 * k - 1) * n + peak] * std::cos(angle) +
                   harmonics.values[2 * k * n + peak] * std::sin(angle);
        }
        return sum;
    };
    std::vector<fs::path> animations;
    for (const auto& entry : fs::directory_iterator(folder / "out"))
        if (entry.path().extension() == ".pvd")
            animations.push_back(entry.path());
    REQUIRE(animations.size() == 1);
    const auto steps = steps_of(animations.front());
    REQUIRE(steps.size() == 24);
    std::vector<double> error; // of each point as the monitored one, largest over the cycle
    double amplitude = 0;
    for (const auto& [phase, file] : steps) {
        const vtkNew<vtkXMLUnstructuredGridReader> reader;
        vtkUnstructuredGrid* grid = read(reader, file);
        error.resize(static_cast<std::size_t>(grid->GetNumberOfPoints()), 0);
        amplitude = std::max(amplitude, std::abs(y(phase)));
        for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i) {
            double u[3];
            grid->GetPointData()->GetArray("displacement")->GetTuple(i, u);
            double& largest = error[static_cast<std::size_t>(i)];
            largest = std::max(largest, std::abs(u[1] - y(phase)));
        }
    }
    // One point moves like the monitor, to the round-off of the modes.
    CHECK(*std::min_element(error.begin(), error.end()) < 1e-9 * amplitude);
}
