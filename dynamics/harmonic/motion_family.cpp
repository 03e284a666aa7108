#include "dynamics/harmonic/motion_family.hpp"

#include "base/text.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace slideway::dynamics {

PeakParameter the_level()
{
    PeakParameter p;
    p.name = "level";
    p.level = true;
    return p;
}

PeakParameter all_damping()
{
    PeakParameter p;
    p.name = "damping";
    p.damping = true;
    return p;
}

PeakParameter number_of(const HarmonicBalance& model, std::string_view name,
                        std::span<const std::size_t> joints)
{
    PeakParameter p;
    p.name = name;
    for (const std::size_t joint : joints) {
        p.numbers.push_back({joint, model.system().joints.at(joint).law->parameter_index(name)});
        if (!law_parameter(model, p.numbers.back()).scaling)
            throw std::invalid_argument("harmonic forces have no derivative by \"" + p.name + "\"");
    }
    return p;
}

PeakParameter number_of(const HarmonicBalance& model, std::string_view name)
{
    std::vector<std::size_t> having;
    const auto& joints = model.system().joints;
    for (std::size_t i = 0; i < joints.size(); ++i)
        for (const contact::LawParameter& parameter : joints[i].law->parameters())
            if (parameter.name == name)
                having.push_back(i);
    if (having.empty())
        throw std::invalid_argument("no joint has a number \"" + std::string(name) + "\"");
    return number_of(model, name, having);
}

const contact::LawParameter& law_parameter(const HarmonicBalance& model,
                                           const PeakParameter::Number& number)
{
    return model.system()
        .joints[number.joint]
        .law->parameters()[static_cast<std::size_t>(number.parameter)];
}

MotionFamily::MotionFamily(const HarmonicBalance& model, PeakParameter parameter, double level)
    : model_(model), parameter_(std::move(parameter)), level_(level)
{
    for (const PeakParameter::Number& number : parameter_.numbers)
        numbers_.push_back(
            model_.system().joints.at(number.joint).law->parameter(number.parameter));
}

std::string MotionFamily::value_text(double value) const
{
    return parameter_.name + (parameter_.level ? " " : " times ") + number_text(value, 8);
}

double MotionFamily::level(double p) const
{
    return parameter_.level ? level_ * std::exp(p) : level_;
}

DampingChange MotionFamily::damping(double p) const
{
    return {.xi = 0, .eta = parameter_.damping ? std::exp(p) : 1};
}

contact::JointLaw MotionFamily::law(std::size_t number, double p) const
{
    const PeakParameter::Number& law_number = parameter_.numbers[number];
    return model_.system().joints[law_number.joint].law->with(
        law_parameter(model_, law_number).name, numbers_[number] * std::exp(p));
}

void MotionFamily::move(double p)
{
    if (p == p_)
        return;
    for (std::size_t i = 0; i < numbers_.size(); ++i)
        model_.set_law(parameter_.numbers[i].joint, law(i, p));
    p_ = p;
}

bool MotionFamily::evaluate(const VectorIn& R, double Omega, double p,
                            HarmonicBalance::Evaluation& evaluation)
{
    const double level = this->level(p), factor = std::exp(p);
    if (!(Omega > 0 && std::isfinite(Omega) && factor > 0 && std::isfinite(factor) && level > 0 &&
          std::isfinite(level)))
        return false;
    move(p);
    return model_.evaluate(R, Omega, level, evaluation, damping(p));
}

bool MotionFamily::holds(const HarmonicBalance::Evaluation& evaluation, const VectorIn& R,
                         double Omega, double p)
{
    move(p);
    return evaluation.laws == model_.laws() && evaluation.holds(R, Omega, level(p), damping(p));
}

void MotionFamily::take(HarmonicBalance::Evaluation& evaluation, continuation::Equations& out)
{
    const Index n = model_.n();
    out.F.head(n) = evaluation.equations.F;
    out.F_x.topLeftCorner(n, n) = evaluation.equations.F_x;
    out.F_x.col(n).head(n) = evaluation.equations.F_p;
    out.F_p.setZero();
    if (parameter_.level)
        model_.add_by_level(evaluation, out.F_p);
    if (parameter_.damping) {
        model_.by_damping_factor(evaluation, 0, F_, Y_);
        out.F_p.head(n) += F_;
    }
    for (const PeakParameter::Number& number : parameter_.numbers) {
        Index first = 0;
        for (std::size_t i = 0; i < number.joint; ++i)
            first += evaluation.forces[i].F.size();
        const contact::HarmonicForce& force = evaluation.forces[number.joint];
        f_.resize(force.F.size());
        contact::force_by_parameter(model_.harmonics(), *law_parameter(model_, number).scaling,
                                    evaluation.R.segment(first, f_.size()), force, f_);
        model_.respond(evaluation, 0, number.joint, f_, F_, Y_);
        out.F_p.head(n) += F_;
    }
}

HarmonicBalance MotionFamily::balance(double p) const
{
    DrivenJoints system = model_.system();
    for (std::size_t i = 0; i < numbers_.size(); ++i)
        system.joints[parameter_.numbers[i].joint].law = law(i, p);
    const DampingChange change = damping(p);
    if (!(change == DampingChange{})) {
        system.modes = damped(system.modes, change);
        system.drag *= change.eta;
    }
    return {system, model_.harmonics(), model_.outputs(), model_.samples()};
}

} // namespace slideway::dynamics
