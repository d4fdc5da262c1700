// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exercise/exercises.h"

#include "app/scoring/trialplan.h"
#include "app/session/sitelayout.h"
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/simulation/faults/faultdirector.h"
#include "models/simulation/physics/random.h"

#include <QDir>
#include <QFile>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

/// Detectors and people must see normal operation first, and must not know when it ends.
constexpr double shortestCalmSeconds = 30;
constexpr std::uint32_t calmSpreadSeconds = 90;
constexpr std::uint32_t places = 1000;

void beginAt(sim::Drill& drill, double seconds)
{
    double first = sim::DrillFault().endSeconds;
    for (const sim::DrillFault& fault : drill.faults)
        first = std::min(first, fault.onsetSeconds);
    for (sim::DrillFault& fault : drill.faults) {
        fault.onsetSeconds += seconds - first;
        fault.endSeconds += seconds - first;
    }
}

} // namespace

Result<std::vector<sim::Drill>> builtInDrills()
{
    std::vector<sim::Drill> drills;
    const QDir folder(u":/drills"_s);
    for (const QString& name : folder.entryList({u"*.toml"_s}, QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            return Error{name.toStdString() + ": " + file.errorString().toStdString()};
        Result<sim::Drill> drill = parseDrill(file.readAll().toStdString(), name.toStdString());
        if (!drill.isOk())
            return drill.error();
        drills.push_back(std::move(drill).value());
    }
    if (drills.empty())
        return Error{"This program was built without drills"};
    return drills;
}

Result<sim::Drill> findDrill(const std::string& name)
{
    QFile own(QDir(u":/drills"_s).filePath(QString::fromStdString(name) + u".toml"_s));
    if (!own.exists() && QFile::exists(QString::fromStdString(name)))
        return readDrillFile(name);
    if (!own.open(QIODevice::ReadOnly)) {
        QStringList known = QDir(u":/drills"_s).entryList({u"*.toml"_s}, QDir::Files, QDir::Name);
        known.replaceInStrings(u".toml"_s, QString());
        return Error{"unknown drill \"" + name + "\"; expected surprise, a drill file, or one of "
                     + known.join(u", "_s).toStdString()};
    }
    return parseDrill(own.readAll().toStdString(), name);
}

Result<HallPtr> hallLike(const Topology& topology)
{
    Result<sim::ClusterSpec> spec = simulatedHall(topology);
    if (!spec.isOk())
        return spec.error();
    return HallPtr(std::make_shared<const SimulatedHall>(SimulatedHall{std::move(spec).value(), machinesOf(topology)}));
}

Result<HallPtr> hallOfFile(const std::string& path)
{
    const Result<ClusterFile> file = readClusterFile(path);
    if (!file.isOk())
        return file.error();
    Result<sim::ClusterSpec> spec = readSimulationFile(path);
    if (!spec.isOk())
        return spec.error();
    const sim::ClusterSpec& its = spec.value();
    if (its.jobs.empty() && its.serving.empty() && its.loops.empty())
        return hallLike(*file.value().topology);
    return HallPtr(std::make_shared<const SimulatedHall>(
        SimulatedHall{std::move(spec).value(), machinesOf(*file.value().topology)}));
}

Status isPlayable(const sim::Drill& drill, const HallPtr& hall)
{
    if (!hall)
        return success();
    const Result<sim::ClusterSpec> spec = sim::completed(hall->spec);
    return spec.isOk() ? sim::FaultDirector::check(drill, spec.value()) : Status(spec.error());
}

SimulatedDrill exerciseOf(const sim::Drill& drill, double factor, std::uint64_t number, HallPtr hall)
{
    sim::Random random(number);
    SimulatedDrill exercise{scoring::withSeverity(scoring::atPlace(drill, 1 + random.below(places)), factor),
                            random.bits(), true, std::move(hall)};
    beginAt(exercise.drill, shortestCalmSeconds + random.below(calmSpreadSeconds));
    return exercise;
}

Result<SimulatedDrill> surpriseExercise(double factor, std::uint64_t number, const HallPtr& hall)
{
    Result<std::vector<sim::Drill>> read = builtInDrills();
    if (!read.isOk())
        return read.error();
    std::vector<sim::Drill> drills = std::move(read).value();
    std::erase_if(drills, [&hall](const sim::Drill& drill) { return !isPlayable(drill, hall).isOk(); });
    if (drills.empty())
        return Error{"No drill can be simulated with this cluster"};
    sim::Random random = sim::Random(number).fork(1);
    const auto drawn = random.below(static_cast<std::uint32_t>(drills.size()));
    return exerciseOf(drills[drawn], factor, number, hall);
}

} // namespace lockstep
