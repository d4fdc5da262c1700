// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recorder.h"
#include "models/ingest/tickplacer.h"

#include <memory>
#include <span>
#include <utility>

namespace lockstep::test {

/// A recorder with a placer in front of it, without a store.
class PlacedRecorder
{
public:
    [[nodiscard]] static Result<std::unique_ptr<PlacedRecorder>> start(RecorderOptions options,
                                                                       const TopologyPtr& topology)
    {
        const Duration tickPeriod = options.tickPeriod;
        Result<std::unique_ptr<Recorder>> started = Recorder::start(std::move(options), topology);
        if (!started.isOk())
            return started.error();
        return std::make_unique<PlacedRecorder>(std::move(started).value(), topology, tickPeriod);
    }
    PlacedRecorder(std::unique_ptr<Recorder> recorder, const TopologyPtr& topology, Duration tickPeriod)
        : m_recorder(std::move(recorder)), m_placer(tickPeriod, m_metrics, m_names)
    {
        if (topology)
            m_placer.begin(topology);
    }

    void record(std::span<const BatchPtr> batches)
    {
        PlacedBatches placed;
        for (const BatchPtr& batch : batches)
            placed.batches.push_back(std::make_shared<const PlacedBatch>(m_placer.place(batch, {})));
        placed.topology = m_placer.topology();
        m_recorder->record(placed);
    }
    void record(const Derived& derived) { m_recorder->record(derived); }
    void flush() { m_recorder->flush(); }
    RecorderStatus finish() { return m_recorder->finish(); }
    [[nodiscard]] Recorder& recorder() { return *m_recorder; }
    [[nodiscard]] RecorderStatus status() const { return m_recorder->status(); }

private:
    std::unique_ptr<Recorder> m_recorder;
    MetricTable m_metrics;
    NameTable m_names;
    TickPlacer m_placer;
};

} // namespace lockstep::test
