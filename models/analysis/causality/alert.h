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

/// One cause that needs attention, at a moment, with its effects. A plain value; made by alertsAt().
struct Alert
{
    enum class State : std::uint8_t {
        Active, ///< not acknowledged
        Acknowledged, ///< active and acknowledged
        Shelved, ///< active, but silenced until a time
        Cleared, ///< over, for so short a time that it is still shown
    };
    /// One stage of the causal chain, in causal order.
    struct Stage
    {
        std::string what; ///< in an operator's words, with numbers
        std::vector<EntityRef> entities;
        TimePoint since;
        std::string job = {}; ///< the job it is reported for: then the entities only say where it runs. Empty: none
        bool isOver = false;
        Severity severity = Severity::Warning; ///< the worst so far
        FindingKind kind = FindingKind::Monitoring;
        EventFields fields{}; ///< of its worst finding
        friend bool operator==(const Stage&, const Stage&) = default;
    };
    /// Another cause that would explain the same findings, or part of them.
    struct Alternative
    {
        std::string kind;
        std::string whyNot;
        friend bool operator==(const Alternative&, const Alternative&) = default;
    };

    /// The quantity that the title reports, where it is a metric.
    struct Figure
    {
        std::string metric;
        EntityRef entity;
        float told = 0; ///< as in the title; the value of a moment: see titleAt()
        friend bool operator==(const Figure&, const Figure&) = default;
    };

    std::string key; ///< stays while it lasts, also when the cause is found only later
    std::string kind; ///< as in resources/manual/causes.md: the drills' words, and a few more
    std::vector<EntityRef> entities; ///< culprits; empty where they are no entities of the topology
    std::vector<std::string>
        names; ///< of the culprits, as drills name them: "node-0009/gpu2", "rack A1", "job train-b"
    TimePoint onset; ///< of the cause, as far as it is known
    TimePoint raisedAt; ///< the first moment at which it is reported
    std::optional<TimePoint> end; ///< nullopt: it goes on
    Severity severity = Severity::Warning; ///< the worst so far
    State state = State::Active;
    std::string title; ///< what, where and how much, in one line
    std::size_t headLength = 0; ///< of the title, up to what follows from the cause
    std::optional<Figure> figure; ///< that it reports
    std::vector<Stage> chain; ///< the cause first
    double confidence = 0; ///< 0 to 1 that the kind and the culprit are right
    std::optional<double>
        costGpuSeconds; ///< lost to it, as far as what was reported says; see costOf(). Nullopt: not known
    std::vector<std::string> owners; ///< on both sides of the seam, the cause's first
    std::string runbook; ///< path in the resources; or of the site: its address or file
    std::vector<Alternative> considered;
    std::uint32_t findings = 0; ///< that it joins

    friend bool operator==(const Alert&, const Alert&) = default;
};

/// An alert as it stood at a moment.
struct AlertAt
{
    Alert alert;
    TimePoint moment;
};

} // namespace lockstep
