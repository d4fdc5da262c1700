// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/timeactions.h"

#include "app/dashboard/action.h"
#include "models/view/player.h"
#include "models/view/timewindow.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

QString text(const char* source)
{
    return QCoreApplication::translate("TimeActions", source);
}

void zoomAboutCursor(TimeWindow& time, double factor)
{
    const bool isInView = time.range().contains(time.cursor());
    time.zoom(factor, isInView ? time.cursor() : time.range().from + time.range().length() / 2);
}

} // namespace

QList<QAction*> addTimeActions(QWidget& window, TimeWindow& time, Player& player)
{
    TimeWindow* const t = &time;
    Player* const p = &player;
    const auto step = [t](int direction) {
        t->moveCursor(direction * std::chrono::seconds(1));
    };
    return {
        makeAction(window, text("Live: follow the newest data"), Qt::Key_L, [t] { t->follow(); }),
        makeAction(window, text("Play or pause"), Qt::Key_Space, [p] { p->toggle(); }),
        makeAction(window, text("Play faster"), Qt::Key_BracketRight, [p] { p->faster(); }),
        makeAction(window, text("Play slower"), Qt::Key_BracketLeft, [p] { p->slower(); }),
        makeAction(window, text("Show the last minute"), Qt::ALT | Qt::Key_1,
                   [t] { t->follow(std::chrono::minutes(1)); }),
        makeAction(window, text("Show the last 5 minutes"), Qt::ALT | Qt::Key_2,
                   [t] { t->follow(std::chrono::minutes(5)); }),
        makeAction(window, text("Show the last 10 minutes"), Qt::ALT | Qt::Key_3,
                   [t] { t->follow(std::chrono::minutes(10)); }),
        makeAction(window, text("Show all time in memory"), Qt::ALT | Qt::Key_0, [t] { t->fitExtent(); }),
        makeAction(window, text("Zoom time in"), Qt::CTRL | Qt::Key_Plus, [t] { zoomAboutCursor(*t, 0.5); }),
        makeAction(window, text("Zoom time out"), Qt::CTRL | Qt::Key_Minus, [t] { zoomAboutCursor(*t, 2.0); }),
        makeAction(window, text("Step back one tick"), Qt::Key_Comma, [step] { step(-1); }),
        makeAction(window, text("Step forward one tick"), Qt::Key_Period, [step] { step(+1); }),
        makeAction(window, text("Clear the marked range"), QKeySequence(), [t] { t->setMarked(std::nullopt); }),
    };
}

} // namespace lockstep
