#include "assembly/joint_tangents.hpp"

#include "assembly/joint.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"

namespace slideway::assembly {

JointTangents tangents_at_rest(const Joint& joint)
{
    if (!joint.law->has_force())
        throw InputError(joint.where, "joint." + joint.name + ".law",
                         "\"" + std::string(joint.law->keyword()) + "\"",
                         "rigid dry friction has no tangent at rest; expected " +
                             listed(contact::laws_with(&contact::Law::has_force), "or"));
    const contact::JointVector rest = contact::JointVector::Zero(joint.n_rows());
    contact::JointMemory memory;
    contact::ForceAndTangent at_rest;
    joint.law->force(memory, rest, rest, at_rest);
    return {at_rest.df_dr, at_rest.df_dv};
}

} // namespace slideway::assembly
