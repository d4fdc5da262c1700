// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/incidentchange.h"

#include <string>
#include <vector>

namespace lockstep {

/// One line of the edit history: a field before and after, as text. Lists have one element per line, numbers their
/// shortest exact form, unknown values are empty.
struct FieldChange
{
    std::string field; ///< "summary", "costs.labour_hours"
    std::string before;
    std::string after;

    friend bool operator==(const FieldChange&, const FieldChange&) = default;
};

/// Fields that differ. A created or deleted item is compared with an empty one.
[[nodiscard]] std::vector<FieldChange> fieldChanges(const Edit<Incident>& edit);
[[nodiscard]] std::vector<FieldChange> fieldChanges(const Edit<Annotation>& edit);

} // namespace lockstep
