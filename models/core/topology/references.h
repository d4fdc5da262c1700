// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/siteplan.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace lockstep {

/// Whether nccl-tests measure a bus bandwidth for an operation of this name ("all_reduce").
[[nodiscard]] bool isBandwidthOperation(std::string_view operation);

/// The rule that applies to a job; null: none. @param gpu GPU model of its nodes; empty: unknown
[[nodiscard]] const RunReference* runReference(const SitePlan& plan, std::string_view job, std::string_view gpu);

/// Bytes per second that a collective should reach. Interpolates between the configured sizes of the operation, at the
/// nearest number of ranks. NaN if no number of ranks is within a factor of two, or if the buffer is smaller than the
/// smallest configured size.
[[nodiscard]] double bandwidthReference(std::span<const BandwidthReference> references, std::string_view operation,
                                        std::uint32_t ranks, double bytes);

} // namespace lockstep
