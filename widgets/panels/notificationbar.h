// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/view/viewcontext.h"

#include <QBasicTimer>
#include <QWidget>

#include <chrono>
#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

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

/// Shows messages above the views, without a dialog and without taking the focus. Repeated messages are counted.
/// Information disappears by itself; other messages stay until dismissed. GUI thread; owned by its parent.
class NotificationBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t maxRows = 3; ///< rows shown at once: the most severe, then the latest

    explicit NotificationBar(ViewContext context, QWidget* parent = nullptr);

    struct Message
    {
        Severity severity = Severity::Information;
        QString text;
        int count = 1;
        std::chrono::steady_clock::time_point latest;
        NotificationActions actions; ///< buttons beside the text
        bool isOfChange = false; ///< outdated once another change is made or undone
    };

    void notify(Severity severity, const QString& text, NotificationActions actions = {});
    /// Reports a change, until the next change or undo.
    void notifyOfChange(const QString& text);
    void dismiss(const QString& text);
    /// While held, messages are kept but hidden, for example on a wall display.
    void setHeld(bool isHeld);
    /// Worst first, then latest first.
    [[nodiscard]] const std::vector<Message>& messages() const { return m_messages; }

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    void refresh();

    ViewContext m_context;
    QVBoxLayout* m_layout;
    std::vector<NotificationRow*> m_rows;
    std::vector<Message> m_messages;
    QBasicTimer m_timer;
    bool m_isHeld = false;
};

} // namespace lockstep
