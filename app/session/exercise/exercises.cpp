// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exercise/exercises.h"

#include "app/scoring/trialplan.h"
#include "datasources/clusterfile/drillfile.h"
#include "models/simulation/physics/random.h"

#include <QDir>

#include <algorithm>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

/// Detectors and people need to see normal operation first, and must not know when it ends.
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

SimulatedDrill exerciseOf(const sim::Drill& drill, double factor, std::uint64_t number)
{
    sim::Random random(number);
    SimulatedDrill exercise{scoring::withSeverity(scoring::atPlace(drill, 1 + random.below(places)), factor),
                            random.bits(), true};
    beginAt(exercise.drill, shortestCalmSeconds + random.below(calmSpreadSeconds));
    return exercise;
}

Result<SimulatedDrill> surpriseExercise(double factor, std::uint64_t number)
{
    Result<std::vector<sim::Drill>> drills = builtInDrills();
    if (!drills.isOk())
        return drills.error();
    sim::Random random = sim::Random(number).fork(1);
    const auto drawn = random.below(static_cast<std::uint32_t>(drills.value().size()));
    return exerciseOf(drills.value()[drawn], factor, number);
}

} // namespace lockstep
