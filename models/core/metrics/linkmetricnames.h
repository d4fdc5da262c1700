// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep::metrics::port {
inline constexpr auto fecBitErrorRatio = "port.fec.bit_error_ratio";
inline constexpr auto fecUncorrectable = "port.fec.uncorrectable";
inline constexpr auto opticsReceivePowerLowLimit = "port.optics.receive_power.low_limit";
inline constexpr auto timeToLimit = "port.time_to_limit";
} // namespace lockstep::metrics::port

namespace lockstep::codes {
inline constexpr auto portDegrading = "port.degrading";
} // namespace lockstep::codes
