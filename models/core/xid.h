// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep {

/// Remedies for a failure of a GPU, node or link, from cheapest to most expensive.
enum class Remedy : std::uint8_t {
    Nothing, ///< the fault has ended, or is harmless
    RestartJob,
    ResetGpu, ///< ends the jobs on the GPU; its node stays in service
    RestartNode,
    UpdateSoftware,
    MendLink, ///< reseat or replace a cable or a transceiver
    Repair, ///< work on the machine, usually a replaced part
    AskVendor, ///< no known remedy
};

/// Operators' term: "reset the GPU".
[[nodiscard]] constexpr std::string_view toText(Remedy remedy)
{
    switch (remedy) {
    case Remedy::Nothing:
        return "no action needed";
    case Remedy::RestartJob:
        return "restart the job";
    case Remedy::ResetGpu:
        return "reset the GPU";
    case Remedy::RestartNode:
        return "restart the node";
    case Remedy::UpdateSoftware:
        return "fix its software or configuration";
    case Remedy::MendLink:
        return "reseat or replace the cable";
    case Remedy::Repair:
        return "repair or replace the part";
    case Remedy::AskVendor:
        return "contact the vendor";
    }
    return {};
}

/// Whether software can apply the remedy, without manual work on the machine.
[[nodiscard]] constexpr bool isRecoverable(Remedy remedy)
{
    return remedy < Remedy::MendLink;
}

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

/// Looks up a code in NVIDIA's XID catalogue (docs.nvidia.com/deploy/xid-errors), which had 172 codes in October 2025.
/// An unlisted code gives a warning that says so.
[[nodiscard]] XidMeaning meaningOfXid(unsigned long long code);

} // namespace lockstep
