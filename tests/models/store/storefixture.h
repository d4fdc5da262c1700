// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

#include <string>
#include <vector>

namespace lockstep::test {

/// A round moment to count from: 2026-03-01 03:12:00 UTC.
inline constexpr TimePoint start{std::chrono::seconds(1'772'334'720)};

inline TimePoint at(double seconds)
{
    return start + Duration(static_cast<std::int64_t>(seconds * 1e9));
}

/// One node with GPUs, its layout of two GPU metrics and one node metric, and its batches.
class TestNode
{
public:
    explicit TestNode(std::string name, std::size_t gpus = 2, std::uint32_t source = 0)
        : m_name(std::move(name)), m_source(source)
    {
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 1;
        layout->metrics = {
            {.name = "gpu.temperature",
             .title = "GPU temperature",
             .unit = Unit::Celsius,
             .entityKind = EntityKind::Gpu,
             .direction = Direction::HighIsBad,
             .warning = 83.0F,
             .critical = 87.0F,
             .fullScale = {}},
            {.name = "gpu.clock.sm",
             .title = "SM clock",
             .unit = Unit::Hertz,
             .entityKind = EntityKind::Gpu,
             .direction = Direction::LowIsBad,
             .warning = {},
             .critical = {},
             .fullScale = {}},
            {.name = "node.cpu.utilisation",
             .title = "CPU utilisation",
             .unit = Unit::Ratio,
             .entityKind = EntityKind::Node,
             .direction = Direction::Neutral,
             .warning = {},
             .critical = {},
             .fullScale = 1.0F},
        };
        layout->entities = {{EntityKind::Node, m_name, 0}};
        std::vector<std::uint32_t> all;
        for (std::uint32_t gpu = 0; gpu < gpus; ++gpu) {
            layout->entities.push_back({EntityKind::Gpu, "gpu" + std::to_string(gpu), 0});
            all.push_back(gpu + 1);
        }
        layout->columns = {{0, all}, {1, all}, {2, {0}}};
        m_layout = layout;
    }

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] std::shared_ptr<const NodeLayout> layout() const { return m_layout; }
    void setLayout(std::shared_ptr<const NodeLayout> layout) { m_layout = std::move(layout); }

    [[nodiscard]] Batch empty(TimePoint received) const
    {
        Batch batch;
        batch.source = SourceId{m_source};
        batch.node = m_name;
        batch.received = received;
        return batch;
    }

    [[nodiscard]] BatchPtr identity(std::uint64_t epoch = 1, const std::string& rack = {},
                                    Duration period = std::chrono::seconds(1)) const
    {
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = m_name;
        identity->epoch = epoch;
        identity->tickPeriod = period;
        if (!rack.empty())
            identity->position = RackPosition{"row 1", rack, 1, 1};
        Batch batch = empty(start);
        batch.identity = identity;
        return std::make_shared<Batch>(batch);
    }

    /// A tick whose every value is @p value, received when it was made.
    [[nodiscard]] Batch tick(TimePoint time, float value)
    {
        return tick(time, std::vector<float>(m_layout->sampleCount(), value));
    }
    [[nodiscard]] Batch tick(TimePoint time, std::vector<float> values)
    {
        Batch batch = empty(time);
        batch.sequence = ++m_sequence;
        batch.tick = NodeTick{time, m_layout, std::move(values), {}, {}};
        return batch;
    }

private:
    std::string m_name;
    std::uint32_t m_source;
    std::shared_ptr<const NodeLayout> m_layout;
    std::uint64_t m_sequence = 0;
};

inline BatchPtr share(Batch batch)
{
    return std::make_shared<const Batch>(std::move(batch));
}

} // namespace lockstep::test
