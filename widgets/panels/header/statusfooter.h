// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QBasicTimer>
#include <QWidget>

namespace lockstep {

/// The line along the bottom: how the sources do. Once a second while visible. GUI thread; owned by its parent.
class StatusFooter : public QWidget
{
    Q_OBJECT

public:
    explicit StatusFooter(ViewContext context, QWidget* parent = nullptr);

    /// Ticks that the queue between sources and store ever dropped. The app tells; the store cannot know.
    void setDropped(std::uint64_t ticks) { m_dropped = ticks; }
    /// What goes on beside what is shown; empty: nothing.
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
    [[nodiscard]] QStringList sourcesText() const;

    ViewContext m_context;
    QString m_work;
    QString m_text;
    bool m_isWell = true; ///< all sources are
    std::uint64_t m_dropped = 0;
    QBasicTimer m_timer;
};

} // namespace lockstep
