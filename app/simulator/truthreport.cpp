// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/truthreport.h"

#include "datasources/text/outputfile.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace lockstep {

namespace {

std::string jsonString(std::string_view text)
{
    std::string result = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\')
            result += '\\';
        if (static_cast<unsigned char>(letter) < 0x20)
            result += fmt::format("\\u{:04x}", static_cast<int>(letter));
        else
            result += letter;
    }
    return result + '"';
}

std::string moment(TimePoint time)
{
    if (time == TimePoint::max())
        return "null";
    return fmt::format("\"{:%Y-%m-%dT%H:%M:%S}Z\"", std::chrono::floor<std::chrono::milliseconds>(time));
}

/// JSON has no infinity, so the length of a step that never ended is null.
std::string number(double value)
{
    return std::isfinite(value) ? fmt::format("{:.6f}", value) : "null";
}

template <class Items, class Write>
std::string list(const Items& items, Write write)
{
    std::string result;
    for (const auto& item : items)
        result += (result.empty() ? "\n  " : ",\n  ") + write(item);
    return "[" + result + "]";
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
    const std::string faults = list(truth.faults, [](const sim::TrueFault& fault) {
        return fmt::format(R"({{"kind":{},"entities":{},"onset":{},"end":{},"severity":{:.3f}}})",
                           jsonString(sim::faultKindName(fault.kind)), list(fault.entities, jsonString),
                           moment(fault.onset), moment(fault.end), fault.severity);
    });
    const std::string consequences = list(truth.consequences, [](const sim::Consequence& consequence) {
        return fmt::format(R"({{"after_s":{:.1f},"metric":{},"effect":{}}})", consequence.afterSeconds,
                           jsonString(consequence.metric), jsonString(consequence.effect));
    });
    const std::string failures = list(truth.failures, [](const sim::TrueFailure& failure) {
        return fmt::format(R"({{"time":{},"component":{},"entity":{},"recoverable":{},"lost_s":{:.1f}}})",
                           moment(failure.time), jsonString(failure.component), jsonString(failure.entity),
                           failure.isRecoverable, failure.lostSeconds);
    });
    const std::string steps = list(truth.steps, [&](const sim::StepTruth& step) {
        return fmt::format(
            R"({{"job":{},"step":{},"start_s":{:.6f},"seconds":{},"ideal_s":{},"cause":"{}","rank":{},"node":{},"gpu":{}}})",
            jsonString(simulation.spec().jobs[step.job].name), step.step, step.startSeconds, number(step.seconds),
            number(step.idealSeconds), causeName(step.cause), step.culpritRank,
            jsonString(simulation.spec().nodes[step.culpritNode].name), step.culpritGpu);
    });
    return fmt::format(
        "{{\"drill\":{},\"cause\":{},\n\"faults\":{},\n\"consequences\":{},\n\"failures\":{},\n\"steps\":{}}}\n",
        jsonString(truth.drill), jsonString(truth.cause), faults, consequences, failures, steps);
}

Status writeTruth(const sim::Simulation& simulation, const std::string& path)
{
    return writeOutput(path, truthAsJson(simulation));
}

} // namespace lockstep
