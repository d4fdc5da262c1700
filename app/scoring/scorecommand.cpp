// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/scorecommand.h"

#include "app/analyze/commandresult.h"
#include "app/scoring/scoreoptions.h"
#include "app/scoring/scorereport.h"
#include "app/scoring/trialplan.h"
#include "app/scoring/trialplayer.h"
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/simulationfile.h"
#include "datasources/text/commandpage.h"
#include "models/core/visibletext.h"

#include <QCoreApplication>
#include <QFile>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>

namespace lockstep {

using namespace scoring;

namespace {

enum ExitCode : int { Scored = 0, Failed = 1, WrongUsage = 2 };

std::string demoCluster()
{
    QFile file(QStringLiteral(":/scoring/clusters/demo.toml"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

Result<Stage> stageOf(const ScoreOptions& options)
{
    const bool isDemo = options.clusterFile.empty();
    const std::string demo = isDemo ? demoCluster() : std::string();
    Result<sim::ClusterSpec> spec
        = isDemo ? parseSimulation(demo, "the demo's cluster") : readSimulationFile(options.clusterFile);
    if (!spec.isOk())
        return spec.error();
    Result<ClusterFile> file
        = isDemo ? parseClusterFile(demo, "the demo's cluster") : readClusterFile(options.clusterFile);
    if (!file.isOk())
        return file.error();
    if (options.nodes && *options.nodes > spec.value().nodes.size())
        return Error{
            fmt::format("--nodes {}: the cluster has only {} nodes", *options.nodes, spec.value().nodes.size())};
    if (!options.nodes)
        return Stage{std::move(spec).value(), file.value().topology};
    spec.value().nodes.resize(*options.nodes);
    return Stage{std::move(spec).value(), nullptr}; // otherwise nodes that never report would be missing
}

TrialResult played(const Stage& stage, const Trial& trial, const ScoreOptions& options, const MatchRules& rules)
{
    TrialResult result = playTrial(stage, trial, {options.baseline, false, options.events, options.site}, rules);
    if (options.permute && result.problem.empty()) {
        const TrialResult permuted = playTrial(stage, trial, {options.baseline, true, false, options.site}, rules);
        result.permuted = difference(result.alerts, permuted.alerts);
    }
    return result;
}

/// Plays trials in parallel, one thread each. Results are in the order of the trials.
std::vector<TrialResult> playAll(const Stage& stage, std::span<const Trial> trials, const ScoreOptions& options,
                                 const MatchRules& rules)
{
    std::vector<TrialResult> results(trials.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t at = next++; at < trials.size(); at = next++)
            results[at] = played(stage, trials[at], options, rules);
    };
    std::vector<std::jthread> others;
    for (std::size_t thread = 1; thread < std::min<std::size_t>(options.threads, trials.size()); ++thread)
        others.emplace_back(work);
    work();
    others.clear();
    return results;
}

int refuse(const Error& error)
{
    fmt::print(stderr, "lockstep-sim score: {}\n", visibleLine(error.message));
    return WrongUsage;
}

} // namespace

int runScore(int argumentCount, char** arguments)
{
    const CommandPage page = scorePage();
    const Result<CommandInput> line = readCommand(page, argumentsFrom(1, argumentCount, arguments));
    if (!line.isOk())
        return print(wrongUsage(page, line.error().message));
    if (line.value().answer)
        return print({0, *line.value().answer, {}});
    const Result<ScoreOptions> options = scoreOptions(line.value());
    if (!options.isOk())
        return print(wrongUsage(page, options.error().message));
    const Result<Stage> stage = stageOf(options.value());
    if (!stage.isOk())
        return refuse(stage.error());
    std::vector<sim::Drill> drills;
    if (!options.value().drills.empty()) {
        Result<std::vector<sim::Drill>> read = readDrills(options.value().drills);
        if (!read.isOk())
            return refuse(read.error());
        drills = std::move(read).value();
    }
    const QCoreApplication application(argumentCount, arguments);
    const MatchRules rules;
    const std::vector<Trial> trials = planTrials(drills, options.value());
    const std::vector<TrialResult> results = playAll(stage.value(), trials, options.value(), rules);
    const Totals totals = totalsOf(results, rules);
    fmt::print("{}", options.value().json ? scoreAsJson(totals, results) : scoreAsText(totals, results));
    if (const std::string reason = reasonForNoScore(results); !reason.empty()) {
        fmt::print(stderr, "lockstep-sim score: {}\n", visibleLine(reason));
        return Failed;
    }
    return totals.permutedDiffer > 0 ? Failed : Scored;
}

} // namespace lockstep
