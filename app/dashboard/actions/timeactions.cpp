// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/action.h"
#include "app/dashboard/actions/windowactions.h"
#include "app/dashboard/composition.h"
#include "app/dashboard/dialogs/timerangedialog.h"
#include "app/dashboard/docks/workspaces.h"
#include "app/session/incidents/windowmoment.h"
#include "app/session/livesession.h"
#include "app/session/session.h"
#include "models/view/selection.h"
#include "models/view/time/player.h"
#include "models/view/time/timewindow.h"
#include "models/view/translation.h"
#include "widgets/panels/alertspanel.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>

#include <utility>

namespace lockstep {

namespace {

/// Objects that the time actions operate on.
struct TimeTools
{
    TimeWindow& time;
    Player& player;
    Session& session;
    const Selection& selection;
    std::function<void(const QString&)> say; ///< shows a message if a step leads nowhere
};

void zoomAboutCursor(TimeWindow& time, double factor)
{
    time.zoom(factor, time.target().cursor);
}

void goTo(const TimeTools& tools, const std::optional<TimePoint>& moment, const QString& nothing)
{
    if (moment)
        tools.time.setCursor(*moment);
    else if (tools.say)
        tools.say(nothing);
}

void stepByBookmark(const TimeTools& tools, int direction)
{
    goTo(tools, tools.player.bookmarks().next(tools.time.target().cursor, direction),
         direction > 0 ? tr("No later bookmark. Press B to set one.") : tr("No earlier bookmark. Press B to set one."));
}

/// Where others can read this moment: the watched server, otherwise the recording.
std::optional<LinkPart> sourceForLink(const Session& session)
{
    const auto* const live = qobject_cast<const LiveSession*>(&session);
    if (live != nullptr && !live->engineUrl().empty())
        return LinkPart("prometheus", live->engineUrl());
    if (session.path().isEmpty())
        return std::nullopt;
    return LinkPart("replay", QFileInfo(session.path()).absoluteFilePath().toStdString());
}

QList<QAction*> addSteps(QWidget& window, const TimeTools& tools)
{
    const auto step = [&window](const QString& name, const QKeySequence& key, auto how, int direction) {
        return makeAction(window, name, key, [how, direction] { how(direction); });
    };
    const auto byTick = [tools](int direction) {
        tools.player.step(direction);
    };
    const auto bySpan = [tools](int direction) {
        tools.session.stepBySpan(tools.selection.current(), direction);
    };
    const auto byEvent = [tools](int direction) {
        tools.session.stepByEvent(tools.selection.current(), direction);
    };
    const auto byBookmark = [tools](int direction) {
        stepByBookmark(tools, direction);
    };
    return {
        step(tr("Step back one tick"), Qt::Key_Comma, byTick, -1),
        step(tr("Step forward one tick"), Qt::Key_Period, byTick, +1),
        step(tr("Go to previous span of selection"), Qt::CTRL | Qt::Key_Comma, bySpan, -1),
        step(tr("Go to next span of selection"), Qt::CTRL | Qt::Key_Period, bySpan, +1),
        step(tr("Go to previous event of selection"), Qt::ALT | Qt::Key_Comma, byEvent, -1),
        step(tr("Go to next event of selection"), Qt::ALT | Qt::Key_Period, byEvent, +1),
        makeAction(window, tr("Set or remove bookmark"), Qt::Key_B, [tools] { tools.player.toggleBookmark(); }),
        step(tr("Go to previous bookmark"), Qt::CTRL | Qt::ALT | Qt::Key_Comma, byBookmark, -1),
        step(tr("Go to next bookmark"), Qt::CTRL | Qt::ALT | Qt::Key_Period, byBookmark, +1),
    };
}

} // namespace

QList<QAction*> addTimeActions(QWidget& window, Composition& composition, const AlertsPanel& alerts,
                               const Workspaces& workspaces, std::function<void(const QString&)> say)
{
    const TimeTools tools{composition.time(), composition.session().player(), composition.session(),
                          composition.selection(), std::move(say)};
    TimeWindow* const t = &tools.time;
    Player* const p = &tools.player;
    QList<QAction*> actions{
        makeAction(window, tr("Go to time range..."), Qt::Key_G,
                   [&window, t, &alerts] {
                       const std::optional<Alert> alert = alerts.currentAlert();
                       (new TimeRangeDialog(*t, alert ? std::optional(alert->onset) : std::nullopt, &window))->show();
                   }),
        makeAction(window, tr("Copy link to this view"), Qt::CTRL | Qt::Key_L,
                   [&composition, &workspaces, tools] {
                       const std::optional<LinkPart> source = sourceForLink(tools.session);
                       if (!source)
                           return tools.say(tr("Cannot link to this time, because this session is not recorded."));
                       QGuiApplication::clipboard()->setText(
                           windowLink(composition.viewContext(), workspaces.current(), *source));
                       tools.say(tr("Copied a link to this view at this time."));
                   }),
        makeAction(window, p->joinsLive() ? tr("Go live") : tr("Go to end"), Qt::Key_L, [t] { t->follow(); }),
        makeAction(window, tr("Play or pause"), Qt::Key_Space, [p] { p->toggle(); }),
        makeAction(window, tr("Play faster"), Qt::Key_BracketRight, [p] { p->faster(); }),
        makeAction(window, tr("Play slower"), Qt::Key_BracketLeft, [p] { p->slower(); }),
        makeAction(window, tr("Loop visible range"), Qt::Key_R, [p] { p->toggleLoop(); }),
        makeAction(window, tr("Show 1 minute"), Qt::ALT | Qt::Key_1, [t] { t->setLength(std::chrono::minutes(1)); }),
        makeAction(window, tr("Show 5 minutes"), Qt::ALT | Qt::Key_2, [t] { t->setLength(std::chrono::minutes(5)); }),
        makeAction(window, tr("Show 10 minutes"), Qt::ALT | Qt::Key_3, [t] { t->setLength(std::chrono::minutes(10)); }),
        makeAction(window, tr("Show full range"), Qt::ALT | Qt::Key_0, [t] { t->fitExtent(); }),
        makeAction(window, tr("Zoom to marked range"), Qt::Key_Z,
                   [tools] {
                       if (const auto marked = tools.time.marked())
                           tools.time.setRange(*marked);
                       else if (tools.say)
                           tools.say(tr("No range marked. Shift + drag along a time axis to mark one."));
                   }),
        makeAction(window, tr("Zoom in on time axis"), Qt::CTRL | Qt::Key_Plus, [t] { zoomAboutCursor(*t, 0.5); }),
        makeAction(window, tr("Zoom out on time axis"), Qt::CTRL | Qt::Key_Minus, [t] { zoomAboutCursor(*t, 2.0); }),
        makeAction(window, tr("Clear marked range"), QKeySequence(), [t] { t->setMarked(std::nullopt); }),
    };
    return actions + addSteps(window, tools);
}

} // namespace lockstep
