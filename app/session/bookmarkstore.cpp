// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/bookmarkstore.h"

#include "app/session/session.h"
#include "app/session/settings.h"

#include <vector>

namespace lockstep {

BookmarkStore::BookmarkStore(Session& session, Settings& settings, QObject* parent)
    : QObject(parent), m_session(session), m_settings(settings)
{
    recall();
    connect(&session.player().bookmarks(), &Bookmarks::changed, this, &BookmarkStore::remember);
}

void BookmarkStore::recall()
{
    if (m_session.path().isEmpty())
        return;
    std::vector<TimePoint> times;
    for (const QString& each : m_settings.bookmarks(m_session.path()))
        times.emplace_back(Duration(each.toLongLong()));
    m_session.player().bookmarks().setTimes(std::move(times));
}

void BookmarkStore::remember()
{
    QStringList times;
    for (const TimePoint each : m_session.player().bookmarks().times())
        times << QString::number(qint64{each.time_since_epoch().count()});
    if (!m_session.path().isEmpty())
        m_settings.setBookmarks(m_session.path(), times);
}

} // namespace lockstep

#include "moc_bookmarkstore.cpp"
