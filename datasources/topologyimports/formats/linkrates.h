// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace lockstep {

/// Gb/s of an InfiniBand link by its name, "4xEDR" or "4x EDR"; 0: unknown.
[[nodiscard]] double infinibandGbps(std::string_view text);

/// Gb/s of a NetBox interface type, "400gbase-x-osfp" or "infiniband-ndr"; 0: unknown.
[[nodiscard]] double interfaceGbps(std::string_view type);

} // namespace lockstep
