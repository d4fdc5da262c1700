// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/eccwatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

void EccWatch::step(const WatchedTick& now, Derived& out)
{
    const std::size_t count = now.topology->count(EntityKind::Gpu);
    if (count < m_gpus.size())
        *this = EccWatch(); // another cluster: restart
    m_gpus.resize(count);
    const float kept = std::exp(-now.seconds / memorySeconds);
    for (std::uint32_t gpu = 0; gpu < count; ++gpu) {
        const float corrected = now.value(0, gpu);
        const float uncorrected = now.value(1, gpu);
        const float pending = now.value(2, gpu);
        const float failed = now.value(3, gpu);
        if (std::isnan(corrected) && std::isnan(uncorrected) && std::isnan(pending) && std::isnan(failed))
            continue; // missing data is neither good nor bad
        Gpu& known = m_gpus[gpu];
        known.corrected = known.corrected * kept + (corrected > 0 ? corrected * now.seconds : 0);
        known.uncorrected = known.uncorrected * kept + (uncorrected > 0 ? uncorrected * now.seconds : 0);
        if (!std::isnan(pending))
            known.isPending = pending > 0;
        if (!std::isnan(failed))
            known.hasFailed = failed > 0;
        if (known.isBad() || !m_episodes.isEmpty())
            judge(now, gpu, out);
    }
}

std::string EccWatch::errorText(const Gpu& gpu)
{
    if (gpu.hasFailed)
        return "a memory row could not be remapped: drain and replace the GPU";
    if (gpu.isUncorrected())
        return gpu.uncorrected < 1.5F ? std::string("1 uncorrected memory error")
                                      : fmt::format("{:.0f} uncorrected memory errors", gpu.uncorrected);
    if (gpu.corrected >= manyCorrected)
        return fmt::format("{:.0f} corrected memory errors within minutes: memory is failing", gpu.corrected);
    return "a memory row is waiting to be remapped: reset the GPU when its job has ended";
}

void EccWatch::judge(const WatchedTick& now, std::uint32_t gpu, Derived& out)
{
    const Gpu& known = m_gpus[gpu];
    const EntityRef entity{EntityKind::Gpu, gpu};
    const Severity severity = known.hasFailed || known.isUncorrected() ? Severity::Critical : Severity::Warning;
    const auto state = known.corrected < manyCorrected / 2 ? Episodes::State::Healthy : Episodes::State::Unclear;
    const auto news = known.isBad() ? m_episodes.found({entity}, rule, now, severity)
                                    : m_episodes.notFound({entity}, rule, now, state);
    const std::string place = placeText(*now.topology, entity);
    if (news.isBad())
        out.events.push_back({entity,
                              {now.time,
                               severity,
                               0,
                               codes::gpuEcc,
                               fmt::format("{}: {}", place, errorText(known)),
                               {.variant = known.hasFailed ? variants::rowsFailed : ""}}});
    if (news.isOver())
        out.events.push_back(
            {entity,
             {now.time, Severity::Information, 0, codes::gpuEcc, fmt::format("{}: no more memory errors", place)}});
}

} // namespace lockstep
