// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/bar/timebar.h"

#include "models/view/time/player.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/timeline/bar/timestrip.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep {

namespace {

const QString pauseSign = QStringLiteral("\u275A\u275A"); // bars
const QString playSign = QStringLiteral("\u25B6"); // triangle

QString speedText(double speed)
{
    return QStringLiteral("%1\u00D7").arg(speed);
}

} // namespace

Transport::Transport(Player& player, TimeWindow& time, QWidget* parent)
    : QWidget(parent), m_player(player), m_time(time), m_speed(new QToolButton)
{
    auto* line = makeBox<QHBoxLayout>(this, 0);
    QToolButton* const back
        = addButton(QStringLiteral("\u2039"), tr("Step back"),
                    tr("Go back one tick (,), span (Ctrl+,), event (Alt+,) or bookmark (Ctrl+Alt+,)"));
    m_play = addButton({}, {}, {});
    QToolButton* const forward
        = addButton(QStringLiteral("\u203A"), tr("Step forward"),
                    tr("Go forward one tick (.), span (Ctrl+.), event (Alt+.) or bookmark (Ctrl+Alt+.)"));
    m_loop = addButton(
        QStringLiteral("\u21BB"), tr("Loop"),
        tr("Loop playback over the visible range, or stop (R). To loop another range, mark it with Shift + drag."));
    m_bookmark = addButton(QStringLiteral("\u2691"), tr("Bookmark"), tr("Set or remove a bookmark (B)"));
    m_loop->setCheckable(true);
    m_bookmark->setCheckable(true);
    const QFontMetrics signs = m_play->fontMetrics();
    m_play->setFixedWidth(std::max(signs.horizontalAdvance(playSign), signs.horizontalAdvance(pauseSign)) + 20);
    m_speed->setAutoRaise(true);
    m_speed->setPopupMode(QToolButton::InstantPopup);
    m_speed->setFocusPolicy(Qt::TabFocus);
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("Playback speed ([ and ])"));
    m_speed->setMinimumWidth(m_speed->fontMetrics().horizontalAdvance(speedText(1000)) + 24);
    auto* menu = new QMenu(m_speed);
    for (const double speed : Player::speeds)
        menu->addAction(speedText(speed), this, [this, speed] { m_player.setSpeed(speed); });
    m_speed->setMenu(menu);

    line->addWidget(m_speed);
    connect(back, &QToolButton::clicked, this, [this] { m_player.step(-1); });
    connect(forward, &QToolButton::clicked, this, [this] { m_player.step(+1); });
    connect(m_play, &QToolButton::clicked, this, [this] { m_player.toggle(); });
    connect(m_loop, &QToolButton::clicked, this, [this] { m_player.toggleLoop(); });
    connect(m_bookmark, &QToolButton::clicked, this, [this] { m_player.toggleBookmark(); });
    connect(&m_player, &Player::changed, this, &Transport::refresh);
    connect(&m_player.bookmarks(), &Bookmarks::changed, this, &Transport::refresh);
    connect(&m_time, &TimeWindow::changed, this, &Transport::refresh);
    connect(&m_time, &TimeWindow::cursorChanged, this, &Transport::refresh);
    connect(&m_time, &TimeWindow::markedChanged, this, &Transport::refresh);
    refresh();
}

QToolButton* Transport::addButton(const QString& sign, const QString& name, const QString& tip)
{
    auto* button = new QToolButton;
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus); // after a click, keys must still be commands
    button->setText(sign);
    button->setAccessibleName(name);
    button->setToolTip(tip);
    layout()->addWidget(button);
    return button;
}

void Transport::refresh()
{
    const bool isPlaying = m_player.isPlaying();
    m_play->setText(isPlaying ? pauseSign : playSign);
    m_play->setToolTip(isPlaying ? tr("Pause (Space)") : tr("Play (Space)"));
    m_play->setAccessibleName(isPlaying ? tr("Pause") : tr("Play"));
    m_loop->setChecked(m_time.marked().has_value());
    m_bookmark->setChecked(m_player.isAtBookmark());
    m_speed->setText(speedText(m_player.speed()));
}

TimeBar::TimeBar(ViewContext context, QWidget* parent)
    : Panel(context, parent),
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
    const bool isLive = context.player == nullptr || context.player->joinsLive();
    m_live->setText(isLive ? tr("Live (L)") : tr("End (L)"));
    m_live->setCheckable(true);
    m_live->setFocusPolicy(Qt::StrongFocus);
    m_live->setToolTip(isLive ? tr("Follow the newest data") : tr("Go to the end of the recording"));
    m_live->setAccessibleName(isLive ? tr("Go live") : tr("Go to end"));

    auto* times = new QVBoxLayout;
    times->setSpacing(0);
    times->addStretch();
    times->addWidget(m_moment);
    times->addWidget(m_length);
    times->addStretch();
    auto* line = makeBox<QHBoxLayout>(this, 8, {8, 4, 8, 4});
    if (context.player)
        line->addWidget(new Transport(*context.player, context.time, this));
    line->addLayout(times);
    line->addWidget(m_strip, 1);
    line->addWidget(m_live);

    connect(m_live, &QToolButton::clicked, this, [this] {
        // The click has already changed the state. In follow mode, a second click pauses.
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
    button->setFocusPolicy(Qt::TabFocus); // after a click, keys must still be commands
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
    setCaption(caption);
}

} // namespace lockstep

#include "moc_timebar.cpp"
