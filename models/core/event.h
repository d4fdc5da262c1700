// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/core/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace lockstep {

enum class Severity : std::uint8_t { Information, Warning, Critical };

/// An event's attributes. Causes, alerts, costs and operators' actions are computed from these and from the code, never
/// from the text. An attribute that does not apply is empty or 0.
struct EventFields
{
    std::string job{}; ///< name of the job concerned
    std::string variant{}; ///< distinguishes findings with the same code; see variants in eventcodes.h
    /// Name of the subject if it is not an entity: a communicator, "40 nodes in 5 racks". For an operator's action: the
    /// alert's key.
    std::string subject{};
    Duration lasted{}; ///< from the onset to the event's time. A duration, so that clock corrections do not affect it
    Duration shelvedFor{}; ///< of an operator's action
    std::uint32_t others = 0; ///< further entities of the same rack; the event names the worst one
    std::uint32_t xid = 0; ///< number of an XID; 0: none
    std::optional<double> value{}; ///< finite, in @ref unit
    std::optional<double> baseline{}; ///< expected value: finite, in @ref unit
    Unit unit = Unit::None; ///< of value and baseline

    /// Events with equal time, entity, code, severity and identity are the same event.
    [[nodiscard]] auto identity() const { return std::tie(job, variant, subject, lasted, shelvedFor, others, xid); }
    friend bool operator==(const EventFields&, const EventFields&) = default;
};

/// An event at one moment: an XID, a link that went down, a malformed job event.
struct Event
{
    TimePoint time; ///< in the reporting node's clock
    Severity severity = Severity::Information;
    std::uint32_t entity = 0; ///< index into the layout's entities
    std::string code; ///< stable, dotted: "gpu.xid", "port.down", "agent.job_event_malformed"
    std::string text; ///< for people: one sentence, or a headline and lines of details; no code reads it
    EventFields fields{};

    [[nodiscard]] TimePoint onset() const { return time - fields.lasted; }
};

/// The event's text on one line, with its duration at the time of the event: "..., for 57 s".
[[nodiscard]] std::string sentenceOf(const Event& event);
/// The text of an event in one line: the details follow after semicolons.
[[nodiscard]] std::string singleLine(std::string text);
/// The text of an event without details and full stop, as a title.
[[nodiscard]] std::string headlineOf(std::string_view text);

} // namespace lockstep
