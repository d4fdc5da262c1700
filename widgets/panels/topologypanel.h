// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/panel.h"

class QLineEdit;
class QToolButton;
class QTreeView;

namespace lockstep {

class TopologyFilterModel;
class TopologyModel;

/// The cluster as a tree, unhealthy components first. Can be filtered by text and to unhealthy components. Shares
/// selection and hover with the other views. GUI thread; owned by its parent.
class TopologyPanel : public Panel
{
    Q_OBJECT

public:
    explicit TopologyPanel(ViewContext context, QWidget* parent = nullptr);

    /// Focuses the filter and selects its text.
    void focusFilter();
    [[nodiscard]] QTreeView& tree() const { return *m_tree; }
    [[nodiscard]] QLineEdit& filter() const { return *m_filter; }
    [[nodiscard]] QToolButton& onlyUnhealthy() const { return *m_onlyUnhealthy; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void makeTree();
    void connectSelection();
    void narrow();
    void expandRelevant();
    void showSelection();
    void applySelection();
    void refreshCaption();

    TopologyModel* m_model;
    TopologyFilterModel* m_proxy;
    QLineEdit* m_filter;
    QToolButton* m_onlyUnhealthy;
    QTreeView* m_tree;
    bool m_isTaking = false; ///< the shared selection is being applied; ignore the tree's signals
};

} // namespace lockstep
