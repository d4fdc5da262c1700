// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/nodereporter.h"

#include <algorithm>
#include <array>

namespace lockstep::sim {

namespace {

constexpr float gibi = 1024.0F * 1024.0F * 1024.0F;
constexpr float tensorShareOfCompute = 0.46F; // tensor pipes active while dense kernels run (MFU near 40 %)
constexpr float smShareOfCompute = 0.82F;
constexpr float smShareOfCommunication = 0.12F; // collectives take a few SMs

float wholeDegrees(float celsius)
{
    return static_cast<float>(static_cast<int>(celsius + 0.5F));
}

float wholePercent(float ratio)
{
    return static_cast<float>(static_cast<int>(100 * std::clamp(ratio, 0.0F, 1.0F) + 0.5F)) / 100;
}

} // namespace

/// The 24 GPU columns, in the order of the layout: each is one run of the node's GPUs. A GPU off the bus has no data.
void NodeReporter::writeGpus(std::uint32_t node, const NodeState& state, double seconds, Random& noise,
                             float* values) const
{
    const GpuBank& gpus = state.gpus;
    const GpuModel& model = gpus.model();
    const auto perSecond = static_cast<float>(1 / seconds);
    const auto total = static_cast<float>(model.memoryGib) * gibi;
    for (std::uint32_t slot = 0; slot < m_gpus; ++slot) {
        const std::uint32_t gpu = node * m_gpus + slot;
        const GpuActivity& activity = gpus.activity[gpu];
        const float busy = activity.compute + activity.communication;
        const float nvlink = activity.nvlinkBytes * perSecond;
        const std::array<float, 24> row{
            wholeDegrees(gpus.die[gpu] + 0.2F * noise.roughNormal()),
            wholeDegrees(gpus.memory[gpu] + 0.2F * noise.roughNormal()),
            static_cast<float>(static_cast<int>(10 * gpus.power[gpu] * (1 + 0.02F * noise.roughNormal()))) / 10,
            gpus.powerLimit[gpu],
            gpus.reportedClock[gpu] * 1e6F,
            static_cast<float>(model.memoryClockMhz) * 1e6F,
            static_cast<float>(gpus.reasons[gpu]),
            gpus.throttledShare[gpu],
            wholePercent(busy),
            wholePercent(0.55F * activity.compute + 0.15F * activity.communication),
            total * std::max(0.008F, activity.memoryShare),
            total,
            state.correctedErrors[gpu],
            state.uncorrectedErrors[gpu] * perSecond,
            nvlink,
            nvlink,
            0.0F,
            activity.pcieBytes * perSecond + 2e6F * busy,
            1e6F * busy,
            0.0F,
            static_cast<float>(model.slowdownCelsius),
            static_cast<float>(model.shutdownCelsius),
            smShareOfCompute * activity.compute + smShareOfCommunication * activity.communication,
            tensorShareOfCompute * activity.compute * std::min(1.0F, activity.intensity)};
        const bool isAlive = gpus.isAlive[gpu] != 0;
        for (std::size_t metric = 0; metric < row.size(); ++metric)
            values[metric * m_gpus + slot] = isAlive ? row[metric] : noData;
    }
}

} // namespace lockstep::sim
