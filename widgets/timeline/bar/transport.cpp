// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/bar/transport.h"

#include "models/view/time/player.h"
#include "models/view/time/timewindow.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

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
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
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
    button->setFocusPolicy(Qt::TabFocus); // after a click, keys are still commands
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

} // namespace lockstep

#include "moc_transport.cpp"
