// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/view/viewcontext.h"

#include <QWidget>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace lockstep {

/// A button of a message.
struct NotificationAction
{
    QString text;
    std::function<void()> run;
};
using NotificationActions = std::vector<NotificationAction>;

/// One line of a NotificationBar: severity, text, count, actions and a dismiss button. Owned by the bar.
class NotificationRow : public QWidget
{
    Q_OBJECT

public:
    explicit NotificationRow(ViewContext context, QWidget* parent = nullptr);

    /// @param more number of messages not shown, mentioned in this row; 0: none
    void show(Severity severity, const QString& text, int count, int more, const NotificationActions& actions);
    [[nodiscard]] const QString& text() const { return m_text; }

Q_SIGNALS:
    void dismissed(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void setActions(const NotificationActions& actions);

    ViewContext m_context;
    Severity m_severity = Severity::Information;
    QString m_text;
    QLabel* m_label;
    QLabel* m_count;
    QHBoxLayout* m_actions;
    QToolButton* m_dismiss;
};

} // namespace lockstep
