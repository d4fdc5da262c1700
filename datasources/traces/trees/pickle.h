// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/trees/datatree.h"
#include "models/core/result.h"

#include <string_view>

namespace lockstep {

/// Reads a Python pickle of plain data. A pickle is a program; this interpreter only knows opcodes that build numbers,
/// texts, lists, tuples and dictionaries. Opcodes that import or call anything are rejected with name and position, so
/// nothing in a file is ever executed. Exception: markers of PyTorch's C++ writer around typed lists, of which only the
/// list is used. Depth needs no limit, because the reader does not recurse; size is charged to the meter. `bytes` and
/// the meter must outlive the tree.
[[nodiscard]] Result<DataTree> parsePickle(std::string_view bytes, TraceMeter& meter);

} // namespace lockstep
