// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/incidentchange.h"

namespace lockstep::test {

/// 2026-03-01 03:12:00 UTC.
inline constexpr TimePoint incidentStart{std::chrono::seconds(1'772'334'720)};

inline Incident sampleIncident(std::uint64_t key = 7)
{
    Incident incident;
    incident.key = {key};
    incident.title = "Pump 2 lost flow, ring waits on rank 3";
    incident.severity = Severity::Critical;
    incident.range = {incidentStart, incidentStart + std::chrono::minutes(12)};
    incident.entities = {{EntityKind::Gpu, "A1 / node-17 / gpu3"}, {EntityKind::Loop, "loop-2"}};
    incident.tags = {"cooling", "straggler"};
    incident.owner = "noor";
    incident.responders = {{"commander", "noor"}, {"", "sam"}};
    incident.summary = "Flow fell; clocks followed; the ring waited.\n\n- 38 ms a step";
    incident.causes = "A **worn impeller**.";
    incident.actions = {{"Replace the impeller", "sam", false}, {"Alert on flow", "noor", true}};
    incident.costs.lostGpuSeconds = 120000;
    incident.costs.computeRate = 2.1;
    incident.costs.lostSteps = 41;
    incident.costs.lostStepsSource = "train-a: completed 3 of 44 steps";
    incident.created = incidentStart + std::chrono::hours(1);
    incident.createdBy = "noor";
    return incident;
}

inline Annotation sampleAnnotation(std::uint64_t key, double atSecond, double lastsSeconds = 0,
                                   std::uint64_t incident = 7)
{
    Annotation annotation;
    annotation.key = {key};
    annotation.incident = {incident};
    const auto time = [](double seconds) {
        return incidentStart + std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
    };
    annotation.range = {time(atSecond), time(atSecond + lastsSeconds)};
    annotation.text = "note " + std::to_string(key);
    annotation.entities = {{EntityKind::Gpu, "A1 / node-17 / gpu3"}};
    annotation.metric = "gpu.temperature";
    annotation.author = "noor";
    annotation.created = annotation.edited = time(3600);
    return annotation;
}

/// A judgement about the subject of sampleIncident().
inline Judgement sampleJudgement(std::uint64_t key, Judgement::Verdict verdict = Judgement::Verdict::Rejected)
{
    return {{key},
            verdict,
            "loop/loop-2/loop.flow",
            "cooling",
            "loop-2",
            "a test of the pump",
            std::nullopt,
            "noor",
            incidentStart + std::chrono::minutes(std::int64_t(key)),
            {}};
}

template <class T>
IncidentChange editing(std::string text, std::vector<Edit<T>> edits)
{
    IncidentChange change;
    change.text = std::move(text);
    if constexpr (std::is_same_v<T, Incident>)
        change.incidents = std::move(edits);
    else if constexpr (std::is_same_v<T, Annotation>)
        change.annotations = std::move(edits);
    else if constexpr (std::is_same_v<T, AnnotationLink>)
        change.links = std::move(edits);
    else
        change.attachments = std::move(edits);
    return change;
}

template <class T>
IncidentChange making(T thing)
{
    return editing<T>("make", {{std::nullopt, std::move(thing)}});
}

} // namespace lockstep::test
