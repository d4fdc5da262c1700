// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/view/viewcontext.h"

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

class QModelIndex;
class QSplitter;
class QStackedLayout;
class QTableView;

namespace lockstep {

class AlertModel;
class AlertStoryModel;
class EmptyState;

/// The causes that need an operator at the moment that is shown, the most pressing first, one row each; below them the
/// story of the chosen one: what led to what, what else was considered, what to do. A click shows what a row is about;
/// Enter goes to when it began as well. Rows stay where they are while the pointer is over them. GUI thread; owned by
/// its parent.
class AlertsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit AlertsPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QTableView& table() const { return *m_table; }
    [[nodiscard]] QTableView& story() const { return *m_story; }
    [[nodiscard]] const QString& caption() const { return m_caption; }
    /// The chosen alert, else the most pressing one that nobody has taken note of; nullopt: there is none.
    [[nodiscard]] std::optional<Alert> meant() const;
    /// Shows what the alert is about, in every view.
    void show(const Alert& alert);
    using QWidget::show;
    /// The same, at the moment when it began.
    void showOnset(const Alert& alert);
    /// The alert that was shown last, as it stood then, while what it is about is still selected. At its onset nobody
    /// knows of it yet.
    [[nodiscard]] std::optional<AlertAt> shown() const;

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void makeTable();
    void makeStory();
    void refresh();
    void reportStory();
    [[nodiscard]] TimePoint momentShown() const;
    void fitStory();
    void shareHeight();
    void fitColumns();
    void followStory(const QModelIndex& line);
    [[nodiscard]] std::optional<Alert> chosen() const;

    ViewContext m_context;
    AlertModel* m_model;
    AlertStoryModel* m_storyModel;
    QTableView* m_table;
    QTableView* m_story;
    QSplitter* m_parts;
    std::vector<std::pair<int, int>> m_besides; ///< columns beside the sentence and their widths, the first first
    std::optional<AlertAt> m_shown;
    EntityRef m_shownEntity; ///< that it selected
    EmptyState* m_empty;
    QStackedLayout* m_pages;
    QString m_caption;
};

} // namespace lockstep
