// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/bookmarkkeeper.h"

#include "app/session/historycontroller.h"
#include "app/session/settings.h"

#include <vector>

namespace lockstep {

BookmarkKeeper::BookmarkKeeper(HistoryController& history, Settings& settings, QObject* parent)
    : QObject(parent), m_history(history), m_settings(settings)
{
    connect(&history, &HistoryController::replayOpened, this, &BookmarkKeeper::recall);
    connect(&history.player().bookmarks(), &Bookmarks::changed, this, &BookmarkKeeper::remember);
}

void BookmarkKeeper::recall()
{
    std::vector<TimePoint> times;
    for (const QString& each : m_settings.bookmarks(m_history.path()))
        times.emplace_back(Duration(each.toLongLong()));
    m_history.player().bookmarks().setTimes(std::move(times));
}

void BookmarkKeeper::remember()
{
    QStringList times;
    for (const TimePoint each : m_history.player().bookmarks().times())
        times << QString::number(qint64{each.time_since_epoch().count()});
    if (!m_history.path().isEmpty())
        m_settings.setBookmarks(m_history.path(), times);
}

} // namespace lockstep
