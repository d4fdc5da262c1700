// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "widgets/common/canvas/repaintlimiter.h"
#include "widgets/common/panel.h"
#include "widgets/facts/entityfacts.h"

#include <QBasicTimer>
#include <QWidget>

class QLabel;
class QTableView;
class QToolButton;

namespace lockstep {

class MetricFactsModel;
struct ChangeSet;

/// Facts in two columns, label and value; long values wrap. Painted, because laying out rich text every second was
/// expensive. GUI thread.
class FactSheet : public QWidget
{
    Q_OBJECT

public:
    explicit FactSheet(QWidget* parent = nullptr);

    void setFacts(Facts facts, const Palette& palette);
    /// The facts as plain lines, label and value separated by a tab.
    [[nodiscard]] QString plainText() const;

    [[nodiscard]] QSize sizeHint() const override { return {240, m_height}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, m_height}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    [[nodiscard]] QRect valueArea(const Fact& fact) const; ///< as if at the top, with unlimited height

    Facts m_facts;
    Palette m_palette;
    std::vector<int> m_rowHeights;
    int m_labelWidth = 0;
    int m_height = 0;
};

/// Details of the last selected entity: metrics with the worst first and, folded, their origin: data age, baselines,
/// identity. Without a selection: the cluster, with the worst place for each limited metric, and the sources. Reads the
/// store only while visible. GUI thread.
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
    void markStale();
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
