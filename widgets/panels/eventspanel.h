// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/panel.h"

class QModelIndex;
class QTableView;

namespace lockstep {

class EventModel;

/// The events, newest first. Selecting one selects its entity and moves the cursor to its time. Rows keep their places
/// while the pointer is over them. GUI thread; owned by its parent.
class EventsPanel : public Panel
{
    Q_OBJECT

public:
    explicit EventsPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QTableView& table() const { return *m_table; }

private:
    void choose(const QModelIndex& index);
    void makeRoom(bool isNarrow);
    void refresh();
    void showMoment();

    EventModel* m_model;
    QTableView* m_table;
};

} // namespace lockstep
