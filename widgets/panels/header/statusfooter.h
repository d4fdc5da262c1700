// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QBasicTimer>
#include <QWidget>

namespace lockstep {

/// The footer: health of the sources. Updates once per second while visible. GUI thread; owned by its parent.
class StatusFooter : public QWidget
{
    Q_OBJECT

public:
    explicit StatusFooter(ViewContext context, QWidget* parent = nullptr);

    /// Ticks dropped by the queue between sources and store. Set by the app, because the store does not know them.
    void setDropped(std::uint64_t ticks) { m_dropped = ticks; }
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
    [[nodiscard]] QStringList sourcesText() const;

    ViewContext m_context;
    QString m_work;
    QString m_text;
    bool m_isWell = true; ///< whether all sources are healthy
    std::uint64_t m_dropped = 0;
    QBasicTimer m_timer;
};

} // namespace lockstep
