// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/panel.h"

class QLabel;
class QModelIndex;
class QTableView;

namespace lockstep {

class BlameModel;
class ClusterModel;

/// Stragglers, worst first. Selecting a line selects its GPU. Needs ViewContext::sync. GUI thread; owned by its parent.
class BlamePanel : public Panel
{
    Q_OBJECT

public:
    explicit BlamePanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QTableView& table() const { return *m_table; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void choose(const QModelIndex& index);
    void showSelected();
    void refresh();
    void refreshVerdict();

    BlameModel* m_model;
    QTableView* m_table;
    QLabel* m_verdict; ///< which rank slows which job
    QLabel* m_note; ///< the basis of the verdict
    int m_minPattern = 0; ///< width of that column
};

} // namespace lockstep
