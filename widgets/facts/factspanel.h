// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "widgets/common/canvas/repaintlimiter.h"

#include <QBasicTimer>
#include <QWidget>

class QLabel;
class QStackedLayout;
class QTableView;

namespace lockstep {

class EmptyState;
class FactSheet;
class MetricFactsModel;
struct ChangeSet;

/// Details of the last selected entity: data age, metrics worst first, identity. Without a selection, the cluster:
/// sources, and the worst place for each limited metric. Reads the store only while visible. GUI thread.
class FactsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit FactsPanel(ViewContext context, QWidget* parent = nullptr);

    /// "rack A01 / node-0004 / gpu3" or "cluster summary".
    [[nodiscard]] QString caption() const { return m_caption; }
    [[nodiscard]] const MetricFactsModel& metrics() const { return *m_metrics; }
    /// All facts as lines of text.
    [[nodiscard]] QString plainText() const;

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildTable();
    void clusterChanged(const ChangeSet& changes);
    void markOld();
    void refresh();
    void refreshTrust();
    void refreshMetrics();
    void chooseColumns();
    [[nodiscard]] bool isComparing() const;
    void setCaption(const QString& caption);
    void selectRow(int row);
    void copySelection() const;

    ViewContext m_context;
    QLabel* m_title;
    FactSheet* m_trust;
    QTableView* m_table;
    FactSheet* m_usual;
    FactSheet* m_identity;
    EmptyState* m_empty;
    QStackedLayout* m_pages = nullptr;
    MetricFactsModel* m_metrics;
    QString m_caption;
    RepaintLimiter m_limiter{RepaintLimiter::Turn::Third};
    bool m_isOld = true;
    QBasicTimer m_timer; ///< updates the data's age while nothing arrives
};

} // namespace lockstep
