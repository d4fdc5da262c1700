// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"

#include <string>

namespace lockstep {

/// What an XID means and what helps: severity and one sentence.
struct XidMeaning
{
    Severity severity = Severity::Warning;
    std::string text;
};

/// From NVIDIA's XID catalogue (docs.nvidia.com/deploy/xid-errors). A code that is not listed is a warning that says
/// so.
[[nodiscard]] XidMeaning meaningOfXid(unsigned long long code);

} // namespace lockstep
