// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockstep/v1/telemetry.pb.h"
#include "models/core/event.h"
#include "models/core/metric.h"
#include "models/core/sourcestatus.h"
#include "models/core/span.h"

#include <optional>

/// Checks that the enumerations of the wire format have the same numbers as those in models/core.
namespace lockstep {

static_assert(static_cast<int>(MetricKind::Gauge) == v1::METRIC_KIND_GAUGE);
static_assert(static_cast<int>(MetricKind::Counter) == v1::METRIC_KIND_COUNTER);
static_assert(static_cast<int>(Direction::Neutral) == v1::DIRECTION_NEUTRAL);
static_assert(static_cast<int>(Direction::HighIsBad) == v1::DIRECTION_HIGH_IS_BAD);
static_assert(static_cast<int>(Direction::LowIsBad) == v1::DIRECTION_LOW_IS_BAD);
static_assert(static_cast<int>(SpanKind::Compute) == v1::SPAN_KIND_COMPUTE);
static_assert(static_cast<int>(SpanKind::Collective) == v1::SPAN_KIND_COLLECTIVE);
static_assert(static_cast<int>(SpanKind::Transfer) == v1::SPAN_KIND_TRANSFER);
static_assert(static_cast<int>(SpanKind::Wait) == v1::SPAN_KIND_WAIT);
static_assert(static_cast<int>(SpanKind::Checkpoint) == v1::SPAN_KIND_CHECKPOINT);
static_assert(static_cast<int>(SpanKind::Restart) == v1::SPAN_KIND_RESTART);
static_assert(static_cast<int>(SpanKind::Step) == v1::SPAN_KIND_STEP);
static_assert(static_cast<int>(SpanKind::Idle) == v1::SPAN_KIND_IDLE);
static_assert(static_cast<int>(SpanKind::Marker) == v1::SPAN_KIND_MARKER);
static_assert(static_cast<int>(Severity::Information) == v1::SEVERITY_INFORMATION);
static_assert(static_cast<int>(Severity::Warning) == v1::SEVERITY_WARNING);
static_assert(static_cast<int>(Severity::Critical) == v1::SEVERITY_CRITICAL);
static_assert(static_cast<int>(SourceState::Connecting) == v1::REACH_STATE_CONNECTING);
static_assert(static_cast<int>(SourceState::Live) == v1::REACH_STATE_LIVE);
static_assert(static_cast<int>(SourceState::Stale) == v1::REACH_STATE_STALE);
static_assert(static_cast<int>(SourceState::Retrying) == v1::REACH_STATE_RETRYING);
static_assert(static_cast<int>(SourceState::Closed) == v1::REACH_STATE_CLOSED);

[[nodiscard]] inline v1::MetricKind toWire(MetricKind kind)
{
    return static_cast<v1::MetricKind>(kind);
}
[[nodiscard]] inline v1::Direction toWire(Direction direction)
{
    return static_cast<v1::Direction>(direction);
}
[[nodiscard]] inline v1::SpanKind toWire(SpanKind kind)
{
    return static_cast<v1::SpanKind>(kind);
}
[[nodiscard]] inline v1::Severity toWire(Severity severity)
{
    return static_cast<v1::Severity>(severity);
}
/// Recorded sources have no connection.
[[nodiscard]] inline v1::ReachState toWire(SourceState state)
{
    return state == SourceState::Recorded ? v1::REACH_STATE_CLOSED : static_cast<v1::ReachState>(state);
}

/// The value of a wire value; nullopt if unknown in this version.
[[nodiscard]] inline std::optional<MetricKind> fromWire(v1::MetricKind kind)
{
    return v1::MetricKind_IsValid(kind) ? std::optional(static_cast<MetricKind>(kind)) : std::nullopt;
}
[[nodiscard]] inline std::optional<Direction> fromWire(v1::Direction direction)
{
    return v1::Direction_IsValid(direction) ? std::optional(static_cast<Direction>(direction)) : std::nullopt;
}
[[nodiscard]] inline std::optional<SpanKind> fromWire(v1::SpanKind kind)
{
    return v1::SpanKind_IsValid(kind) ? std::optional(static_cast<SpanKind>(kind)) : std::nullopt;
}
[[nodiscard]] inline std::optional<Severity> fromWire(v1::Severity severity)
{
    return v1::Severity_IsValid(severity) ? std::optional(static_cast<Severity>(severity)) : std::nullopt;
}
[[nodiscard]] inline std::optional<SourceState> fromWire(v1::ReachState state)
{
    return v1::ReachState_IsValid(state) ? std::optional(static_cast<SourceState>(state)) : std::nullopt;
}

} // namespace lockstep
