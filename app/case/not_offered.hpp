#pragma once

#include "io/case_node.hpp"

namespace slideway::app {

/// Refuses keys that users of the field may look for and that stand for what the program does not
/// do, in place of "unknown key": friction in two tangential directions at once, cyclic symmetry.
/// Looks at the keys of the tables of a case, not at free names deeper in them.
/// @throws InputError  naming the key, and what is offered
void refuse_not_offered(const io::CaseNode& root);

} // namespace slideway::app
