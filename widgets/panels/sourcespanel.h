// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/panel.h"

class QModelIndex;
class QTableView;

namespace lockstep {

class SourceModel;

/// Data sources: each source and node with its state, reason, next retry, clock offset and lost ticks. GUI thread;
/// owned by its parent.
class SourcesPanel : public Panel
{
    Q_OBJECT

public:
    explicit SourcesPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QTableView& table() const { return *m_table; }

private:
    void choose(const QModelIndex& index);
    void refresh();
    void placeReason();
    void makeRoom(bool isNarrow);
    [[nodiscard]] QString sourceSummary() const;

    SourceModel* m_model;
    QTableView* m_table;
};

} // namespace lockstep
