// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/trees/datatree.h"

#include <simdjson.h>

namespace lockstep {

/// Parsed JSON as plain data, the same that a pickle gives. The parser's document and the meter outlive the tree.
[[nodiscard]] DataTree jsonTree(simdjson::dom::element document, TraceMeter& meter);

} // namespace lockstep
