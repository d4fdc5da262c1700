// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QWidget>

class QModelIndex;
class QStackedLayout;
class QTableView;

namespace lockstep {

class SourceModel;

/// Data sources: each source and node with its state, reason, next retry, clock offset and losses. GUI thread; owned by
/// its parent.
class SourcesPanel : public QWidget
{
    Q_OBJECT

public:
    explicit SourcesPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QTableView& table() const { return *m_table; }
    [[nodiscard]] const QString& caption() const { return m_caption; }

Q_SIGNALS:
    void captionChanged(const QString& caption);

private:
    void choose(const QModelIndex& index);
    void refresh();
    void placeReason();
    void makeRoom(bool isNarrow);
    [[nodiscard]] QString whoReports() const;

    ViewContext m_context;
    SourceModel* m_model;
    QTableView* m_table;
    QStackedLayout* m_pages;
    QString m_caption;
};

} // namespace lockstep
