// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "widgets/common/panel.h"

#include <optional>
#include <utility>
#include <vector>

class QModelIndex;
class QSplitter;
class QTableView;

namespace lockstep {

class AlertModel;
class AlertDetailsModel;

/// The alerts at the moment shown, most severe first, and the story of the selected one: causal chain, alternatives,
/// runbook. A click selects the alert's component; Enter also goes to its onset. Rows keep their places while the
/// pointer is over them. GUI thread; owned by its parent.
class AlertsPanel : public Panel
{
    Q_OBJECT

public:
    explicit AlertsPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QTableView& table() const { return *m_table; }
    [[nodiscard]] QTableView& story() const { return *m_story; }
    /// The selected alert; otherwise the most severe active one, or one that is acknowledged or shelved; nullopt: none.
    [[nodiscard]] std::optional<Alert> currentAlert() const;
    /// Like a click on its row: makes it the selected alert, and selects its entities in all views.
    void choose(const Alert& alert);
    /// Selects the alert's entities in all views.
    void show(const Alert& alert);
    using QWidget::show;
    /// Like show(), and moves the cursor to the alert's onset.
    void showOnset(const Alert& alert);
    /// The alert that was shown last, with its state at that time; nullopt once other entities are selected. The copy
    /// is needed because the store does not contain the alert yet at the moment of its onset.
    [[nodiscard]] std::optional<AlertAt> shown() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void makeTable();
    void makeStory();
    void refresh();
    [[nodiscard]] QString coverageText() const;
    void reportStory();
    [[nodiscard]] TimePoint shownMoment() const;
    void fitStory();
    void fitRows();
    void shareHeight();
    void fitColumns();
    void followStory(const QModelIndex& line);
    [[nodiscard]] std::optional<Alert> chosen() const;

    AlertModel* m_model;
    AlertDetailsModel* m_storyModel;
    QTableView* m_table;
    QTableView* m_story;
    QSplitter* m_parts;
    std::vector<std::pair<int, int>> m_besides; ///< columns beside the sentence, last hidden first, and widths
    std::optional<AlertAt> m_shown;
    EntityRef m_shownEntity; ///< the entity it selected
    bool m_hasNewRows = false; ///< whose heights are not set yet
};

} // namespace lockstep
