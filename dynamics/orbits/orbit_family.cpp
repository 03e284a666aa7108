#include "dynamics/orbits/orbit_family.hpp"

#include "base/dense_solve.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/modal/alike_joints.hpp"
#include "dynamics/modal/symmetric_part.hpp"
#include "dynamics/orbits/grazing.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::dynamics {

namespace {

// Step of central differences of a system, relative to the value of a key or to a share of its
// range, if that is larger. The truncation error is the square, 1e-8; round-off of the modes is
// 1e-9 in small models. Results do not depend on it: it affects only the convergence of Newton's
// method and the initial directions of branches.
constexpr double key_step = 1e-4, of_range = 1e-2;

void scale_drive(JointedSystem& system, Complex factor)
{
    for (ComplexVector* values :
         {&system.force, &system.inertia, &system.drag, &system.p, &system.r})
        *values *= factor;
    for (ModalLaw& joint : system.joints)
        joint.on.follow *= factor;
}

// The drive of another system, times a level.
void take_drive(JointedSystem& system, const JointedSystem& unit, double level)
{
    system.force = level * unit.force;
    system.inertia = level * unit.inertia;
    system.drag = level * unit.drag;
    system.r = level * unit.r;
    for (std::size_t j = 0; j < system.joints.size(); ++j)
        system.joints[j].on.follow = level * unit.joints[j].on.follow;
    system.p = system.p_at(system.Omega);
}

// With the drive ahead by an angle.
JointedSystem turned(JointedSystem system, double angle)
{
    scale_drive(system, std::polar(1.0, angle));
    return system;
}

SystemChange turned(SystemChange change, double angle)
{
    const Complex factor = std::polar(1.0, angle);
    change.p *= factor;
    for (SystemChange::OnJoint& joint : change.joints)
        joint.follow *= factor;
    return change;
}

// Rows that stops watch, differentiated by a key.
std::vector<ModalOutput> stop_rows_by(const KeyChange& change, const std::vector<ModalLaw>& own)
{
    const std::vector<ModalOutput> outputs = watched_by(stops_of(own), own);
    std::vector<ModalOutput> sum;
    for (const ModalOutput& row : outputs)
        sum.push_back({Vector::Zero(row.row.size())});
    for (const auto& [weight, joints] : change.joints) {
        const std::vector<ModalOutput> rows = watched_by(stops_of(joints), joints);
        for (std::size_t w = 0; w < outputs.size(); ++w) {
            sum[w].row += weight * (rows.at(w).row - outputs[w].row);
            sum[w].follow += weight * (rows.at(w).follow - outputs[w].follow);
        }
    }
    return sum;
}

// The part of a system of keys in which joints alike move alike. It is the same subspace of states
// at all values, that of `own` at the values of the model.
SystemOfKeys part_of(SystemOfKeys whole, SymmetricPart own, std::vector<std::size_t> apart)
{
    return [whole = std::move(whole), own = std::move(own), apart = std::move(apart)](
               const std::vector<double>& values) -> std::shared_ptr<const KeyedSystem> {
        constexpr double same = 1e-8; // what round-off of the modes leaves of a symmetry
        const std::shared_ptr<const KeyedSystem> base = whole(values);
        std::optional<SymmetricPart> part = symmetric_part(base->system, apart);
        const bool alike = part && part->joint_of == own.joint_of && part->Z.cols() == own.Z.cols();
        const Matrix on_states = alike ? Matrix(base->to_states * part->Z) : Matrix();
        if (!alike ||
            (on_states - own.Z * (own.Z.transpose() * on_states)).norm() > same * on_states.norm())
            throw InputError("joints that move alike in the case do not at these values");
        KeyedSystem out{std::move(part->system), own.Z.transpose() * on_states, {}, base->outputs};
        out.from_states = Lu<double>(out.to_states).inverse();
        for (ModalOutput& output : out.outputs)
            output.row = part->Z.transpose() * output.row;
        return std::make_shared<const KeyedSystem>(std::move(out));
    };
}

double number_of(const JointedSystem& system, const OrbitParameter& parameter)
{
    return system.joints[parameter.number.joint].law->parameter(parameter.number.name);
}

} // namespace

void describe_refusal(continuation::BranchEnd& end, const OrbitFamily& family)
{
    if (end.stop == continuation::Stop::failed && !family.refusal().empty())
        end.message += "; no model " + family.refusal();
}

OrbitFamily::OrbitFamily(JointedSystem system, OrbitParameter parameter,
                         std::optional<OrbitParameter> second, SystemOfKeys keyed)
    : system_(std::move(system)), parameters_{std::move(parameter)}, omega_(system_.modes.omega),
      system_of_(std::move(keyed))
{
    using Kind = OrbitParameter::Kind;
    if (!(system_.Omega > 0))
        throw InputError("the model has no drive: a periodic motion needs one");
    if (second) {
        if (second->kind == parameters_.front().kind && second->kind != Kind::key)
            throw InputError("two parameters of one kind: expected Omega, the level, or a number "
                             "of one joint");
        parameters_.push_back(std::move(*second));
    }
    Omega_ = system_.Omega;
    for (const OrbitParameter& parameter : parameters_)
        values_.push_back(parameter.kind == Kind::Omega   ? system_.Omega
                          : parameter.kind == Kind::level ? 1
                          : parameter.kind == Kind::key   ? parameter.value
                                                          : number_of(system_, parameter));
    changes_.resize(parameters_.size());
    if (!keys().empty() && !take_keys())
        throw InputError(refusal_);
    const DerivedBy derived = derived_by();
    check_derivatives(system_, derived);
    if (derived.level)
        unit_ = std::make_shared<const JointedSystem>(system_);
}

std::vector<double> OrbitFamily::keys() const
{
    std::vector<double> values;
    for (std::size_t i = 0; i < parameters_.size(); ++i)
        if (parameters_[i].kind == OrbitParameter::Kind::key)
            values.push_back(values_[i]);
    return values;
}

// A system of keys at the values of the other parameters.
KeyedSystem OrbitFamily::with_parameters(const KeyedSystem& system) const
{
    KeyedSystem out = system;
    JointedSystem& s = out.system;
    if (s.Omega != Omega_) { // frequency of a motion, which the case need not give
        s.Omega = Omega_;
        s.p = s.p_at(Omega_);
    }
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const LawNumber& number = parameters_[i].number;
        switch (parameters_[i].kind) {
        case OrbitParameter::Kind::Omega:
            s.Omega = values_[i];
            s.p = s.p_at(s.Omega);
            break;
        case OrbitParameter::Kind::level:
            scale_drive(s, values_[i]);
            break;
        case OrbitParameter::Kind::number:
            s.joints[number.joint].law = s.joints[number.joint].law->with(number.name, values_[i]);
            break;
        case OrbitParameter::Kind::key:
            break;
        }
    }
    return out;
}

bool OrbitFamily::take_keys()
{
    try {
        base_ = system_of_(keys());
    } catch (const InputError& error) {
        refusal_ = error.what();
        return false;
    }
    system_ = with_parameters(*base_).system;
    joints_ = system_.joints;
    for (ModalLaw& joint : joints_)
        joint.on.rows = joint.on.rows * base_->from_states;
    changes_.assign(parameters_.size(), nullptr);
    return true;
}

// On both sides; where there is no system on one of them, on the other.
KeyDifference OrbitFamily::difference(std::size_t i) const
{
    const OrbitParameter& parameter = parameters_[i];
    const double value = values_[i];
    const double h = key_step * std::max(std::abs(value), of_range * parameter.range);
    const auto value_at = [&](double weight, double offset) -> KeyDifference::Point {
        OrbitFamily other = *this;
        other.values_[i] = value + offset;
        return {weight, other.values_[i], with_parameters(*system_of_(other.keys()))};
    };
    try {
        return {{value_at(1 / (2 * h), h), value_at(-1 / (2 * h), -h)}};
    } catch (const InputError&) {
    }
    try {
        return {{value_at(-1 / (2 * h), 2 * h), value_at(2 / h, h)}};
    } catch (const InputError&) {
    }
    return {{value_at(-2 / h, -h), value_at(1 / (2 * h), -2 * h)}};
}

const KeyChange& OrbitFamily::change(std::size_t i) const
{
    if (!changes_[i])
        changes_[i] =
            std::make_shared<const KeyChange>(key_change(with_parameters(*base_), difference(i)));
    return *changes_[i];
}

DerivedBy OrbitFamily::derived_by() const
{
    DerivedBy derived{.start = true};
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const OrbitParameter& parameter = parameters_[i];
        switch (parameter.kind) {
        case OrbitParameter::Kind::Omega:
            derived.Omega = true;
            break;
        case OrbitParameter::Kind::level:
            derived.level = true;
            break;
        case OrbitParameter::Kind::number:
            derived.number = parameter.number;
            break;
        case OrbitParameter::Kind::key:
            (void)change(i);
            derived.changes.emplace_back(changes_[i], &changes_[i]->system);
            break;
        }
    }
    return derived;
}

Index OrbitFamily::column(std::size_t i) const
{
    Index column = 2 * m();
    for (std::size_t k = 0; k < parameters_.size(); ++k) // in the order of DerivedBy
        column += parameters_[k].kind < parameters_[i].kind ||
                          (parameters_[k].kind == parameters_[i].kind && k < i)
                      ? 1
                      : 0;
    return column;
}

Vector OrbitFamily::by_parameter(const MatrixIn& in, const VectorIn& rate, double angle,
                                 std::size_t i) const
{
    Vector out = in.col(column(i));
    const double p = values_[i];
    if (parameters_[i].kind == OrbitParameter::Kind::Omega)
        out -= angle / (p * p) * rate; // the end comes earlier
    else if (parameters_[i].kind == OrbitParameter::Kind::level)
        out /= p; // from that by its logarithm
    return out;
}

bool OrbitFamily::move(std::size_t i, double parameter_value)
{
    double& value = values_[i];
    if (parameter_value == value)
        return true;
    const OrbitParameter& parameter = parameters_[i];
    using Kind = OrbitParameter::Kind;
    const bool positive = parameter.kind == Kind::Omega || parameter.kind == Kind::level;
    if (!std::isfinite(parameter_value) || (parameter_value < 0 && parameter.kind != Kind::key) ||
        (parameter_value == 0 && positive)) {
        refusal_ = "at " + number_text(parameter_value) + ": expected a number " +
                   (positive ? "> 0" : ">= 0");
        return false;
    }
    refusal_.clear();
    if (keyed()) {
        const double before = std::exchange(value, parameter_value);
        if (!take_keys()) {
            value = before;
            return false;
        }
        return true;
    }
    switch (parameter.kind) {
    case OrbitParameter::Kind::key:
        break;
    case OrbitParameter::Kind::Omega:
        system_.Omega = parameter_value;
        system_.p = system_.p_at(parameter_value);
        break;
    case OrbitParameter::Kind::level:
        take_drive(system_, *unit_, parameter_value);
        break;
    case OrbitParameter::Kind::number: {
        contact::JointLaw& law = system_.joints[parameter.number.joint].law;
        law = law->with(parameter.number.name, parameter_value);
        break;
    }
    }
    value = parameter_value;
    return true;
}

std::vector<ModalOutput> OrbitFamily::outputs(const std::vector<ModalOutput>& given) const
{
    std::vector<ModalOutput> modal_outputs = given;
    if (keyed())
        for (std::size_t i = 0; i < modal_outputs.size(); ++i) {
            modal_outputs[i] = base_->outputs[i];
            modal_outputs[i].row = base_->from_states.transpose() * modal_outputs[i].row;
        }
    for (std::size_t i = 0; i < parameters_.size(); ++i)
        if (parameters_[i].kind == OrbitParameter::Kind::level)
            for (ModalOutput& output : modal_outputs)
                output.follow *= values_[i]; // of imposed motions
    return modal_outputs;
}

Vector OrbitFamily::energy_weights() const
{
    return (omega_.array() > 0).select(omega_, system_.Omega);
}

Matrix OrbitFamily::on_modes(const MatrixIn& states) const
{
    if (!keyed())
        return states;
    Matrix out(states.rows(), states.cols());
    out.topRows(m()) = base_->from_states * states.topRows(m());
    out.bottomRows(m()) = base_->from_states * states.bottomRows(m());
    return out;
}

Vector OrbitFamily::to_states(const VectorIn& on_modes) const
{
    if (!keyed())
        return on_modes;
    Vector out(2 * m());
    out << base_->to_states * on_modes.head(m()), base_->to_states * on_modes.tail(m());
    return out;
}

Passage OrbitFamily::passage(const VectorIn& z, double phase, double duration,
                             const PassageOptions& options) const
{
    const auto ahead = [&]() -> JointedSystem { return turned(system_, phase); };
    PassageOptions passage_options = options;
    if (phase != 0)
        for (ModalOutput& watched : passage_options.watched)
            watched.follow *= std::polar(1.0, phase);
    if (!keyed())
        return phase == 0 ? dynamics::passage(system_, z, duration, passage_options, go_on_)
                          : dynamics::passage(ahead(), z, duration, passage_options, go_on_);
    const Matrix &to = base_->to_states, &from = base_->from_states;
    for (ModalOutput& watched : passage_options.watched)
        watched.row = to.transpose() * watched.row;
    if (options.by.any()) {
        passage_options.by = derived_by();
        for (std::shared_ptr<const SystemChange>& change : passage_options.by.changes)
            if (phase != 0)
                change = std::make_shared<const SystemChange>(turned(*change, phase));
    }
    if (options.derive_extrema)
        for (std::size_t i = 0; i < parameters_.size(); ++i)
            if (parameters_[i].kind == OrbitParameter::Kind::key)
                passage_options.watched_changes.push_back(stop_rows_by(change(i), system_.joints));
    Passage out = phase == 0
                      ? dynamics::passage(system_, on_modes(z), duration, passage_options, go_on_)
                      : dynamics::passage(ahead(), on_modes(z), duration, passage_options, go_on_);
    if (!out.failure.empty())
        return out;
    out.end = to_states(out.end);
    out.rate = to_states(out.rate);
    const auto by_states = [&](Matrix matrix) -> Matrix { // columns by the start
        matrix.leftCols(m()) = (matrix.leftCols(m()) * from).eval();
        matrix.middleCols(m(), m()) = (matrix.middleCols(m(), m()) * from).eval();
        return matrix;
    };
    if (out.by.cols() >= 2 * m()) {
        out.by.topRows(m()) = (to * out.by.topRows(m())).eval();
        out.by.bottomRows(m()) = (to * out.by.bottomRows(m())).eval();
        out.by = by_states(std::move(out.by));
    }
    for (MotionExtremum& extremum : out.extrema)
        if (extremum.by.size() >= 2 * m())
            extremum.by = by_states(extremum.by.transpose()).transpose();
    return out;
}

double
OrbitFamily::derivative(std::size_t i,
                        const std::function<double(const std::vector<ModalLaw>&)>& function) const
{
    const OrbitParameter& parameter = parameters_[i];
    double sum = 0;
    if (parameter.kind == OrbitParameter::Kind::number) {
        const double value = values_[i], step = value != 0 ? value / 2 : 1;
        std::vector<ModalLaw> moved = joints();
        contact::JointLaw& law = moved[parameter.number.joint].law;
        law = law->with(parameter.number.name, value + step);
        sum = (function(moved) - function(joints())) / step;
    } else if (parameter.kind == OrbitParameter::Kind::key) {
        for (const auto& [weight, on_modes] : change(i).joints) {
            std::vector<ModalLaw> moved = on_modes;
            for (ModalLaw& joint : moved)
                joint.on.rows = joint.on.rows * base_->from_states;
            sum += weight * (function(moved) - function(joints()));
        }
    }
    return sum;
}

// Joints of whose law a number is a parameter.
std::vector<std::size_t> OrbitFamily::numbered_joints() const
{
    std::vector<std::size_t> list;
    for (const OrbitParameter& parameter : parameters_)
        if (parameter.kind == OrbitParameter::Kind::number)
            list.push_back(parameter.number.joint);
    return list;
}

std::optional<OrbitFamily::Part> OrbitFamily::part_alike() const
{
    std::vector<double> own;
    for (const OrbitParameter& parameter : parameters_)
        if (parameter.kind == OrbitParameter::Kind::key)
            own.push_back(parameter.value);
    const std::shared_ptr<const KeyedSystem> base = keyed() ? system_of_(own) : nullptr;
    std::optional<SymmetricPart> part = symmetric_part(base    ? base->system
                                                       : unit_ ? *unit_
                                                               : system_,
                                                       numbered_joints());
    if (!part)
        return std::nullopt;
    if (base)
        part->Z = base->to_states * part->Z;
    Part out{*this, part->Z, part->weights};
    OrbitFamily& family = out.family;
    for (OrbitParameter& parameter : family.parameters_)
        if (parameter.kind == OrbitParameter::Kind::number)
            parameter.number.joint = part->joint_of[parameter.number.joint];
    family.omega_ = part->system.modes.omega;
    if (base) {
        family.system_of_ = part_of(system_of_, std::move(*part), numbered_joints());
        if (!family.take_keys())
            return std::nullopt;
        try { // at neighbouring values too: a key may change one of the joints alone
            (void)family.derived_by();
        } catch (const InputError&) {
            return std::nullopt;
        }
        return out;
    }
    if (unit_)
        family.unit_ = std::make_shared<const JointedSystem>(part->system);
    family.system_ = std::move(part->system);
    if (unit_)
        for (std::size_t i = 0; i < parameters_.size(); ++i)
            if (parameters_[i].kind == OrbitParameter::Kind::level)
                take_drive(family.system_, *family.unit_, values_[i]);
    family.system_.Omega = system_.Omega;
    family.system_.p = family.system_.p_at(system_.Omega);
    return out;
}

std::string OrbitFamily::asymmetry() const
{
    if (!system_.p0.isZero(0))
        return "a constant load";
    if (keyed() || !are_odd_together(system_.joints, numbered_joints()))
        for (const ModalLaw& joint : system_.joints)
            if (!joint.law->is_odd())
                return "joint." + joint.name + ": its force is not odd";
    for (std::size_t i = 0; i < parameters_.size(); ++i)
        if (parameters_[i].kind == OrbitParameter::Kind::key && !change(i).system.p0.isZero(0))
            return "a constant load";
    return "";
}

} // namespace slideway::dynamics
