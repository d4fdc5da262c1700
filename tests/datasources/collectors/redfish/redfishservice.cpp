// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/collectors/redfish/redfishservice.h"

#include <QByteArray>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

namespace lockstep::test {

using namespace Qt::StringLiterals;

namespace {

QJsonObject linkTo(const QString& path)
{
    return {{u"@odata.id"_s, path}};
}

QJsonObject reading(double value)
{
    return {{u"Reading"_s, value}};
}

QJsonValue withValue(QJsonValue in, const QStringList& way, const QJsonValue& value)
{
    if (way.isEmpty())
        return value;
    QJsonObject object = in.toObject();
    object[way.front()] = withValue(object[way.front()], way.mid(1), value);
    return object;
}

std::string textOf(const QJsonObject& object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

} // namespace

RedfishService::RedfishService(const TestCertificate& certificate)
    : m_server([this](const HttpQuestion& question) { return answer(question); }, &certificate)
{
    put(u"/redfish/v1/"_s,
        {{u"ThermalEquipment"_s, linkTo(u"/redfish/v1/ThermalEquipment"_s)},
         {u"PowerEquipment"_s, linkTo(u"/redfish/v1/PowerEquipment"_s)},
         {u"Chassis"_s, linkTo(u"/redfish/v1/Chassis"_s)}});
    put(u"/redfish/v1/ThermalEquipment"_s,
        {{u"CDUs"_s, linkTo(u"/redfish/v1/ThermalEquipment/CDUs"_s)},
         {u"HeatExchangers"_s, linkTo(u"/redfish/v1/ThermalEquipment/HeatExchangers"_s)}});
}

void RedfishService::put(const QString& path, const QJsonObject& page)
{
    const std::scoped_lock lock(m_mutex);
    Page& its = m_pages[path];
    its.content = page;
    ++its.version;
    addCollections();
}

void RedfishService::set(const QString& path, const QStringList& way, const QJsonValue& value)
{
    const std::scoped_lock lock(m_mutex);
    Page& its = m_pages[path];
    its.content = withValue(its.content, way, value).toObject();
    ++its.version;
}

void RedfishService::misbehave(const QString& path, const std::string& answer)
{
    const std::scoped_lock lock(m_mutex);
    m_pages[path].answer = answer;
}

bool RedfishService::load(const QString& folder)
{
    const QDir files(folder);
    for (const QString& name : files.entryList({u"example_*.json"_s}, QDir::Files, QDir::Name)) {
        QFile file(files.filePath(name));
        const QJsonObject page
            = file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
        if (page[u"_uri"].isString())
            put(page[u"_uri"].toString(), page);
    }
    return m_pages.size() > 10;
}

bool RedfishService::loadTree(const QString& folder)
{
    bool isAny = false;
    QDirIterator files(folder, {u"index.json"_s}, QDir::Files, QDirIterator::Subdirectories);
    const std::scoped_lock lock(m_mutex);
    while (files.hasNext()) {
        QFile file(files.next());
        const QJsonObject page
            = file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
        if (page.contains(u"error"_s)) // recorded as an answer 404
            continue;
        const QString below = QDir(folder).relativeFilePath(QFileInfo(file).path());
        Page& its = m_pages[u"/redfish/v1/"_s + (below == u"."_s ? QString() : below)];
        its.content = page;
        ++its.version;
        isAny = true;
    }
    return isAny;
}

/// A page whose path has no page above it is a member of a collection there.
void RedfishService::addCollections()
{
    QMap<QString, QJsonArray> members;
    for (auto page = m_pages.cbegin(); page != m_pages.cend(); ++page) {
        const QString above = page.key().section(u'/', 0, -2);
        const bool isCollection = m_pages.value(above).content.contains(u"Members"_s);
        if (above.count(u'/') > 2 && (!m_pages.contains(above) || isCollection))
            members[above].append(linkTo(page.key()));
    }
    for (auto collection = members.cbegin(); collection != members.cend(); ++collection) {
        Page& page = m_pages[collection.key()];
        if (page.content[u"Members"].toArray() == collection.value())
            continue;
        page.content[u"Members"_s] = collection.value();
        ++page.version;
    }
}

void RedfishService::putCoolingUnit()
{
    const QString unit = u"/redfish/v1/ThermalEquipment/CDUs/1"_s;
    const QJsonObject well{{u"State"_s, u"Enabled"_s}, {u"Health"_s, u"OK"_s}};
    QJsonObject page{{u"Id"_s, u"1"_s}, {u"Status"_s, well}, {u"CoolingCapacityWatts"_s, 200'000}};
    for (const char* part : {"PrimaryCoolantConnectors", "SecondaryCoolantConnectors", "Pumps", "LeakDetection",
                             "EnvironmentMetrics", "Filters", "Reservoirs"})
        page[QLatin1StringView(part)] = linkTo(unit + u'/' + QLatin1StringView(part));
    put(unit, page);
    const auto connector = [&](double flow, double supply, double returned) {
        return QJsonObject{{u"Id"_s, u"1"_s},
                           {u"Status"_s, well},
                           {u"RatedFlowLitersPerMinute"_s, 200},
                           {u"FlowLitersPerMinute"_s, reading(flow)},
                           {u"SupplyTemperatureCelsius"_s, reading(supply)},
                           {u"ReturnTemperatureCelsius"_s, reading(returned)},
                           {u"SupplyPressurekPa"_s, reading(300)},
                           {u"ReturnPressurekPa"_s, reading(180)},
                           {u"HeatRemovedkW"_s, reading(120)}};
    };
    put(unit + u"/PrimaryCoolantConnectors/1"_s, connector(190, 18, 27));
    put(unit + u"/SecondaryCoolantConnectors/1"_s, connector(180, 30, 40));
    for (const QString& pump : {u"1"_s, u"2"_s})
        put(unit + u"/Pumps/"_s + pump,
            {{u"Id"_s, pump},
             {u"Name"_s, u"Pump "_s + pump},
             {u"Status"_s, well},
             {u"PumpSpeedPercent"_s, reading(60)}});
    put(unit + u"/Filters/1"_s,
        {{u"Id"_s, u"1"_s}, {u"Status"_s, well}, {u"ServiceHours"_s, 354}, {u"RatedServiceHours"_s, 7080}});
    put(unit + u"/Reservoirs/1"_s, {{u"Id"_s, u"1"_s}, {u"Status"_s, well}, {u"FluidLevelPercent"_s, 82}});
    put(unit + u"/EnvironmentMetrics"_s,
        {{u"PowerWatts"_s, reading(3200)},
         {u"TemperatureCelsius"_s, reading(25)},
         {u"HumidityPercent"_s, reading(50)}});
    put(unit + u"/LeakDetection"_s,
        {{u"Status"_s, well}, {u"LeakDetectors"_s, linkTo(unit + u"/LeakDetection/LeakDetectors"_s)}});
    put(unit + u"/LeakDetection/LeakDetectors/Tray"_s,
        {{u"Id"_s, u"Tray"_s}, {u"Status"_s, well}, {u"DetectorState"_s, u"OK"_s}});
}

void RedfishService::requireLogin(bool hasSessions)
{
    const std::scoped_lock lock(m_mutex);
    m_needsLogin = true;
    m_hasSessions = hasSessions;
}

void RedfishService::endSessions()
{
    const std::scoped_lock lock(m_mutex);
    m_token += "x";
    m_openSessions = 0;
}

int RedfishService::reads(const QString& path) const
{
    const std::scoped_lock lock(m_mutex);
    return m_pages.value(path).reads;
}

int RedfishService::unchanged(const QString& path) const
{
    const std::scoped_lock lock(m_mutex);
    return m_pages.value(path).unchanged;
}

bool RedfishService::isIn(const HttpQuestion& question) const
{
    if (!m_needsLogin)
        return true;
    // user:hush
    const std::string secret
        = m_hasSessions ? "X-Auth-Token: " + m_token + "\r\n" : "Authorization: Basic dXNlcjpodXNo\r\n";
    return question.headers.find(secret) != std::string::npos;
}

std::string RedfishService::answerLogin(const HttpQuestion& question)
{
    if (!m_hasSessions)
        return HttpServer::reply(404, "{}");
    const QJsonObject said = QJsonDocument::fromJson(QByteArray::fromStdString(question.body)).object();
    if (said[u"UserName"].toString() != u"user"_s || said[u"Password"].toString() != u"hush"_s)
        return HttpServer::reply(401, "{}");
    ++m_logins;
    ++m_openSessions;
    return HttpServer::reply(201, "{}",
                             "X-Auth-Token: " + m_token + "\r\nLocation: /redfish/v1/SessionService/Sessions/"
                                 + std::to_string(m_logins) + "\r\n");
}

std::string RedfishService::answer(const HttpQuestion& question)
{
    const std::scoped_lock lock(m_mutex);
    const QString path = QString::fromStdString(question.target);
    const auto page = m_pages.find(path);
    if (page != m_pages.end() && !page->answer.empty())
        return page->answer;
    if (question.method == "POST")
        return answerLogin(question);
    if (!isIn(question))
        return HttpServer::reply(401, "{}");
    if (question.method == "DELETE") {
        --m_openSessions;
        return HttpServer::reply(204, "");
    }
    if (page == m_pages.end())
        return HttpServer::reply(404, "{}");
    const std::string etag = "W/\"" + std::to_string(page->version) + "\"";
    if (question.headers.find("If-None-Match: " + etag + "\r\n") != std::string::npos) {
        ++page->unchanged;
        return HttpServer::reply(304, "", "ETag: " + etag + "\r\n");
    }
    ++page->reads;
    return HttpServer::reply(200, textOf(page->content), "Content-Type: application/json\r\nETag: " + etag + "\r\n");
}

} // namespace lockstep::test
