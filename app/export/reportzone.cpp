// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/reportzone.h"

#include <QDateTime>
#include <QTimeZone>

namespace lockstep {

Result<ReportZone> reportZone(const std::string& name)
{
    if (name == "UTC")
        return ReportZone{};
    const QTimeZone zone = name == "local" ? QTimeZone::systemTimeZone() : QTimeZone(QByteArray::fromStdString(name));
    if (!zone.isValid())
        return Error{"\"" + name
                     + "\" is not a time zone of this system; expected, for example, Europe/Berlin, UTC or local"};
    return ReportZone{zone.id().toStdString(), [zone](TimePoint time) {
                          const auto milliseconds = std::chrono::floor<std::chrono::milliseconds>(time);
                          const QDateTime moment
                              = QDateTime::fromMSecsSinceEpoch(milliseconds.time_since_epoch().count(), Qt::UTC);
                          return ZoneOffset{std::chrono::seconds(zone.offsetFromUtc(moment)),
                                            zone.abbreviation(moment).toStdString()};
                      }};
}

} // namespace lockstep
