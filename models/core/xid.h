// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/remedy.h"

#include <cstdint>
#include <string>

namespace lockstep {

/// Component that an XID points to.
enum class XidClass : std::uint8_t {
    Program, ///< what runs on the GPU, most often
    Engine, ///< one engine of it: copies, video, pictures
    Firmware, ///< its driver or processors
    Memory,
    Remapping, ///< rows of memory, or other resources, that are taken out of use
    Bus, ///< PCIe, or the GPU as a whole
    NvLink,
    Power,
    Notice, ///< nothing is wrong
    Unused, ///< NVIDIA's catalogue lists the number without a meaning
    Unlisted,
};

/// Meaning and remedy of an XID.
struct XidMeaning
{
    Severity severity = Severity::Warning; ///< Information: it calls for nothing
    XidClass kind = XidClass::Unlisted;
    Remedy remedy = Remedy::Nothing; ///< the first that NVIDIA names
    std::string text; ///< one sentence, without the full stop
};

/// From NVIDIA's XID catalogue (docs.nvidia.com/deploy/xid-errors), all 172 codes as of October 2025. An unlisted code
/// is a warning that says so.
[[nodiscard]] XidMeaning meaningOfXid(unsigned long long code);

} // namespace lockstep
