// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <string>

namespace lockstep {

enum class Severity : std::uint8_t { Information, Warning, Critical };

/// Something that happened at one moment and deserves a line: an XID, a link that went down, a malformed job event.
struct Event
{
    TimePoint time; ///< in the reporting node's clock
    Severity severity = Severity::Information;
    std::uint32_t entity = 0; ///< index into the layout's entities
    std::string code; ///< stable, dotted: "gpu.xid", "port.down", "agent.job_event_malformed"
    std::string text; ///< one sentence for people
};

} // namespace lockstep
