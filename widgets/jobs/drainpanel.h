// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/view/viewcontext.h"

#include <QWidget>

#include <string>

class QStackedLayout;
class QTableView;

namespace lockstep {

class DrainModel;
class EmptyState;
class FigureTree;
class MomentRefresh;

/// Nodes to drain at the moment shown, largest gain first; for the selected one: remedy, spares, and the cost of each
/// plan with its formula. Uses only alerts and metrics up to that moment, so that live, past and replay agree.
/// Selecting a row selects its entity. Updates once per second while visible; rows keep their places under the pointer.
/// GUI thread; owned by its parent.
class DrainPanel : public QWidget
{
    Q_OBJECT

public:
    explicit DrainPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const DrainModel& queue() const { return *m_model; }
    [[nodiscard]] QTableView& table() const { return *m_table; }
    [[nodiscard]] const FigureTree& figures() const { return *m_figures; }
    [[nodiscard]] const EmptyState& empty() const { return *m_empty; }
    [[nodiscard]] bool isEmpty() const; ///< the reason is in empty()
    /// Updates everything now.
    void refresh();

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    bool read(); ///< @return whether data is still being read
    void shareHeight();
    void choose(int row);
    void followSelection();
    void showChosen();
    void explainEmpty(TimePoint moment, bool isPending);
    void reportCaption(bool isPending);

    ViewContext m_context;
    DrainModel* m_model;
    QTableView* m_table;
    FigureTree* m_figures;
    EmptyState* m_empty;
    QStackedLayout* m_pages;
    MomentRefresh* m_refresh;
    std::string m_chosen; ///< key of the alert whose figures are shown; empty: the first
    QString m_caption;
};

} // namespace lockstep
