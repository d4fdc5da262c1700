// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/seams/alert.h"
#include "models/core/remedy.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace lockstep {

/// What has to be taken out of service for a cause of some kind to stop hurting.
enum class Takes : std::uint8_t {
    Nothing, ///< draining does not help: it is mended while all goes on, or is nothing of the nodes
    Node,
};

/// What ends a cause of a kind.
struct KindRemedy
{
    std::string_view kind;
    Remedy remedy; ///< that is tried first
    Takes takes;
    double mendSeconds; ///< usually, until it is back
};
/// Every kind, once. How long a repair takes is the median of 348 days of 400 servers (InfiniteHBD's trace): 17 h for a
/// GPU, 47 h for a cable, 12 h for a NIC.
[[nodiscard]] std::span<const KindRemedy> kindRemedies();
/// Of that alert: its kind's, or what the XIDs in its chain ask for where that is more.
[[nodiscard]] KindRemedy remedyOf(const Alert& alert);
/// Of no kind that is known: a repair.
[[nodiscard]] KindRemedy remedyOfKind(std::string_view kind);

} // namespace lockstep
