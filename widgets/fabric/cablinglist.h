// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/cablingcheck.h"
#include "models/core/work/latestrequest.h"
#include "models/view/viewcontext.h"

#include <QWidget>

#include <vector>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace lockstep {

struct ChangeSet;

/// Links that differ from the plan, one per row. Selecting one selects its port. Hidden if no links are planned.
/// Compares in the background, and only while visible. GUI thread; owned by its parent.
class CablingList : public QWidget
{
    Q_OBJECT

public:
    explicit CablingList(ViewContext context, QWidget* parent = nullptr);

    /// As of the last completed comparison.
    [[nodiscard]] const CablingCheck& check() const { return m_check; }

Q_SIGNALS:
    void compared();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void clusterChanged(const ChangeSet& changes);
    void compareAnew();
    void take(const TopologyPtr& topology, CablingCheck check, const QStringList& lines);
    void choose(QTreeWidgetItem* item);
    void markSelected();

    ViewContext m_context;
    QLabel* m_title;
    QTreeWidget* m_rows;
    CablingCheck m_check;
    std::uint64_t m_version = 0; ///< of the topology when last read
    std::vector<float> m_rates; ///< at that time
    LatestRequest m_comparison; ///< last: ends before the objects that it notifies
};

} // namespace lockstep
