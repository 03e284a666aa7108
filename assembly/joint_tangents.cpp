#include "assembly/joint_tangents.hpp"

#include "assembly/joint.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/laws/law_face.hpp"

namespace slideway::assembly {

JointTangents tangents_at_rest(const Joint& joint)
{
    if (!contact::has_force(joint.law))
        throw InputError(joint.where, "joint." + joint.name + ".law",
                         "\"" + std::string(contact::keyword(joint.law)) + "\"",
                         "rigid dry friction has no tangent at rest; expected " +
                             listed(contact::laws_with(&contact::LawInfo::force), "or"));
    const contact::JointVector rest = contact::JointVector::Zero(joint.n_rows());
    contact::JointMemory memory;
    contact::ForceAndTangent at_rest;
    contact::force(joint.law, memory, rest, rest, at_rest);
    return {at_rest.df_dr, at_rest.df_dv};
}

} // namespace slideway::assembly
