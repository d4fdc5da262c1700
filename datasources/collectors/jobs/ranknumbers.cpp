// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/ranknumbers.h"

#include "models/core/metrics/metricnames.h"

namespace lockstep {

void RankNumbers::take(const JobEvent& event, Time now)
{
    const JobDocument& document = event.document;
    if (!event.gpu || event.job.empty() || (!document.loss && !document.gradientNorm))
        return;
    Gpu& gpu = m_gpus[*event.gpu]; // an index has at most 1024 values
    m_hasChanged |= gpu.loss.has_value() != document.loss.has_value()
        || gpu.gradientNorm.has_value() != document.gradientNorm.has_value();
    gpu.step = event.step;
    gpu.loss = document.loss;
    gpu.gradientNorm = document.gradientNorm;
    gpu.last = now;
}

bool RankNumbers::hasChanged(Time now)
{
    m_hasChanged
        |= std::erase_if(m_gpus, [now](const auto& each) { return now - each.second.last > longestSilence; }) > 0;
    if (!m_hasChanged || (m_lastChange && now - *m_lastChange < shortestQuiet))
        return false;
    m_lastChange = now;
    m_hasChanged = false;
    return true;
}

void RankNumbers::declare(LayoutBuilder& layout, const std::vector<std::uint32_t>& gpus)
{
    for (auto& [index, gpu] : m_gpus) {
        gpu.stepSlot = gpu.lossSlot = gpu.gradientNormSlot = Slot();
        if (index >= gpus.size())
            continue;
        gpu.stepSlot = layout.add(metrics::gpu::trainStep, gpus[index]);
        if (gpu.loss)
            gpu.lossSlot = layout.add(metrics::gpu::trainLoss, gpus[index]);
        if (gpu.gradientNorm)
            gpu.gradientNormSlot = layout.add(metrics::gpu::trainGradientNorm, gpus[index]);
    }
}

void RankNumbers::write(TickWriter& tick) const
{
    for (const auto& [index, gpu] : m_gpus) {
        if (!gpu.stepSlot.isValid())
            continue;
        tick.set(gpu.stepSlot, gpu.step);
        if (gpu.lossSlot.isValid())
            tick.set(gpu.lossSlot, gpu.loss);
        if (gpu.gradientNormSlot.isValid())
            tick.set(gpu.gradientNormSlot, gpu.gradientNorm);
    }
}

} // namespace lockstep
