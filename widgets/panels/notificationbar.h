// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/view/viewcontext.h"
#include "widgets/panels/notificationrow.h"

#include <QBasicTimer>
#include <QWidget>

#include <chrono>
#include <vector>

class QVBoxLayout;

namespace lockstep {

/// Messages above the views: no dialog, no focus. Repeated messages are counted; information disappears by itself, the
/// rest stays until dismissed. GUI thread; owned by its parent.
class NotificationBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t maxRows = 3; ///< shown at once: the latest, but always the most severe

    explicit NotificationBar(ViewContext context, QWidget* parent = nullptr);

    struct Message
    {
        Severity severity = Severity::Information;
        QString text;
        int count = 1;
        std::chrono::steady_clock::time_point latest;
        NotificationActions actions; ///< buttons beside the text
    };

    void notify(Severity severity, const QString& text, NotificationActions actions = {});
    void dismiss(const QString& text);
    /// Keeps messages out of sight, as on a wall, until they are not held any more.
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
