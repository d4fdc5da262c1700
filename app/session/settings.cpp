// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/settings.h"

#include "app/session/session.h"

#include <QFile>
#include <QFileInfo>

#include <chrono>
#include <cmath>
#include <optional>
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

namespace {
using namespace Qt::StringLiterals;
constexpr qsizetype recentAddressesKept = 8;
constexpr qsizetype maxBookmarkedRecordings = 100;
} // namespace

Settings::Settings(bool fresh)
    : m_file(
        fresh ? nullptr
              : std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, u"lockstep"_s, u"dashboard"_s))
{ }

namespace {

struct RateRow
{
    const char16_t* key;
    std::optional<double> Rates::*rate;
};

constexpr RateRow rateRows[]{
    {u"rates/gpuHour", &Rates::gpuHour},           {u"rates/reservedGpuHour", &Rates::reservedGpuHour},
    {u"rates/labourHour", &Rates::labourHour},     {u"rates/delayDay", &Rates::delayDay},
    {u"rates/kilowattHour", &Rates::kilowattHour}, {u"rates/gpuHoursPerFailure", &Rates::gpuHoursPerFailure}};

} // namespace

QVariant Settings::value(const QString& key) const
{
    return m_file ? m_file->value(key) : QVariant();
}

void Settings::setValue(const QString& key, const QVariant& value)
{
    if (m_file)
        m_file->setValue(key, value);
}

QString Settings::theme() const
{
    return value(u"theme"_s).toString() == u"light"_s ? u"light"_s : u"dark"_s;
}

QStringList Settings::recentAddresses() const
{
    return value(u"recentAddresses"_s).toStringList();
}

void Settings::addRecentAddress(const QString& address)
{
    QStringList recent = recentAddresses();
    recent.removeAll(address);
    recent.prepend(address);
    setValue(u"recentAddresses"_s, QStringList(recent.mid(0, recentAddressesKept)));
}

QStringList Settings::bookmarks(const QString& recording) const
{
    return value(u"bookmarks"_s).toMap().value(QFileInfo(recording).absoluteFilePath()).toStringList();
}

void Settings::setBookmarks(const QString& recording, const QStringList& times)
{
    QVariantMap all = value(u"bookmarks"_s).toMap();
    const QString key = QFileInfo(recording).absoluteFilePath();
    all.remove(key);
    while (all.size() >= maxBookmarkedRecordings)
        all.erase(all.begin());
    if (!times.isEmpty())
        all.insert(key, times);
    setValue(u"bookmarks"_s, all);
}

namespace {

QString limitKey(std::string_view resolution, QLatin1StringView what)
{
    return u"recording/"_s + QLatin1StringView(resolution.data(), static_cast<qsizetype>(resolution.size())) + what;
}

/// With the key of each resolution.
template <class Limits, class Use>
void eachLimit(Limits& limits, const Use& use)
{
    use(std::string_view("samples"), limits.ticks);
    for (std::size_t at = 0; at < tierCount; ++at)
        use(recordingTiers()[at].folder, limits.tiers[at]);
}

} // namespace

RecordingLimits Settings::recordingLimits() const
{
    RecordingLimits limits;
    eachLimit(limits, [this](std::string_view resolution, RecordingCaps& caps) {
        bool isNumber = false;
        const double size = value(limitKey(resolution, "Gib"_L1)).toDouble(&isNumber);
        if (isNumber && size >= 0 && size <= 1e6)
            caps.bytes = static_cast<std::uint64_t>(size * RecordingCaps::gibibyte);
        const double days = value(limitKey(resolution, "Days"_L1)).toDouble(&isNumber);
        if (isNumber && days > 0 && days <= RecordingCaps::maxDays)
            caps.age = std::chrono::duration_cast<Duration>(RecordingCaps::Days(days));
    });
    return limits;
}

void Settings::setRecordingLimits(const RecordingLimits& limits)
{
    eachLimit(limits, [this](std::string_view resolution, const RecordingCaps& caps) {
        setValue(limitKey(resolution, "Gib"_L1), static_cast<double>(caps.bytes) / RecordingCaps::gibibyte);
        setValue(limitKey(resolution, "Days"_L1), RecordingCaps::Days(caps.age).count());
    });
}

/// Rates that are not positive numbers are ignored.
Rates Settings::rates() const
{
    Rates rates;
    if (const QString currency = value(u"rates/currency"_s).toString(); !currency.isEmpty())
        rates.currency = currency.toStdString();
    for (const RateRow& row : rateRows) {
        const double kept = value(QString::fromUtf16(row.key)).toDouble();
        if (std::isfinite(kept) && kept > 0)
            rates.*row.rate = kept;
    }
    return rates;
}

void Settings::setRates(const Rates& rates)
{
    setValue(u"rates/currency"_s, QString::fromStdString(rates.currency));
    for (const RateRow& row : rateRows)
        setValue(QString::fromUtf16(row.key), rates.*row.rate ? QVariant(*(rates.*row.rate)) : QVariant());
}

AlertRecipients Settings::alertRecipients() const
{
    return {value(u"alerts/urls"_s).toStringList(), value(u"alerts/ca"_s).toString(),
            value(u"alerts/token-file"_s).toString()};
}

void Settings::setAlertRecipients(const AlertRecipients& recipients)
{
    setValue(u"alerts/urls"_s, recipients.urls);
    setValue(u"alerts/ca"_s, recipients.caFile);
    setValue(u"alerts/token-file"_s, recipients.tokenFile);
    if (!m_file)
        return;
    m_file->sync();
    QFile::setPermissions(m_file->fileName(), QFile::ReadOwner | QFile::WriteOwner);
}

} // namespace lockstep

#include "moc_settings.cpp"
