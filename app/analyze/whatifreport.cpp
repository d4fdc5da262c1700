// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analyze/whatifreport.h"

#include "datasources/text/jsonwriter.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

std::string share(double value)
{
    return std::isnan(value) ? "no data" : fmt::format("{:.3f}", value);
}

std::string explain(const WhatIf& result)
{
    switch (result.verdict) {
    case WhatIfVerdict::NoStraggler:
        return "no straggler: steps are close to the ideal time";
    case WhatIfVerdict::OneWorker:
        return fmt::format("one worker: data-parallel rank {}, stage {} explains the loss",
                           result.workers.front().dpRank, result.workers.front().stage);
    case WhatIfVerdict::LastStage:
        return fmt::format(
            "last stage: stage {} has more work than the others; with ideal operations there, steps take {}",
            result.byStage.back().first,
            formatQuantity(result.stepSeconds
                               - std::min(result.lastStageShare, 1.0) * (result.stepSeconds - result.idealStepSeconds),
                           Unit::Seconds));
    case WhatIfVerdict::Data:
        return "data: no worker or stage is an outlier; the work itself is uneven, for example sequence lengths";
    }
    return {};
}

template <class Rows>
void writeSlowdowns(JsonWriter& json, std::string_view key, const Rows& rows)
{
    json.key(key).beginObject();
    for (const auto& [name, slowdown] : rows)
        json.key(fmt::format("{}", name)).number(slowdown);
    json.endObject();
}

template <class Rows>
std::string slowdownTable(std::string_view title, const Rows& rows)
{
    auto text = fmt::format("\n{}\n", title);
    for (const auto& [name, slowdown] : rows)
        text += fmt::format("  {:<28} {:7.4f}\n", name, slowdown);
    return text;
}

} // namespace

std::string whatIfJson(const WhatIf& result, std::span<const std::string> notes)
{
    JsonWriter json;
    json.beginObject();
    json.key("slowdown").number(result.slowdown);
    json.key("m_w").number(result.workerShare);
    json.key("m_s").number(result.lastStageShare);
    json.key("verdict").text(whatIfVerdictName(result.verdict));
    writeSlowdowns(json, "by_dp_rank", result.byDpRank);
    writeSlowdowns(json, "by_stage", result.byStage);
    writeSlowdowns(json, "by_optype", result.byOpType);
    json.key("step_time_s").number(result.stepSeconds);
    json.key("ideal_step_time_s").number(result.idealStepSeconds);
    json.key("steps").number(result.steps.size());
    json.key("slowest_workers").beginList();
    for (std::size_t i = 0; i < result.replacedWorkers; ++i) {
        const auto& worker = result.workers[i];
        json.beginObject().key("dp_rank").number(worker.dpRank);
        json.key("stage").number(worker.stage).key("slowdown").number(worker.slowdown).endObject();
    }
    json.endList();
    json.key("notes").beginList();
    for (const auto& note : notes)
        json.text(note);
    json.endList().endObject();
    return json.result() + "\n";
}

std::string whatIfText(const WhatIf& result)
{
    auto text = fmt::format("What stragglers cost: {} steps, {} data-parallel ranks, {} pipeline stages\n\n",
                            result.steps.size(), result.byDpRank.size(), result.byStage.size());
    text += fmt::format("  step time    {}   ideal {}\n", formatQuantity(result.stepSeconds, Unit::Seconds),
                        formatQuantity(result.idealStepSeconds, Unit::Seconds));
    text += fmt::format("  slowdown S   {:.4f}   {} of the time is lost\n", result.slowdown,
                        formatQuantity(1 - 1 / result.slowdown, Unit::Ratio));
    text += fmt::format("  M_W {}   M_S {}   (share of the loss that the slowest workers, the last stage explain)\n",
                        share(result.workerShare), share(result.lastStageShare));
    text += fmt::format("  verdict      {}\n", explain(result));
    text += slowdownTable("Slowdown with one data-parallel rank as observed, all else ideal", result.byDpRank);
    text += slowdownTable("... with one pipeline stage", result.byStage);
    text += slowdownTable("... with one type of operation", result.byOpType);
    return text;
}

} // namespace lockstep
