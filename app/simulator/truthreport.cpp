// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/truthreport.h"

#include "datasources/text/jsonwriter.h"
#include "datasources/text/outputfile.h"
#include "models/core/units.h"

namespace lockstep {

namespace {

void writeTime(JsonWriter& json, std::string_view key, TimePoint time)
{
    json.key(key);
    time == TimePoint::max() ? json.nothing() : json.text(formatUtc(time, 3));
}

std::string_view causeName(sim::StepCause cause)
{
    constexpr std::string_view names[]
        = {"none", "slow_rank", "slow_link", "stalled_link", "storage", "hiccup", "hang"};
    return names[static_cast<std::size_t>(cause)];
}

} // namespace

std::string truthAsJson(const sim::Simulation& simulation)
{
    const sim::GroundTruth& truth = simulation.truth();
    JsonWriter json;
    json.beginObject().field("drill", truth.drill).field("cause", truth.cause).key("faults").beginList();
    for (const sim::TrueFault& fault : truth.faults) {
        json.beginObject().field("kind", sim::faultKindName(fault.kind)).texts("entities", fault.entities);
        writeTime(json, "onset", fault.onset);
        writeTime(json, "end", fault.end);
        json.key("severity").number(fault.severity).endObject();
    }
    json.endList().key("consequences").beginList();
    for (const sim::Consequence& consequence : truth.consequences) {
        json.beginObject().key("after_s").number(consequence.afterSeconds);
        json.field("metric", consequence.metric).field("effect", consequence.effect).endObject();
    }
    json.endList().key("failures").beginList();
    for (const sim::TrueFailure& failure : truth.failures) {
        json.beginObject();
        writeTime(json, "time", failure.time);
        json.field("component", failure.component).field("entity", failure.entity);
        json.key("recoverable").truth(failure.isRecoverable).key("lost_s").number(failure.lostSeconds).endObject();
    }
    json.endList().key("steps").beginList();
    for (const sim::StepTruth& step : truth.steps) {
        json.beginObject().field("job", simulation.spec().jobs[step.job].name).key("step").number(step.step);
        json.key("start_s").number(step.startSeconds).key("seconds").number(step.seconds); // null: it never ended
        json.key("ideal_s").number(step.idealSeconds).field("cause", causeName(step.cause));
        json.key("rank").number(step.culpritRank);
        json.field("node", simulation.spec().nodes[step.culpritNode].name).key("gpu").number(step.culpritGpu);
        json.endObject();
    }
    return json.endList().endObject().drain() + '\n';
}

Status writeTruth(const sim::Simulation& simulation, const std::string& path)
{
    return writeOutput(path, truthAsJson(simulation));
}

} // namespace lockstep
