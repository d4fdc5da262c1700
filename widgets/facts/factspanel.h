// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/canvas/repaintlimiter.h"
#include "widgets/common/panel.h"
#include "widgets/facts/entityfacts.h"

#include <QBasicTimer>

class QLabel;
class QTableView;
class QToolButton;

namespace lockstep {

class FactSheet;
class MetricFactsModel;
struct ChangeSet;

/// Details of the last selected entity: metrics worst first and, folded, their provenance: data age, baselines,
/// identity. Without a selection, the cluster: the worst place for each limited metric, and sources. Reads the store
/// only while visible. GUI thread.
class FactsPanel : public Panel
{
    Q_OBJECT

public:
    explicit FactsPanel(ViewContext context, QWidget* parent = nullptr);

    /// "rack A01 / node-0004 / gpu3" or "cluster summary".
    [[nodiscard]] const MetricFactsModel& metrics() const { return *m_metrics; }
    /// All facts as lines of text.
    [[nodiscard]] QString plainText() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildTable();
    void buildFold();
    void clusterChanged(const ChangeSet& changes);
    void markOld();
    void refresh();
    void refreshTrust();
    void refreshFold(const Facts& trust);
    void refreshMetrics();
    void chooseColumns();
    [[nodiscard]] bool isComparing() const;
    void selectRow(int row);
    void copySelection() const;

    QLabel* m_title;
    QTableView* m_table;
    QToolButton* m_fold; ///< shows the provenance; not for the cluster, whose facts are its content
    QLabel* m_warning; ///< problems with the data; stays visible when folded
    QWidget* m_provenance;
    FactSheet* m_trust;
    FactSheet* m_usual;
    FactSheet* m_identity;
    MetricFactsModel* m_metrics;
    RepaintLimiter m_limiter{RepaintLimiter::Turn::Third};
    bool m_isOld = true;
    bool m_isUnfolded = false;
    QBasicTimer m_timer; ///< updates the data's age while nothing arrives
};

} // namespace lockstep
