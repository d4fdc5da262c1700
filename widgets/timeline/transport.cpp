// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/transport.h"

#include "models/view/player.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace lockstep {

namespace {

QString speedText(double speed)
{
    return QStringLiteral("%1\u00D7").arg(speed);
}

} // namespace

Transport::Transport(Player& player, QWidget* parent)
    : QWidget(parent), m_player(player), m_play(new QToolButton), m_speed(new QToolButton)
{
    m_play->setAutoRaise(true);
    m_play->setFocusPolicy(Qt::StrongFocus);
    m_play->setMinimumWidth(m_play->fontMetrics().horizontalAdvance(QStringLiteral("\u275A\u275A")) + 16);
    m_speed->setAutoRaise(true);
    m_speed->setPopupMode(QToolButton::InstantPopup);
    m_speed->setFocusPolicy(Qt::StrongFocus);
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("How fast time passes while it is played ([ and ])"));
    m_speed->setMinimumWidth(m_speed->fontMetrics().horizontalAdvance(speedText(1000)) + 24);
    auto* menu = new QMenu(m_speed);
    for (const double speed : Player::speeds)
        menu->addAction(speedText(speed), this, [this, speed] { m_player.setSpeed(speed); });
    m_speed->setMenu(menu);

    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    line->addWidget(m_play);
    line->addWidget(m_speed);
    connect(m_play, &QToolButton::clicked, this, [this] { m_player.toggle(); });
    connect(&m_player, &Player::changed, this, &Transport::refresh);
    refresh();
}

void Transport::refresh()
{
    const bool isPlaying = m_player.isPlaying();
    m_play->setText(isPlaying ? QStringLiteral("\u275A\u275A") : QStringLiteral("\u25B6")); // bars, triangle
    m_play->setToolTip(isPlaying ? tr("Pause (Space)") : tr("Play from the moment shown (Space)"));
    m_play->setAccessibleName(isPlaying ? tr("Pause") : tr("Play"));
    m_speed->setText(speedText(m_player.speed()));
}

} // namespace lockstep
