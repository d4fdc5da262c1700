// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/remedy.h"

#include <cstdint>
#include <string>

namespace lockstep {

/// Component that an XID points to.
enum class XidClass : std::uint8_t {
    Program, ///< usually the program on the GPU
    Engine, ///< one engine of the GPU: copies, video, graphics
    Firmware, ///< the GPU's driver or processors
    Memory,
    Remapping, ///< memory rows or other resources that were taken out of use
    Bus, ///< PCIe, or the GPU as a whole
    NvLink,
    Power,
    Notice, ///< not a fault
    Unused, ///< listed in NVIDIA's catalogue without a meaning
    Unlisted,
};

/// Meaning and remedy of an XID.
struct XidMeaning
{
    Severity severity = Severity::Warning; ///< Information: no action is needed
    XidClass kind = XidClass::Unlisted;
    Remedy remedy = Remedy::Nothing; ///< the first that NVIDIA recommends
    std::string text; ///< one sentence, without a full stop
};

/// From NVIDIA's XID catalogue (docs.nvidia.com/deploy/xid-errors), all 172 codes as of October 2025. An unlisted code
/// is a warning that says so.
[[nodiscard]] XidMeaning meaningOfXid(unsigned long long code);

} // namespace lockstep
