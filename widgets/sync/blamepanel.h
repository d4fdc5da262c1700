// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QWidget>

class QLabel;
class QModelIndex;
class QStackedLayout;
class QTableView;

namespace lockstep {

class BlameModel;
class ClusterModel;
class EmptyState;

/// Stragglers, worst first. Selecting a line selects its GPU. Needs ViewContext::sync. GUI thread; owned by its parent.
class BlamePanel : public QWidget
{
    Q_OBJECT

public:
    explicit BlamePanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QTableView& table() const { return *m_table; }
    [[nodiscard]] const QString& caption() const { return m_caption; }

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void choose(const QModelIndex& index);
    void showSelected();
    void refresh();
    void refreshVerdict();

    ViewContext m_context;
    BlameModel* m_model;
    QTableView* m_table;
    QLabel* m_verdict; ///< who slows which job
    QLabel* m_note; ///< the basis of the verdict
    QStackedLayout* m_pages;
    EmptyState* m_empty = nullptr;
    int m_minPattern = 0; ///< width of that column
    QString m_caption;
};

} // namespace lockstep
