// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recordfolder.h"

#include "app/session/livesession.h"

#include <QDateTime>
#include <QDir>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

QString folderOfMoment(TimePoint moment)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(moment.time_since_epoch()).count();
    return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).toString(u"yyyyMMdd-HHmmss"_s);
}

/// Recordings have one tick period; the default folder's is one second.
QString folderOfTicks(Duration period)
{
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(period).count();
    return milliseconds == 1000 ? u"recording"_s : u"recording-every-%1ms"_s.arg(milliseconds);
}

} // namespace

RecordFolder RecordFolder::named(const QString& path)
{
    RecordFolder folder;
    folder.m_path = path;
    return folder;
}

RecordFolder RecordFolder::usersOwn(const QString& data)
{
    RecordFolder folder = named(data);
    folder.m_isUsersOwn = true;
    return folder;
}

QString RecordFolder::pathFor(const LiveSources& sources, TimePoint begin) const
{
    if (m_path.isEmpty() || !m_isUsersOwn)
        return m_path;
    const QDir data(m_path);
    if (sources.drill && sources.drill->isExercise)
        return data.filePath(u"exercises/"_s + folderOfMoment(begin));
    if (sources.demo)
        return data.filePath(u"demo"_s);
    return data.filePath(folderOfTicks(tickPeriodOf(sources)));
}

} // namespace lockstep
