// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/view/viewcontext.h"

#include <QString>
#include <QWidget>

class QLabel;
class QStackedLayout;

namespace lockstep {

class AllocationMap;
class EmptyState;
class MomentRefresh;
class ShareBar;
struct AllocationSnapshot;

/// Allocation at the moment shown, according to the scheduler: which jobs and tenants hold which nodes and GPUs, free
/// blocks, drained nodes with reasons, queue. Uses only metrics and spans, so that live, past and replay agree. Updates
/// once per second while visible. GUI thread; owned by its parent.
class AllocationPanel : public QWidget
{
    Q_OBJECT

public:
    explicit AllocationPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const AllocationMap& map() const { return *m_map; }
    [[nodiscard]] const ShareBar& bar() const { return *m_bar; }
    [[nodiscard]] QString note() const; ///< free blocks and queue
    [[nodiscard]] QString drained() const; ///< nodes that get no jobs, and why
    [[nodiscard]] QString idle() const; ///< jobs that hold GPUs without using them; empty: none is known
    [[nodiscard]] bool isEmpty() const; ///< whether nothing is known about that moment
    /// Updates everything now.
    void refresh();

Q_SIGNALS:
    void captionChanged(const QString& caption);

private:
    bool read(); ///< @return whether data is still being read
    void explainEmpty(const AllocationSnapshot& reading);
    void tell(const AllocationSnapshot& reading, TimePoint moment);
    [[nodiscard]] QString idleAt(TimePoint moment) const;
    [[nodiscard]] QString noteOf(const AllocationSnapshot& reading) const;
    [[nodiscard]] QString drainedIn(const AllocationSnapshot& reading) const;

    ViewContext m_context;
    ShareBar* m_bar;
    QLabel* m_note;
    AllocationMap* m_map;
    QLabel* m_drained;
    QLabel* m_idle;
    EmptyState* m_empty;
    QStackedLayout* m_pages;
    MomentRefresh* m_refresh;
    QString m_caption;
};

} // namespace lockstep
