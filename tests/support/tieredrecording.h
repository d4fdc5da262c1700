// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recorder.h"
#include "models/core/batch.h"
#include "tests/support/placedrecorder.h"

#include <QString>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::test {

/// Hours of data of one node's GPUs under a size limit for minutes, so that most of it exists only as summaries. The
/// data is reproducible noise with one spike of one second.
class TieredRecording
{
public:
    static constexpr TimePoint start{std::chrono::seconds(1'772'334'740)}; ///< 20 s into a minute
    static constexpr Duration period = std::chrono::seconds(1);
    static constexpr TickIndex firstTick = start.time_since_epoch() / period;
    static constexpr TickIndex spike = firstTick + 1234;
    static constexpr std::uint32_t spikeGpu = 3;
    static constexpr float spikeWatts = 999;
    static constexpr std::uint32_t gpus = 8;
    static constexpr auto metric = "gpu.power";

    [[nodiscard]] static float valueAt(TickIndex tick, std::uint32_t gpu)
    {
        if (tick == spike && gpu == spikeGpu)
            return spikeWatts;
        const auto noise = (static_cast<std::uint64_t>(tick) * 2654435761U + gpu * 40503U) >> 7U;
        return 500.0F + 10.0F * static_cast<float>(gpu) + static_cast<float>(noise % 97U) / 10.0F;
    }

    /// Minimum, maximum, mean and number of samples of these ticks.
    struct Expected
    {
        float low = 0;
        float high = 0;
        double mean = 0;
        int count = 0;
    };
    [[nodiscard]] static Expected expected(TickRange ticks, std::uint32_t gpu)
    {
        Expected all;
        for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
            const float value = valueAt(tick, gpu);
            all.low = all.count == 0 ? value : std::min(all.low, value);
            all.high = all.count == 0 ? value : std::max(all.high, value);
            all.mean += static_cast<double>(value);
            ++all.count;
        }
        all.mean /= std::max(all.count, 1);
        return all;
    }

    /// Segments of 20 minutes, of which few fit.
    [[nodiscard]] static RecorderOptions options(const std::string& folder)
    {
        RecorderOptions options;
        options.folder = folder;
        options.maxSegmentLength = std::chrono::minutes(20);
        options.caps.bytes = std::uint64_t{128} << 10U;
        return options;
    }

    /// Records these ticks. @return the recorder's problem; empty: none
    [[nodiscard]] static QString write(const RecorderOptions& options, TickRange ticks)
    {
        auto started = PlacedRecorder::start(options, nullptr);
        if (!started.isOk())
            return QString::fromStdString(started.error().message);
        const auto layout = layoutOfGpus();
        for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
            started.value()->record(std::array<BatchPtr, 1>{batch(tick, layout)});
            if (tick % 60 == 0)
                started.value()->flush();
        }
        return QString::fromStdString(started.value()->finish().problem);
    }

private:
    static std::shared_ptr<const NodeLayout> layoutOfGpus()
    {
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 1;
        MetricDescriptor power;
        power.name = metric;
        power.entityKind = EntityKind::Gpu;
        layout->metrics = {power};
        layout->entities = {{EntityKind::Node, "n1", 0}};
        layout->columns = {{0, {}}};
        for (std::uint32_t gpu = 0; gpu < gpus; ++gpu) {
            layout->entities.push_back({EntityKind::Gpu, "gpu" + std::to_string(gpu), 0});
            layout->columns[0].entities.push_back(gpu + 1);
        }
        return layout;
    }

    static BatchPtr batch(TickIndex tick, const std::shared_ptr<const NodeLayout>& layout)
    {
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{1};
        batch->node = "n1";
        batch->sequence = static_cast<std::uint64_t>(tick - firstTick) + 1;
        batch->received = timeOfTick(tick, period);
        batch->clock = ClockOffset{std::chrono::microseconds(20), std::chrono::microseconds(50)};
        batch->tick = NodeTick{timeOfTick(tick, period), layout, {}, {}, {}};
        for (std::uint32_t gpu = 0; gpu < gpus; ++gpu)
            batch->tick->values.push_back(valueAt(tick, gpu));
        if (tick == spike)
            batch->tick->events.push_back(
                {timeOfTick(tick, period), Severity::Warning, spikeGpu + 1, "test.spike", "A spike", {}});
        return batch;
    }
};

} // namespace lockstep::test
