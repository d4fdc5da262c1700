// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/drain/drainreport.h"

#include "models/core/units.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

Figure remedyFigure(const CauseRemedy& remedy)
{
    const bool isEasy = isRecoverable(remedy.remedy);
    return {"Recoverable",
            fmt::format("{}: {}", isEasy ? "yes" : "no", toText(remedy.remedy)),
            true,
            {},
            {{isEasy ? "yes" : "no", isEasy ? "automatic" : "manual"}}};
}

Figure mendingFigure(const CauseRemedy& remedy)
{
    if (remedy.mendSeconds <= 0)
        return {"Time to return", "at once", true, {}, {}};
    return {"Time to return",
            "usually " + secondsText(remedy.mendSeconds),
            true,
            isRecoverable(remedy.remedy) ? "assumed: typical duration of such a restart or change"
                                         : "median of the repairs of 400 servers in 348 days (InfiniteHBD)",
            {}};
}

Figure sparesFigure(const DrainRow& row)
{
    const auto wanted = static_cast<double>(row.entry.nodes.size());
    return {"Spares",
            row.entry.hasSpares ? "yes" : "none",
            true,
            "healthy nodes of the same model that no job uses",
            {{"needed", formatNumber(wanted)},
             {"idle nodes of all models", formatNumber(static_cast<double>(row.idleNodes))}}};
}

Figure jobFigure(const DrainEntry& entry)
{
    if (entry.isFree())
        return {"Jobs on the node", "none: draining costs nothing", true, {}, {}};
    if (entry.job.empty())
        return unknownFigure("Jobs on the node", "unknown: the node does not report");
    return {"Jobs on the node", entry.job, true, {}, {{"GPUs of the job", formatNumber(entry.its.gpus)}}};
}

Figure lossFigure(const DrainRow& row)
{
    if (!row.lostGpus)
        return unknownFigure("Loss now", "not measured: no wait data");
    return {"Loss now",
            fmt::format("equivalent to {} idle GPUs", formatNumber(*row.lostGpus)),
            true,
            "GPUs that waited for the component in the last minute − GPUs that waited before the onset",
            {}};
}

} // namespace

std::string drainAdvice(const DrainEntry& entry)
{
    if (entry.nodes.empty())
        return "Draining does not help";
    if (entry.isFree())
        return "Drain: no job is running on it";
    return entry.verdict.isKnown ? toText(entry.verdict.best) : "Unknown";
}

std::vector<FigureGroup> drainReport(const DrainRow& row, const Rates& rates)
{
    const DrainEntry& entry = row.entry;
    FigureGroup broken{"Faulty component", {{"Cause", entry.alert.title, true, {}, {}}}};
    broken.figures.push_back(remedyFigure(entry.remedy));
    broken.figures.push_back(mendingFigure(entry.remedy));
    broken.figures.push_back(lossFigure(row));
    if (entry.nodes.empty()) {
        broken.figures.push_back(unknownFigure("Drain",
                                               entry.remedy.takes == Takes::Nothing
                                                   ? "does not help: not a node fault, or it can be repaired online"
                                                   : "does not help: the alert names no node, or too many nodes"));
        return {broken};
    }
    broken.figures.push_back(jobFigure(entry));
    broken.figures.push_back(sparesFigure(row));
    std::vector<FigureGroup> groups{std::move(broken)};
    if (entry.job.empty())
        return groups;
    if (entry.verdict.options.empty())
        return groups;
    for (FigureGroup& each : drainFigures(entry.its, entry.verdict, rates))
        groups.push_back(std::move(each));
    return groups;
}

} // namespace lockstep
