// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/steps/timeclasses.h"
#include "widgets/common/canvas/sharebar.h"

#include <array>

namespace lockstep {

/// GPU time of recent steps by activity: compute, transfer, wait, checkpoint, restart, idle, unknown. Of the selected
/// GPUs if any is a rank of a job, otherwise of all ranks. GUI thread; owned by its panel.
class TimeShares : public ShareBar
{
    Q_OBJECT

public:
    explicit TimeShares(ViewContext context, QWidget* parent = nullptr);

    /// Seconds by class; all zero if unknown.
    [[nodiscard]] const std::array<double, timeClassCount>& seconds() const { return m_seconds; }

protected:
    [[nodiscard]] HoverText explain(const Part& part) const override;

private:
    void refresh();

    ViewContext m_context;
    std::array<double, timeClassCount> m_seconds{};
    std::size_t m_ranks = 0;
};

} // namespace lockstep
