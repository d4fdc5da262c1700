// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/trialplan.h"

#include "datasources/clusterfile/simulationfile.h"
#include "models/simulation/physics/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace lockstep::scoring {

namespace {

constexpr double secondsAnHour = 3600;
constexpr std::uint32_t anywhere = 1'000'000; // positions wrap around the cluster
constexpr std::uint64_t placesBegin = 4711;

bool isShare(sim::FaultKind kind)
{
    return kind != sim::FaultKind::BlockedColdPlate && kind != sim::FaultKind::MemoryErrors
        && kind != sim::FaultKind::ClockDrift;
}

sim::Drill quietDrill(double hours)
{
    sim::Drill drill;
    drill.name = "Quiet";
    drill.durationSeconds = hours * secondsAnHour;
    return drill;
}

std::vector<sim::Drill> pairsOf(const std::vector<sim::Drill>& drills)
{
    std::vector<sim::Drill> faulty;
    std::ranges::copy_if(drills, std::back_inserter(faulty),
                         [](const sim::Drill& drill) { return !drill.faults.empty(); });
    std::vector<sim::Drill> pairs;
    for (std::size_t at = 0; faulty.size() > 1 && at < faulty.size(); ++at)
        pairs.push_back(together(faulty[at], faulty[(at + 1) % faulty.size()]));
    return pairs;
}

} // namespace

Result<std::vector<sim::Drill>> readDrills(const std::string& path)
{
    std::error_code problem;
    std::vector<std::string> files;
    if (std::filesystem::is_directory(path, problem)) {
        for (const auto& entry : std::filesystem::directory_iterator(path, problem)) {
            if (entry.path().extension() == ".toml")
                files.push_back(entry.path().string());
        }
        if (problem)
            return Error{fmt::format("{}: {}", path, problem.message())};
        if (files.empty())
            return Error{fmt::format("{}: expected drills (*.toml), found none", path)};
        std::ranges::sort(files);
    } else {
        files.push_back(path);
    }
    std::vector<sim::Drill> drills;
    for (const std::string& file : files) {
        Result<sim::Drill> drill = readDrillFile(file);
        if (!drill.isOk())
            return drill.error();
        drills.push_back(std::move(drill).value());
    }
    return drills;
}

std::vector<Trial> planTrials(const std::vector<sim::Drill>& drills, const ScoreOptions& options)
{
    std::vector<sim::Drill> chosen = options.pairs ? pairsOf(drills) : drills;
    if (options.quietHours)
        chosen = {quietDrill(*options.quietHours)};
    std::vector<Trial> trials;
    for (const sim::Drill& drill : chosen) {
        for (std::uint32_t place = 0; place < (drill.faults.empty() ? 1 : options.places); ++place) {
            for (std::uint32_t seed = 0; seed < options.seeds; ++seed) {
                sim::Drill played = withSeverity(atPlace(drill, place), options.severity);
                played.durationSeconds = options.durationSeconds.value_or(played.durationSeconds);
                const double before = options.beforeSeconds.value_or(0);
                played.durationSeconds += before;
                for (sim::DrillFault& fault : played.faults) {
                    fault.onsetSeconds += before;
                    fault.endSeconds += before;
                }
                trials.push_back({drill.name, std::move(played), options.firstSeed + seed, place});
            }
        }
    }
    return trials;
}

sim::Drill withSeverity(sim::Drill drill, double factor)
{
    for (sim::DrillFault& fault : drill.faults) {
        fault.severity *= factor;
        if (isShare(fault.kind))
            fault.severity = std::min(fault.severity, 1.0);
    }
    return drill;
}

sim::Drill atPlace(sim::Drill drill, std::uint32_t place)
{
    if (place == 0)
        return drill;
    sim::Random random = sim::Random(placesBegin).fork(place);
    for (sim::DrillFault& fault : drill.faults) {
        sim::FaultTarget& target = fault.target;
        for (auto* const index : {&target.rack, &target.node, &target.gpu, &target.loop, &target.rail, &target.leaf,
                                  &target.spine, &target.job, &target.service}) {
            const std::uint32_t drawn = random.below(anywhere);
            if (*index)
                *index = drawn;
        }
    }
    return drill;
}

sim::Drill together(const sim::Drill& one, const sim::Drill& other)
{
    sim::Drill both = one;
    both.name = one.name + " + " + other.name;
    both.durationSeconds = std::max(one.durationSeconds, other.durationSeconds);
    both.cause = one.cause + " " + other.cause;
    both.faults.insert(both.faults.end(), other.faults.begin(), other.faults.end());
    both.consequences.insert(both.consequences.end(), other.consequences.begin(), other.consequences.end());
    return both;
}

} // namespace lockstep::scoring
