// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record/recordsession.h"
#include "datasources/recording/recorder.h"
#include "tests/support/simulatedbatches.h"

#include <QTest>

#include <string>
#include <utility>
#include <vector>

namespace lockstep::test {

/// Records some seconds of a simulated cluster, with the session of `lockstep record`.
inline void recordSimulation(const std::string& folder, sim::ClusterSpec spec, const sim::Drill& drill, int seconds)
{
    RecorderOptions options;
    options.folder = folder;
    auto recorder = Recorder::start(options, nullptr);
    QVERIFY(recorder.isOk());
    SimulatedBatches simulated(sim::Simulation::create(std::move(spec), drill, 7, SimulatedBatches::start).value());
    RecordSession session(*recorder.value(), nullptr, options.tickPeriod);
    const auto give = [&](const std::vector<BatchPtr>& batches) {
        for (const BatchPtr& batch : batches)
            session.queue().push(batch);
        session.finish();
    };
    give(simulated.introduce());
    for (int second = 0; second < seconds; ++second)
        give(simulated.next());
    (void)recorder.value()->finish();
}

} // namespace lockstep::test
