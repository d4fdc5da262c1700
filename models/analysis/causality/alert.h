// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/eventcodes.h"
#include "models/core/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// One cause that needs attention at a moment, with its effects. A plain value; made by alertsAt().
struct Alert
{
    enum class State : std::uint8_t {
        Active, ///< not acknowledged
        Acknowledged, ///< active and acknowledged
        Shelved, ///< active, but silenced until a time
        Cleared, ///< ended, but recently enough to be shown
    };
    /// One stage of the causal chain, in causal order.
    struct Stage
    {
        std::string what; ///< in operators' terms, with numbers
        std::vector<EntityRef> entities;
        TimePoint since;
        std::string job = {}; ///< job that reports it; the entity is then its first node. Empty: none
        bool isOver = false;
        Severity severity = Severity::Warning; ///< the worst so far
        FindingKind kind = FindingKind::Monitoring;
        EventFields fields{}; ///< of its worst finding
        friend bool operator==(const Stage&, const Stage&) = default;
    };
    /// Another cause that would explain the same findings, or some of them.
    struct Alternative
    {
        std::string kind;
        std::string ruledOutReason;
        friend bool operator==(const Alternative&, const Alternative&) = default;
    };

    /// The quantity in the title, if it is a metric.
    struct Figure
    {
        std::string metric;
        EntityRef entity;
        float told = 0; ///< reported value, as in the title; for the current value see titleAt()
        friend bool operator==(const Figure&, const Figure&) = default;
    };

    std::string key; ///< stable while the alert lasts, also if the cause is found later
    std::string kind; ///< as in resources/manual/causes.md
    std::vector<EntityRef> entities; ///< culprits; empty if they are not entities of the topology
    std::vector<std::string> names; ///< of the culprits, as in drills: "node-0009/gpu2", "rack A1", "job train-b"
    TimePoint onset; ///< of the cause, as far as known
    TimePoint raisedAt; ///< first moment at which it is reported
    std::optional<TimePoint> end; ///< nullopt: active
    Severity severity = Severity::Warning; ///< the worst so far
    State state = State::Active;
    TimePoint shelvedUntil{}; ///< while an operator has shelved it
    std::string title; ///< symptom, place and amount in one line
    std::size_t headLength = 0; ///< length of the title without the effects
    std::optional<Figure> figure; ///< figure in the title
    std::vector<Stage> chain; ///< the cause first
    double confidence = 0; ///< 0 to 1, in kind and culprit
    std::optional<double>
        costGpuSeconds; ///< GPU seconds lost according to the findings; see costOf(). Nullopt: unknown
    std::vector<std::string> owners; ///< of the cause, then of the effects
    std::string runbook; ///< path in the resources, or the address or file of the site's runbook
    std::vector<Alternative> considered;
    std::uint32_t findings = 0; ///< number of joined findings

    friend bool operator==(const Alert&, const Alert&) = default;
};

/// An alert as of a moment.
struct AlertAt
{
    Alert alert;
    TimePoint moment;
};

} // namespace lockstep
