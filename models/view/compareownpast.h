// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/comparebaseline.h"

#include <functional>

namespace lockstep {

class ClusterStore;

/// Another stretch of what is shown itself, from memory or from its recording. GUI thread.
class CompareOwnPast : public BaselineSource
{
public:
    using IsComing = std::function<bool(MetricId, TickRange)>;

    explicit CompareOwnPast(const ClusterStore& store) : m_store(store) { }
    /// Who knows what is on its way from disk; nobody: nothing is.
    void setIsComing(IsComing isComing) { m_isComing = std::move(isComing); }

    [[nodiscard]] TickRange ticks() const override;
    [[nodiscard]] std::span<const float> column(MetricId metric, TickIndex tick) const override;
    void series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const override;
    [[nodiscard]] bool isComing(MetricId metric, TickRange range) const override;

private:
    const ClusterStore& m_store;
    IsComing m_isComing;
};

} // namespace lockstep
