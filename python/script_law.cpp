#include "python/script_law.hpp"

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "python/gil.hpp"
#include "python/values.hpp"

#include <pybind11/numpy.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <fstream>
#include <limits>
#include <utility>

namespace slideway::script {

namespace py = pybind11;

namespace {

// One call in 61 is timed, because reading the clock twice takes as long as a short function. The
// number is a prime, so that each joint of a model is timed.
constexpr int calls_per_check = 61;

// Shares an object among threads. The last owner takes the GIL to release it.
std::shared_ptr<const py::object> share(py::object object)
{
    return {new py::object(std::move(object)), [](const py::object* held) {
                const WithGil gil;
                delete held;
            }};
}

bool is_code(std::uintptr_t address)
{
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        unsigned long long from = 0, to = 0;
        char rights[5] = "";
        if (std::sscanf(line.c_str(), "%llx-%llx %4s", &from, &to, rights) == 3 &&
            address >= from && address < to)
            return rights[2] == 'x';
    }
    return false;
}

// Type and text of an exception on one line.
std::string exception_text(const py::object& raised)
{
    std::string text = py::str(raised);
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ')
            c = ' ';
    return name_of_type(raised) + (text.empty() ? "" : ": " + text);
}

constexpr std::array<const char*, 3> value_names = {"the force", "df/dr", "df/dv"};

void raise_most(std::atomic<double>& most, double value)
{
    double known = most.load(std::memory_order_relaxed);
    while (value > known && !most.compare_exchange_weak(known, value, std::memory_order_relaxed)) {
    }
}

long long nanoseconds()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

} // namespace

ScriptLaw::ScriptLaw(py::object function, std::uintptr_t address, std::vector<double> parameters,
                     Statements statements, std::string name)
    : function_(std::move(function)), parameters_(std::move(parameters)), statements_(statements),
      name_(std::move(name))
{
    if (!function_.is_none())
        return;
    if (!is_code(address))
        throw InputError(text() + ": no function of this process lies at its address");
    compiled_ = reinterpret_cast<Compiled>(address);
}

RunningLaw::RunningLaw(const py::object& law, SourceLine where, std::string path)
    : kept_(share(law)), law_(&law.cast<const ScriptLaw&>()), where_(std::move(where)),
      path_(std::move(path))
{
}

bool RunningLaw::equals(const io::Given& other) const
{
    const auto* law = dynamic_cast<const RunningLaw*>(&other);
    return law != nullptr && law->law_ == law_;
}

void RunningLaw::write(std::ostream& /*stream*/) const
{
    refuse_to_write();
}

void RunningLaw::refuse_to_write() const
{
    throw InputError(where_, path_, text(),
                     "a law of this process, which no file can hold; expected a law of the case "
                     "language in a saved model");
}

std::shared_ptr<RunningLaw> RunningLaw::fresh_copy() const
{
    return std::make_shared<RunningLaw>(*kept_, where_, path_);
}

contact::OwnForce::Value RunningLaw::at(double r, double v) const
{
    thread_local int left = 1;
    if (--left == 0) [[unlikely]] {
        left = calls_per_check;
        return timed_value({r, v});
    }
    return value({r, v});
}

contact::OwnForce::Value RunningLaw::value(State state) const
{
    throw_if_stopped();
    if (const ScriptLaw::Compiled compiled = law_->compiled()) {
        double df[2] = {0, 0};
        const double f = compiled(state.r, state.v, law_->parameters().data(), df);
        const Value there{f, df[0], df[1]};
        if (std::isnan(f + df[0] + df[1])) [[unlikely]]
            refuse_nan(state, there);
        return there;
    }
    return called(state);
}

void RunningLaw::throw_if_stopped() const
{
    if (stopped_.load(std::memory_order_relaxed)) [[unlikely]]
        throw Interrupted();
}

// The first call is not timed, because it may do more than later calls.
contact::OwnForce::Value RunningLaw::timed_value(State state) const
{
    const long long begin = nanoseconds();
    const Value there = value(state);
    const unsigned n_before = n_checked_++;
    if (n_before > 0)
        nanoseconds_ += calls_per_check * (nanoseconds() - begin);
    check_slopes(state, there, false);
    return there;
}

void RunningLaw::at(const double* r, const double* v, Index n, double* f, double* df_dr,
                    double* df_dv) const
{
    throw_if_stopped();
    const long long begin = nanoseconds();
    if (const ScriptLaw::Compiled compiled = law_->compiled()) {
        for (Index i = 0; i < n; ++i) {
            double df[2] = {0, 0};
            f[i] = compiled(r[i], v[i], law_->parameters().data(), df);
            df_dr[i] = df[0];
            df_dv[i] = df[1];
        }
    } else {
        called(r, v, n, f, df_dr, df_dv);
    }
    nanoseconds_ += nanoseconds() - begin;
    for (Index i = 0; i < n; ++i)
        if (std::isnan(f[i] + df_dr[i] + df_dv[i]))
            refuse_nan({r[i], v[i]}, {f[i], df_dr[i], df_dv[i]});
    if (n == 0)
        return;
    const Index i = static_cast<Index>(n_checked_++ * 7919U) % n; // another state each time
    for (Index k = 0; k < n; ++k) {
        raise_most(r_max_, std::abs(r[k]));
        raise_most(v_max_, std::abs(v[k]));
    }
    check_slopes({r[i], v[i]}, {f[i], df_dr[i], df_dv[i]}, true);
}

// A sum may be NaN because of two infinities, which are allowed. A NaN value is refused.
void RunningLaw::refuse_nan(State state, const Value& there) const
{
    const std::array<double, 3> values = {there.f, there.df_dr, there.df_dv};
    for (std::size_t k = 0; k < values.size(); ++k)
        if (std::isnan(values[k]) && std::isfinite(state.r) && std::isfinite(state.v))
            fail(state, std::string("gives nan for ") + value_names[k]);
}

contact::OwnForce::Value RunningLaw::called(State state) const
{
    Value there;
    const WithGil gil;
    PyObject* arguments[3] = {nullptr, PyFloat_FromDouble(state.r), PyFloat_FromDouble(state.v)};
    PyObject* raw = PyObject_Vectorcall(law_->function(), arguments + 1,
                                        2 | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
    Py_XDECREF(arguments[1]);
    Py_XDECREF(arguments[2]);
    if (raw == nullptr)
        fail_raised(state);
    const auto result = py::reinterpret_steal<py::object>(raw);
    if (!PyTuple_Check(raw) && !PyList_Check(raw))
        fail(state, "gives a " + name_of_type(result) + "; expected force, df/dr and df/dv");
    if (const Py_ssize_t n = PySequence_Fast_GET_SIZE(raw); n != 3)
        fail(state, "gives " + std::to_string(n) + " values; expected force, df/dr and df/dv");
    double values[3];
    for (std::size_t k = 0; k < 3; ++k) {
        PyObject* item = PySequence_Fast_GET_ITEM(raw, static_cast<Py_ssize_t>(k));
        values[k] = PyFloat_AsDouble(item);
        if (values[k] == -1 && PyErr_Occurred() != nullptr) {
            PyErr_Clear();
            fail(state, "gives a " + name_of_type(item) + " for " + value_names[k] +
                            "; expected a number");
        }
    }
    there = {values[0], values[1], values[2]};
    if (std::isnan(there.f + there.df_dr + there.df_dv)) [[unlikely]]
        refuse_nan(state, there);
    return there;
}

void RunningLaw::called(const double* r, const double* v, Index n, double* f, double* df_dr,
                        double* df_dv) const
{
    const WithGil gil;
    const State state{r[0], v[0]};
    py::object result;
    try {
        result = py::handle(law_->function())(py::array_t<double>(n, r), py::array_t<double>(n, v));
    } catch (py::error_already_set& raised) {
        raised.restore();
        fail_raised(state);
    }
    if (!PyTuple_Check(result.ptr()) && !PyList_Check(result.ptr()))
        fail(state, "gives a " + name_of_type(result) + "; expected force, df/dr and df/dv");
    const auto list = py::reinterpret_borrow<py::sequence>(result);
    if (list.size() != 3)
        fail(state,
             "gives " + std::to_string(list.size()) + " values; expected force, df/dr and df/dv");
    const std::array<double*, 3> outputs = {f, df_dr, df_dv};
    for (std::size_t k = 0; k < 3; ++k) {
        const py::object item = list[k];
        const auto any = py::array::ensure(item);
        if (!any || std::string_view("fiub").find(any.dtype().kind()) == std::string_view::npos) {
            PyErr_Clear();
            fail(state, "gives " +
                            (any ? "an array of " + std::string(py::str(any.dtype()))
                                 : "a " + name_of_type(item)) +
                            " for " + value_names[k] + "; expected an array of numbers");
        }
        const py::array_t<double, py::array::c_style | py::array::forcecast> values(any);
        if (values.size() == 1)
            std::fill_n(outputs[k], n, *values.data());
        else if (values.ndim() == 1 && values.size() == n)
            std::copy_n(values.data(), n, outputs[k]);
        else
            fail(state, "gives " + std::to_string(values.size()) + " numbers for " +
                            value_names[k] + " of " + std::to_string(n) + " states");
    }
}

// Evaluates the force at n points. Returns false if the function fails at one of them.
bool RunningLaw::differences(const State* points, Index n, bool arrays, double* f) const
{
    if (const ScriptLaw::Compiled compiled = law_->compiled()) {
        double df[2];
        for (Index i = 0; i < n; ++i)
            f[i] = compiled(points[i].r, points[i].v, law_->parameters().data(), df);
    } else {
        const WithGil gil;
        try {
            const py::handle function(law_->function());
            if (arrays) {
                py::array_t<double> r(n), v(n);
                for (Index i = 0; i < n; ++i) {
                    r.mutable_at(i) = points[i].r;
                    v.mutable_at(i) = points[i].v;
                }
                const auto values = py::array_t<double, py::array::c_style | py::array::forcecast>(
                    py::object(function(r, v)[py::int_(0)]));
                for (Index i = 0; i < n; ++i)
                    f[i] = values.size() == n ? values.at(i) : *values.data();
            } else {
                for (Index i = 0; i < n; ++i)
                    f[i] = function(points[i].r, points[i].v)[py::int_(0)].cast<double>();
            }
        } catch (const std::exception&) {
            return false;
        }
    }
    return std::all_of(f, f + n, [](double x) -> bool { return std::isfinite(x); });
}

// Checks calls 1, 2, 4, 8, ... A slope at a kink may be that of either side. A slope is refused if
// it lies outside the one-sided differences by more than ten times the change of the central
// difference between step and half step.
void RunningLaw::check_slopes(State state, const Value& there, bool arrays) const
{
    constexpr double step = 1e-4;    // fraction of the largest |r|, |v| so far
    constexpr double share = 1e-6;   // relative error of a slope that is always accepted
    constexpr double spread = 10;    // factor on the change between step and half step
    constexpr double round_off = 16; // error of the forces in units of the last place
    raise_most(r_max_, std::abs(state.r));
    raise_most(v_max_, std::abs(state.v));
    if (!std::has_single_bit(n_checked_.load()))
        return;
    if (is_spring() && there.df_dv != 0)
        fail(state, "gives df/dv = " + number_text(there.df_dv, 6) +
                        "; expected 0 of a spring, or spring = False");
    if (law_->statements().odd)
        check_odd(state, there.f, arrays);
    if (!law_->statements().check_slopes)
        return;
    for (const bool by_v : {false, true}) {
        const double h = step * (by_v ? v_max_ : r_max_), slope = by_v ? there.df_dv : there.df_dr;
        if (!(h > 0) || !std::isfinite(slope))
            continue;
        std::array<State, 5> points;
        const std::array<double, 5> places = {0, h, -h, h / 2, -h / 2};
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i] = {state.r + (by_v ? 0 : places[i]), state.v + (by_v ? places[i] : 0)};
        std::array<double, 5> f;
        if (!differences(points.data(), 5, arrays, f.data()))
            continue;
        const double ahead = 2 * (f[3] - f[0]) / h, back = 2 * (f[0] - f[4]) / h,
                     central = (f[3] - f[4]) / h, wide = (f[1] - f[2]) / (2 * h);
        const auto [low, high] = std::minmax({ahead, back, central});
        double size = 0;
        for (const double force : f)
            size = std::max(size, std::abs(force));
        const double allowed = spread * std::abs(wide - central) +
                               share * std::max({std::abs(slope), std::abs(low), std::abs(high)}) +
                               round_off * std::numeric_limits<double>::epsilon() * size / h;
        if (slope < low - allowed || slope > high + allowed)
            fail(state, std::string("gives ") + (by_v ? "df/dv = " : "df/dr = ") +
                            number_text(slope, 6) + ", but differences of its force give " +
                            number_text(central, 6) + "; correct it, or set check_slopes = False");
    }
}

void RunningLaw::check_odd(State state, double f, bool arrays) const
{
    constexpr double share = 1e-12; // of the force, for round-off
    const State mirrored{-state.r, -state.v};
    double there = 0;
    if (differences(&mirrored, 1, arrays, &there) && std::abs(there + f) > share * std::abs(f))
        fail(state, "gives " + number_text(f, 9) + " N and at -r, -v " + number_text(there, 9) +
                        " N; expected opposite forces, or odd = False");
}

void RunningLaw::refuse(double r, double v, const std::string& why) const
{
    fail({r, v}, "is no smooth force for this analysis: " + why);
}

void RunningLaw::fail(State state, const std::string& how, const py::object& raised) const
{
    const InputError error(where_, path_, text(),
                           "at r = " + number_text(state.r) + " m, v = " + number_text(state.v) +
                               " m/s it " + how);
    {
        const std::lock_guard lock(mutex_);
        if (failure_.message.empty())
            failure_ = {error.what(), raised ? share(raised) : nullptr};
    }
    stopped_ = true;
    throw InputError(error);
}

void RunningLaw::fail_raised(State state) const
{
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (trace != nullptr)
        PyException_SetTraceback(value, trace);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    const auto raised = py::reinterpret_steal<py::object>(value);
    fail(state, "raises " + exception_text(raised), raised);
}

bool RunningLaw::failed() const
{
    const std::lock_guard lock(mutex_);
    return !failure_.message.empty();
}

void RunningLaw::raise() const
{
    const py::object type = py::module_::import("_slideway").attr("InputError");
    if (!failure_.raised) {
        PyErr_SetString(type.ptr(), failure_.message.c_str());
        throw py::error_already_set();
    }
    PyErr_SetObject(py::type::handle_of(*failure_.raised).ptr(), failure_.raised->ptr());
    py::raise_from(type.ptr(), failure_.message.c_str());
    throw py::error_already_set();
}

namespace {

template <class Node, class Visit>
void for_given(Node& node, const Visit& visit)
{
    using Table = io::CaseNode::Table;
    using Array = io::CaseNode::Array;
    if (auto* given = std::get_if<std::shared_ptr<const io::Given>>(&node.value))
        visit(node, *given);
    else if (auto* table = std::get_if<Table>(&node.value))
        for (auto& [key, child] : *table)
            for_given(child, visit);
    else if (auto* items = std::get_if<Array>(&node.value))
        for (auto& item : *items)
            for_given(item, visit);
}

} // namespace

void RunningLaws::take(io::CaseNode& tree)
{
    for_given(tree, [this](io::CaseNode&, std::shared_ptr<const io::Given>& given) {
        if (const auto law = std::dynamic_pointer_cast<const RunningLaw>(given)) {
            laws_.push_back(law->fresh_copy());
            given = laws_.back();
        }
    });
}

double RunningLaws::seconds() const
{
    double sum = 0;
    for (const auto& law : laws_)
        sum += law->seconds();
    return sum;
}

bool RunningLaws::failed() const
{
    return std::any_of(laws_.begin(), laws_.end(),
                       [](const auto& law) -> bool { return law->failed(); });
}

void RunningLaws::raise() const
{
    for (const auto& law : laws_)
        if (law->failed())
            law->raise();
}

void RunningLaws::stop() const
{
    for (const auto& law : laws_)
        law->stop();
}

void refuse_laws(const io::CaseNode& tree)
{
    for_given(tree, [](const io::CaseNode&, const std::shared_ptr<const io::Given>& given) {
        if (const auto* law = dynamic_cast<const RunningLaw*>(given.get()))
            law->refuse_to_write();
    });
}

} // namespace slideway::script
