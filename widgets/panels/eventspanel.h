// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QWidget>

class QModelIndex;
class QStackedLayout;
class QTableView;

namespace lockstep {

class EventModel;

/// The events, newest first. Selecting one selects its entity and moves the cursor to its time. Rows keep their places
/// while the pointer is over them. GUI thread; owned by its parent.
class EventsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit EventsPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QTableView& table() const { return *m_table; }
    [[nodiscard]] const QString& caption() const { return m_caption; }

Q_SIGNALS:
    void captionChanged(const QString& caption);

private:
    void choose(const QModelIndex& index);
    void makeRoom(bool isNarrow);
    void refresh();
    void showMoment();

    ViewContext m_context;
    EventModel* m_model;
    QTableView* m_table;
    QStackedLayout* m_pages;
    QString m_caption;
};

} // namespace lockstep
