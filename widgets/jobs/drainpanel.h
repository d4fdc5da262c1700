// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
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

/// What to take out of service at the moment shown, the most won first, and of the chosen row why: what ends it,
/// whether it is recoverable, spares, and what each plan costs, each number with its formula. From alerts and metrics
/// up to that moment alone, so that it is the same live, in the past and in a replay. Choosing a row selects what it is
/// about. Looks once a second, not while it is hidden, and rows do not move under the pointer. GUI thread; owned by its
/// parent.
class DrainPanel : public QWidget
{
    Q_OBJECT

public:
    explicit DrainPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const DrainModel& queue() const { return *m_model; }
    [[nodiscard]] QTableView& table() const { return *m_table; }
    [[nodiscard]] const FigureTree& figures() const { return *m_figures; }
    [[nodiscard]] const EmptyState& empty() const { return *m_empty; }
    [[nodiscard]] bool isEmpty() const; ///< then empty() says why
    /// Brings everything up to date now.
    void refresh();

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    bool read(); ///< @return whether something is still to come
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
