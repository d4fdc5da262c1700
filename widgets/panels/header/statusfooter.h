// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/framestats.h"
#include "models/view/viewcontext.h"

#include <QBasicTimer>
#include <QWidget>

namespace lockstep {

/// The footer: monitoring overhead. Agents' load, queued and dropped ticks, frames per second, frame time and latency
/// from sample to pixel. Updates once per second while visible. GUI thread; owned by its parent.
class StatusFooter : public QWidget
{
    Q_OBJECT

public:
    explicit StatusFooter(ViewContext context, QWidget* parent = nullptr);

    /// Ticks in the queue between sources and store, and the total dropped. Set by the app, because the store does not
    /// know them.
    void setQueue(std::size_t waiting, std::uint64_t dropped);
    /// Current background work; empty: none.
    void setWork(const QString& work) { m_work = work; }
    [[nodiscard]] const QString& text() const { return m_text; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void timerEvent(QTimerEvent* event) override;

private:
    void refresh();
    [[nodiscard]] QString agentsText() const;

    ViewContext m_context;
    QString m_work;
    QString m_text;
    std::optional<std::size_t> m_waiting; ///< nothing until it is known
    std::uint64_t m_dropped = 0;
    std::uint64_t m_framesBefore = 0;
    FrameStats::Clock::time_point m_before;
    QBasicTimer m_timer;
};

} // namespace lockstep
