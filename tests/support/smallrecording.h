// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recorder.h"
#include "datasources/recording/recordingfolder.h"
#include "models/core/batch.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/placedrecorder.h"

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::test {

/// A small valid recording with each kind of data, which tests then corrupt: a rack with two nodes of two GPUs each, a
/// loop, a metric, spans, an event.
class SmallRecording
{
public:
    static constexpr TimePoint start{std::chrono::seconds(1'772'334'720)}; ///< 2026-03-01, the first tick of a block

    /// @return the only segment's path
    [[nodiscard]] static Result<std::string> write(const std::string& folder, int ticks = 130)
    {
        RecorderOptions options;
        options.folder = folder;
        auto recorder = PlacedRecorder::start(options, hall());
        if (!recorder.isOk())
            return recorder.error();
        for (int tick = 0; tick < ticks; ++tick) {
            for (const char* const node : {"n1", "n2"})
                recorder.value()->record(std::array<BatchPtr, 1>{batch(node, tick)});
        }
        recorder.value()->flush();
        recorder.value().reset();
        const std::vector<SegmentFile> files = listSegments(folder);
        if (files.empty())
            return Error{folder + ": nothing was recorded"};
        return files.front().path;
    }

private:
    static TopologyPtr hall()
    {
        TopologyBuilder builder;
        const EntityRef rack = builder.addRack("R1", {"A", 1, 0.6F, 1.2F, 42, true, false});
        builder.addNode("n1", rack, {1, 4});
        builder.addNode("n2", rack, {5, 4});
        builder.serve(builder.add(EntityKind::Loop, "CDU 1", {}), {"R1"});
        return builder.build();
    }

    static std::shared_ptr<const NodeLayout> layoutOf(const char* node)
    {
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 1;
        layout->metrics = {
            {"gpu.power", "GPU power", Unit::Watt, MetricKind::Gauge, EntityKind::Gpu, Direction::Neutral, {}, {}, {}}};
        layout->entities = {{EntityKind::Node, node, 0}, {EntityKind::Gpu, "gpu0", 0}, {EntityKind::Gpu, "gpu1", 0}};
        layout->columns = {{0, {1, 2}}};
        return layout;
    }

    static BatchPtr batch(const char* node, int tick)
    {
        auto batch = std::make_shared<Batch>();
        batch->node = node;
        batch->sequence = static_cast<std::uint64_t>(tick) + 1;
        batch->received = start + std::chrono::seconds(tick);
        if (tick == 0) {
            auto identity = std::make_shared<NodeIdentity>();
            identity->name = node;
            identity->epoch = 1;
            batch->identity = std::move(identity);
        }
        batch->names = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"", "op", "lane"});
        NodeTick values{batch->received, layoutOf(node), {static_cast<float>(tick), 2.0F}, {}, {}};
        Span span;
        span.entity = 1;
        span.op = 1;
        span.lane = 2;
        span.start = batch->received;
        span.end = batch->received + std::chrono::milliseconds(300);
        values.spans.push_back(span);
        if (tick == 7)
            values.events.push_back({batch->received, Severity::Warning, 1, "x", "it happened"});
        batch->tick = std::move(values);
        return batch;
    }
};

} // namespace lockstep::test
