// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

namespace lockstep {

class Database;

/// Holds the schema of a file against what versions of Lockstep up to this one have written: recordings, incidents, or
/// both in one bundle. What comes in a file is data, so anything in its schema that could compute (views, triggers,
/// virtual and generated columns, checks, odd indices) is refused together with all else that no Lockstep makes.
/// @return an Error that names the file and what stands out in it
[[nodiscard]] Status checkSchema(Database& database);

} // namespace lockstep
