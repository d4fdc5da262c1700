// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/alertlog.h"
#include "models/view/viewcontext.h"

#include <QWidget>

#include <optional>

class QModelIndex;
class QStackedLayout;
class QTableView;

namespace lockstep {

class AlertModel;
class EmptyState;

/// The alerts at the moment that is shown, the most pressing first. A click shows what one is about; Enter goes to when
/// it began as well. Rows stay where they are while the pointer is over them. GUI thread; owned by its parent.
class AlertsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit AlertsPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QTableView& table() const { return *m_table; }
    [[nodiscard]] const QString& caption() const { return m_caption; }
    /// The chosen alert, else the most pressing one that nobody has taken note of; nullopt: there is none.
    [[nodiscard]] std::optional<PlaceAlert> meant() const;
    /// Shows what the alert is about, in every view.
    void show(const PlaceAlert& alert);
    using QWidget::show;
    /// The same, at the moment when it began.
    void showOnset(const PlaceAlert& alert);

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();

    ViewContext m_context;
    AlertModel* m_model;
    QTableView* m_table;
    EmptyState* m_empty;
    QStackedLayout* m_pages;
    QString m_caption;
};

} // namespace lockstep
