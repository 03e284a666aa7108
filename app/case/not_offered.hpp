#pragma once

#include "io/case_node.hpp"

namespace slideway::app {

/// Refuses keys of models that the program does not offer with a specific message, in place of
/// "unknown key". Examples are friction in two tangential directions and cyclic symmetry. Only the
/// keys of the tables of a case are searched, not free names below them.
/// @throws InputError  naming the key, and what is offered
void refuse_not_offered(const io::CaseNode& root);

} // namespace slideway::app
