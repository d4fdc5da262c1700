// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/trees/datatree.h"
#include "models/core/result.h"

#include <string_view>

namespace lockstep {

/// Reads a Python pickle that holds plain data. A pickle is a program; this is an interpreter that knows only the
/// opcodes that build numbers, texts, lists, tuples and dictionaries. Opcodes that import or call anything are refused
/// by name and position, so nothing in a file is ever executed. Two exceptions are known to be data in disguise: the
/// markers that PyTorch's own C++ writer puts around typed lists, of which only the list is taken. Depth needs no limit
/// (the reader does not recurse); what is built the meter pays for. `bytes` and the meter outlive the tree.
[[nodiscard]] Result<DataTree> parsePickle(std::string_view bytes, TraceMeter& meter);

} // namespace lockstep
