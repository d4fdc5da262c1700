// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/store/allocations.h"
#include "widgets/jobs/momentpanel.h"

#include <QString>

class QLabel;

namespace lockstep {

class ClusterStore;
class AllocationMap;
class ShareBar;
struct AllocationSnapshot;

/// Allocation at the moment shown, according to the scheduler: which jobs and tenants hold which nodes and GPUs, free
/// blocks, drained nodes with reasons, and the queue. Uses only metrics and spans, so that live, past and replayed
/// views agree. Updates once per second while visible. GUI thread; owned by its parent.
class AllocationPanel : public MomentPanel
{
    Q_OBJECT

public:
    explicit AllocationPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const AllocationMap& map() const { return *m_map; }
    [[nodiscard]] const ShareBar& bar() const { return *m_bar; }
    [[nodiscard]] QString note() const; ///< free blocks and queue
    [[nodiscard]] QString drained() const; ///< nodes that get no jobs, and why
    [[nodiscard]] QString idle() const; ///< jobs that hold GPUs without using them; empty: none is known

private:
    bool read() override;
    void explainEmpty(const AllocationSnapshot& reading);
    void showSnapshot(const AllocationSnapshot& reading, TimePoint moment);
    [[nodiscard]] QString idleAt(TimePoint moment) const;
    [[nodiscard]] QString noteOf(const AllocationSnapshot& reading) const;
    [[nodiscard]] QString drainedIn(const AllocationSnapshot& reading) const;

    ShareBar* m_bar;
    QLabel* m_note;
    AllocationMap* m_map;
    QLabel* m_drained;
    QLabel* m_idle;
};

} // namespace lockstep
