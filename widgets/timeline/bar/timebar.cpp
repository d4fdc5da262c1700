// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/bar/timebar.h"

#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/timeline/bar/timestrip.h"
#include "widgets/timeline/bar/transport.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockstep {

TimeBar::TimeBar(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_strip(new TimeStrip(context)),
      m_moment(makeLabel()),
      m_length(makeNote()),
      m_live(new QToolButton)
{
    m_moment->setFont(figureFont());
    m_moment->setAccessibleName(tr("Time shown"));
    m_length->setAccessibleName(tr("Length of the visible range"));
    // Wide enough for any time, so that the strip does not move.
    m_moment->setMinimumWidth(m_moment->fontMetrics().horizontalAdvance(QStringLiteral("00:00:00 UTC ")));
    m_live->setText(tr("Live (L)"));
    m_live->setCheckable(true);
    m_live->setFocusPolicy(Qt::StrongFocus);
    m_live->setToolTip(tr("Follow the newest data"));
    m_live->setAccessibleName(tr("Go live"));

    auto* times = new QVBoxLayout;
    times->setSpacing(0);
    times->addStretch();
    times->addWidget(m_moment);
    times->addWidget(m_length);
    times->addStretch();
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(8, 4, 8, 4);
    line->setSpacing(8);
    if (context.player)
        line->addWidget(new Transport(*context.player, context.time, this));
    line->addLayout(times);
    line->addWidget(m_strip, 1);
    line->addWidget(m_live);

    connect(m_live, &QToolButton::clicked, this, [this] {
        // The click has changed the state already; while following, a second click pauses.
        if (m_live->isChecked())
            m_context.time.follow();
        else
            m_context.time.setRange(m_context.time.range());
    });
    connect(&context.time, &TimeWindow::changed, this, &TimeBar::refresh);
    connect(&context.time, &TimeWindow::cursorChanged, this, &TimeBar::refresh);
    connect(&context.time, &TimeWindow::extentChanged, this, &TimeBar::refresh);
    refresh();
}

void TimeBar::setRangeAction(QAction& action)
{
    auto* const button = new QToolButton;
    button->setText(tr("Range..."));
    button->setFocusPolicy(Qt::TabFocus); // after a click, keys are still commands
    button->setToolTip(tr("%1 (%2)").arg(action.text(), action.shortcut().toString()));
    button->setAccessibleName(action.text());
    connect(button, &QToolButton::clicked, &action, &QAction::trigger);
    auto* const line = qobject_cast<QHBoxLayout*>(layout());
    line->insertWidget(line->indexOf(m_live), button);
}

void TimeBar::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void TimeBar::refresh()
{
    const TimeWindow& time = m_context.time;
    m_live->setChecked(time.isFollowing());
    if (!isVisible())
        return;
    const bool hasData = !time.extent().isEmpty();
    const QString length = toQString(formatDuration(time.range().length()));
    const bool isPast = hasData && !time.isFollowing(); // while live the header shows the time
    m_moment->setText(isPast        ? toQString(formatTime(time.cursor(), std::chrono::seconds(1)))
                          : hasData ? tr("last %1").arg(length)
                                    : tr("no data"));
    m_length->setText(tr("range %1").arg(length));
    m_length->setVisible(isPast);
    const QString caption = hasData
        ? tr("%1 of data, times in UTC").arg(toQString(formatDuration(time.extent().length())))
        : tr("no data yet");
    if (caption == m_caption)
        return;
    m_caption = caption;
    Q_EMIT captionChanged(m_caption);
}

} // namespace lockstep

#include "moc_timebar.cpp"
