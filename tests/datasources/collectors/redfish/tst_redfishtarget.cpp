// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/facilitycollector.h"
#include "datasources/collectors/redfish/redfishoptions.h"
#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/datasources/collectors/redfish/redfishservice.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <string>

using namespace lockstep;
using namespace lockstep::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QString unitPath = u"/redfish/v1/ThermalEquipment/CDUs/1"_s;
const QString pumpPath = unitPath + u"/Pumps/1"_s;
const QString flowPath = unitPath + u"/SecondaryCoolantConnectors/1"_s;

std::string messageOf(const Result<FacilityReport>& report)
{
    return report.isOk() ? "answered; " + report.value().note : report.error().message;
}

double loopValue(const Result<FacilityReport>& report, std::string_view metric)
{
    if (report.isOk()) {
        for (const FacilityValue& each : report.value().values) {
            if (each.place.size() == 1 && each.metric == metric)
                return each.value;
        }
    }
    return std::nan("");
}

bool has(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

constexpr std::size_t maxPages = 512;
constexpr double newPagesPerSecond = 2;

} // namespace

/// Valid and malicious Redfish services on loopback.
class TestRedfishTarget : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    TestCertificate m_certificate{m_folder.path().toStdString()};

    [[nodiscard]] RedfishOptions optionsOf(const RedfishService& service) const
    {
        RedfishOptions options;
        options.url = service.url();
        options.caFile = m_certificate.certificateFile();
        options.timeout = test::hangTimeout;
        options.names.loop = "cdu-7";
        options.names.serves = {"A01", "A02"};
        return options;
    }

    [[nodiscard]] RedfishOptions loggedIn(const RedfishService& service) const
    {
        RedfishOptions options = optionsOf(service);
        options.user = "user";
        options.passwordFile = m_folder.filePath(u"password"_s).toStdString();
        QFile file(QString::fromStdString(options.passwordFile));
        if (!file.open(QIODevice::WriteOnly) || file.write("hush\n") != 5)
            qFatal("no password file");
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        return options;
    }

private Q_SLOTS:
    void aCoolingUnitIsReadOverTls()
    {
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        const auto target = makeRedfishTarget(optionsOf(service));
        const auto report = target->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QVERIFY2(report.value().note.empty() || has(report.value().note, "status 404"), report.value().note.c_str());
        QCOMPARE(loopValue(report, metrics::loop::flow), 180.0);
        QCOMPARE(loopValue(report, metrics::loop::supplyTemperature), 30.0);
        QCOMPARE(loopValue(report, metrics::loop::primaryFlow), 190.0);
        QCOMPARE(loopValue(report, metrics::loop::pressure), 120'000.0);
        QCOMPARE(loopValue(report, metrics::loop::pumpSpeed), 0.6);
        QCOMPARE(loopValue(report, metrics::loop::filterLife), 0.05);
        QCOMPARE(loopValue(report, metrics::loop::reservoirLevel), 0.82);
        QCOMPARE(loopValue(report, metrics::loop::leak), 0.0);
        QCOMPARE(loopValue(report, metrics::loop::capacity), 200'000.0);
        QVERIFY(service.reads(u"/redfish/v1/Chassis"_s) == 0); // not needed
    }

    /// The examples in the profiles of the Open Compute Project, unchanged.
    void theExamplesOfOcpAreRead()
    {
        const QString folder = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + u"/../shared/data/redfish_ocp"_s;
        RedfishService service(m_certificate);
        if (!service.load(folder))
            QSKIP("the examples are not here");
        service.put(unitPath + u"/LeakDetection/LeakDetectors/Moisture"_s,
                    {{u"Id"_s, u"Moisture"_s}, {u"DetectorState"_s, u"OK"_s}});
        const auto target = makeRedfishTarget(optionsOf(service));
        const auto report = target->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QCOMPARE(loopValue(report, metrics::loop::flow), 42.0);
        QCOMPARE(loopValue(report, metrics::loop::flowRated), 35.0);
        QCOMPARE(loopValue(report, metrics::loop::supplyTemperature), 29.0);
        QCOMPARE(loopValue(report, metrics::loop::returnTemperature), 50.0);
        QCOMPARE(loopValue(report, metrics::loop::pressure), 37'000.0);
        QCOMPARE(loopValue(report, metrics::loop::supplyPressure), 108'000.0);
        QCOMPARE(loopValue(report, metrics::loop::heat), 26'360.0);
        QCOMPARE(loopValue(report, metrics::loop::primaryFlow), 41.0);
        QCOMPARE(loopValue(report, metrics::loop::primaryReturnTemperature), 42.0);
        QCOMPARE(loopValue(report, metrics::loop::pumpSpeed), 0.385);
        QCOMPARE(loopValue(report, metrics::loop::filterLife), 354.0 / 7500);
        QCOMPARE(loopValue(report, metrics::loop::capacity), 50'000.0);
        QCOMPARE(loopValue(report, metrics::loop::power), 6438.0);
        QCOMPARE(loopValue(report, metrics::loop::leak), 0.0);
        // The rear door, which has the same Id.
        const FacilityPlace door{{EntityKind::Loop, "cdu-7 1"}};
        QVERIFY(std::ranges::any_of(report.value().values, [&](const FacilityValue& each) {
            return each.place == door && each.metric == metrics::loop::flow && each.value == 41;
        }));
    }

    /// The mock-up of a real node controller, which has neither a thermal subsystem nor a thermal page.
    void theSensorsOfALiquidCooledCabinetAreRead()
    {
        const QString folder
            = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + u"/../shared/data/redfish_liquid_cabinet/mockups/EX235n"_s;
        RedfishService service(m_certificate);
        if (!QFile::exists(folder) || !service.loadTree(folder))
            QSKIP("the mock-up is not here");
        RedfishOptions options = optionsOf(service);
        options.names = {};
        options.names.rack = "A03";
        const auto target = makeRedfishTarget(options);
        const auto report = target->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        const auto count = [&](std::string_view metric) {
            return std::ranges::count(report.value().values, metric, &FacilityValue::metric);
        };
        QCOMPARE(count(metrics::sensor::temperature), 69);
        QCOMPARE(count(metrics::sensor::current), 37);
        const FacilityPlace enclosure{{EntityKind::Rack, "A03"},
                                      {EntityKind::Sensor, "Enclosure NC TEMP SENSOR ambient"}};
        QVERIFY(std::ranges::any_of(report.value().values, [&](const FacilityValue& each) {
            return each.place == enclosure && each.metric == metrics::sensor::temperature && each.value == 32;
        }));
        QCOMPARE(count(metrics::rack::leak), 1);
        QCOMPARE(count(metrics::sensor::voltage), 82);
        QVERIFY2(
            has(report.value().note,
                "255 of them sensors; not recognised: EnergyJoules in J (10), vendor property CrayVoltageMargins (2)"),
            report.value().note.c_str());
    }

    /// Its controller has neither cooling units nor PDUs, only sensors of its chassis.
    void theLoopOfACabinetIsReadFromItsChassis()
    {
        RedfishService service(m_certificate);
        const QString chassis = u"/redfish/v1/Chassis/Enclosure"_s;
        const auto link = [](const QString& path) {
            return QJsonObject{{u"@odata.id"_s, path}};
        };
        const auto collection = [&](const QString& path) {
            return QJsonObject{{u"Members"_s, QJsonArray{link(path)}}};
        };
        service.put(u"/redfish/v1/"_s, {{u"Chassis"_s, link(u"/redfish/v1/Chassis"_s)}});
        service.put(u"/redfish/v1/Chassis"_s, collection(chassis));
        service.put(chassis, {{u"Id"_s, u"Enclosure"_s}, {u"Sensors"_s, link(chassis + u"/Sensors"_s)}});
        service.put(chassis + u"/Sensors"_s, collection(chassis + u"/Sensors/Supply"_s));
        service.put(chassis + u"/Sensors/Supply"_s,
                    {{u"Name"_s, u"water"_s},
                     {u"PhysicalContext"_s, u"LiquidInlet"_s},
                     {u"ReadingType"_s, u"Temperature"_s},
                     {u"ReadingUnits"_s, u"Cel"_s},
                     {u"Reading"_s, 20.5}});
        const auto target = makeRedfishTarget(optionsOf(service));
        const auto report = target->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QCOMPARE(loopValue(report, metrics::loop::supplyTemperature), 20.5);
    }

    void aSessionIsBegunOnceRenewedAndEnded()
    {
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        service.requireLogin(true);
        const auto target = makeRedfishTarget(loggedIn(service));
        for (int poll = 0; poll < 2; ++poll)
            QCOMPARE(loopValue(target->poll({}), metrics::loop::flow), 180.0);
        QCOMPARE(service.logins(), 1);
        service.endSessions();
        QCOMPARE(loopValue(target->poll({}), metrics::loop::flow), 180.0);
        QCOMPARE(service.logins(), 2);
        QCOMPARE(service.openSessions(), 1);
        target->close();
        QCOMPARE(service.openSessions(), 0);
    }

    void aServiceWithoutSessionsIsAskedWithBasicAuthentication()
    {
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        service.requireLogin(false);
        const auto target = makeRedfishTarget(loggedIn(service));
        QCOMPARE(loopValue(target->poll({}), metrics::loop::flow), 180.0);
        QCOMPARE(service.logins(), 0);
    }

    void aPasswordThatIsWrongIsSaidAndNotShown()
    {
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        service.requireLogin(true);
        RedfishOptions options = loggedIn(service);
        options.user = "other";
        const auto target = makeRedfishTarget(options);
        const std::string message = messageOf(target->poll({}));
        QVERIFY2(has(message, "rejected the credentials of other (status 401)"), message.c_str());
        QVERIFY(!has(message, "hush"));
    }

    void aPasswordGoesNowhereInTheClear()
    {
        const RedfishService service(m_certificate);
        RedfishOptions options = loggedIn(service);
        options.url = "http://192.0.2.1";
        QVERIFY(has(messageOf(makeRedfishTarget(options)->poll({})), "unencrypted"));
    }

    void structureIsAskedForWhenItHasChangedAndNumbersEachTime()
    {
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        RedfishOptions options = optionsOf(service);
        auto calm = makeRedfishTarget(options);
        QVERIFY(calm->poll({}).isOk());
        const QString pumps = unitPath + u"/Pumps"_s;
        service.set(flowPath, {u"FlowLitersPerMinute"_s, u"Reading"_s}, 150);
        QCOMPARE(loopValue(calm->poll({}), metrics::loop::flow), 150.0);
        QCOMPARE(service.reads(pumps), 1); // five minutes have not passed
        QCOMPARE(service.unchanged(pumps), 0);
        QCOMPARE(service.reads(pumpPath), 2);

        calm.reset(); // the service serves one connection at a time
        options.structureLasts = 0s;
        const auto eager = makeRedfishTarget(options);
        QVERIFY(eager->poll({}).isOk());
        QVERIFY(eager->poll({}).isOk());
        QCOMPARE(service.reads(pumps), 2);
        QCOMPARE(service.unchanged(pumps), 1);
        QCOMPARE(service.unchanged(pumpPath), 0);
        service.put(unitPath + u"/Pumps/3"_s, {{u"Id"_s, u"3"_s}, {u"PumpSpeedPercent"_s, 90}});
        QCOMPARE(loopValue(eager->poll({}), metrics::loop::pumpSpeed), 0.7);
    }

    void furtherMembersStandBehindTheNextLink()
    {
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        const QString more = u"/redfish/v1/ThermalEquipment/CDUs/1/Pumps?$skip=2"_s;
        service.put(u"/redfish/v1/Elsewhere/9"_s, {{u"Id"_s, u"9"_s}, {u"PumpSpeedPercent"_s, 90}});
        service.put(more, {{u"Members"_s, QJsonArray{QJsonObject{{u"@odata.id"_s, u"/redfish/v1/Elsewhere/9"_s}}}}});
        service.set(unitPath + u"/Pumps"_s, {u"Members@odata.nextLink"_s}, more);
        QCOMPARE(loopValue(makeRedfishTarget(optionsOf(service))->poll({}), metrics::loop::pumpSpeed), 0.7);
    }

    void linksInACircleEnd()
    {
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        service.set(unitPath + u"/Pumps"_s, {u"Members@odata.nextLink"_s}, u"/redfish/v1/ThermalEquipment/CDUs"_s);
        service.set(unitPath, {u"Pumps"_s, u"@odata.id"_s}, unitPath);
        service.set(pumpPath, {u"Members"_s}, QJsonArray{QJsonObject{{u"@odata.id"_s, unitPath}}});
        QCOMPARE(loopValue(makeRedfishTarget(optionsOf(service))->poll({}), metrics::loop::flow), 180.0);
        QVERIFY(service.server().questions().size() < 40);
    }

    void aServiceWithoutEndIsCutOff()
    {
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        for (int unit = 2; unit < 700; ++unit)
            service.misbehave(u"/redfish/v1/ThermalEquipment/CDUs/%1"_s.arg(unit), HttpServer::reply(200, "{}"));
        QJsonArray members;
        for (int unit = 1; unit < 700; ++unit)
            members.append(QJsonObject{{u"@odata.id"_s, u"/redfish/v1/ThermalEquipment/CDUs/%1"_s.arg(unit)}});
        service.set(u"/redfish/v1/ThermalEquipment/CDUs"_s, {u"Members"_s}, members);
        const auto target = makeRedfishTarget(optionsOf(service));
        const auto report = target->poll({});
        QVERIFY2(report.isOk(), messageOf(report).c_str());
        QVERIFY2(has(report.value().note, "too large"), report.value().note.c_str());
        QVERIFY(service.server().questions().size() <= maxPages);
    }

    void newLinksInEachPollAreFollowedSlowly()
    {
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        RedfishOptions options = optionsOf(service);
        options.structureLasts = {};
        const auto target = makeRedfishTarget(options);
        const auto begin = std::chrono::steady_clock::now();
        constexpr int polls = 4;
        for (int poll = 0; poll < polls; ++poll) {
            QJsonArray members{QJsonObject{{u"@odata.id"_s, unitPath}}};
            for (int unit = 0; unit < 400; ++unit) {
                const QString path = u"/redfish/v1/ThermalEquipment/CDUs/%1-%2"_s.arg(poll).arg(unit);
                service.misbehave(path, HttpServer::reply(200, "{}"));
                members.append(QJsonObject{{u"@odata.id"_s, path}});
            }
            service.set(u"/redfish/v1/ThermalEquipment/CDUs"_s, {u"Members"_s}, members);
            const auto report = target->poll({});
            QVERIFY2(report.isOk(), messageOf(report).c_str());
            QCOMPARE(loopValue(report, metrics::loop::flow), 180.0); // known values are still read
        }
        const std::chrono::duration<double> lasted = std::chrono::steady_clock::now() - begin;
        constexpr std::size_t knownPages = 20; // in each poll
        QVERIFY(static_cast<double>(service.server().questions().size())
                <= maxPages + newPagesPerSecond * lasted.count() + polls * knownPages);
    }

    void whatOnePageDoesCostsTheOthersNothing_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QByteArray>("reported");
        QTest::newRow("html") << QByteArray("<html>login</html>") << QByteArray("invalid JSON");
        QTest::newRow("a list") << QByteArray("[]") << QByteArray("not a JSON object");
        QTest::newRow("absent") << QByteArray("404") << QByteArray("status 404");
        QTest::newRow("a redirect") << QByteArray("302") << QByteArray("redirects");
        QTest::newRow("a GB") << QByteArray("GB") << QByteArray("more than 1 MiB");
        QTest::newRow("silence") << QByteArray("silence") << QByteArray("no answer within");
    }

    void whatOnePageDoesCostsTheOthersNothing()
    {
        QFETCH(QByteArray, answer);
        QFETCH(QByteArray, reported);
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        RedfishOptions options = optionsOf(service);
        if (answer == "silence")
            options.timeout = 1s;
        const auto target = makeRedfishTarget(options);
        QVERIFY(test::waitFor([&] { return loopValue(target->poll({}), metrics::loop::pumpSpeed) == 0.6; }));
        std::string said = HttpServer::reply(200, answer.toStdString());
        if (answer == "404")
            said = HttpServer::reply(404, "{}");
        else if (answer == "302")
            said = HttpServer::reply(302, "", "Location: https://elsewhere/redfish/v1/\r\n");
        else if (answer == "GB")
            said = HttpServer::endless;
        else if (answer == "silence")
            said = HttpServer::silence;
        for (const QString& pump : {u"/Pumps/1"_s, u"/Pumps/2"_s})
            service.misbehave(unitPath + pump, said);
        auto report = target->poll({});
        QTRY_VERIFY2(report.isOk() || (report = target->poll({})).isOk(), messageOf(report).c_str());
        QVERIFY2(has(report.value().note, reported.constData()), report.value().note.c_str());
        QVERIFY(std::isnan(loopValue(report, metrics::loop::pumpSpeed)));
        QCOMPARE(loopValue(report, metrics::loop::flow), 180.0);
        QVERIFY(service.server().endlessBytes() < (16U << 20U));
    }

    void aCertificateThatIsNotTrustedOrHasExpiredEndsIt()
    {
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        RedfishOptions options = optionsOf(service);
        options.caFile.clear();
        QVERIFY(has(messageOf(makeRedfishTarget(options)->poll({})), "certificate"));

        const TestCertificate expired(m_folder.path().toStdString(), -1h);
        RedfishService old(expired);
        old.putCoolingUnit();
        RedfishOptions its = optionsOf(old);
        its.caFile = expired.certificateFile();
        const std::string message = messageOf(makeRedfishTarget(its)->poll({}));
        QVERIFY2(has(message, "expired"), message.c_str());
        QVERIFY(old.server().questions().empty());
    }

    void aServiceThatIsSomethingElseSaysSo()
    {
        RedfishService service(m_certificate);
        const std::string message = messageOf(makeRedfishTarget(optionsOf(service))->poll({}));
        QVERIFY2(has(message, "cooling units"), message.c_str());
    }

    void oneThatStallsCostsTheOtherNoSample()
    {
        RedfishService well(m_certificate);
        well.putCoolingUnit();
        RedfishService stalls(m_certificate);
        stalls.misbehave(u"/redfish/v1/"_s, HttpServer::silence);
        RedfishOptions other = optionsOf(stalls);
        other.timeout = 24h; // waiting for it would never return
        other.names.loop = "cdu-8";
        std::vector<PolledTarget> targets;
        targets.push_back({makeRedfishTarget(other), 50ms});
        targets.push_back({makeRedfishTarget(optionsOf(well)), 50ms});
        FacilityCollector collector("redfish", std::move(targets));
        CollectorHarness harness(collector);
        QVERIFY(!harness.detect().isActive); // returns without waiting
        QVERIFY(test::waitFor([&] { return collector.hasChanged(); }));
        QVERIFY2(harness.detect().detail.starts_with("1 of 2 targets answering"), harness.detect().detail.c_str());
        for (std::size_t round = 0; round < 10; ++round) {
            const std::size_t asked = well.server().questions().size();
            QTRY_VERIFY(well.server().questions().size() > asked); // polls of the other device continue
            (void)harness.sampleUntil(static_cast<int>(round) * 1000, [&](const NodeTick&) {
                return !std::isnan(harness.value(std::string(metrics::loop::flow), "cdu-7"));
            });
            COMPARE_NEAR(harness.value(std::string(metrics::loop::flow), "cdu-7"), 180);
        }
        QCOMPARE(stalls.server().questions().size(), std::size_t{1});
        QCOMPARE(harness.layout().entities[1].serves, (std::vector<std::string>{"A01", "A02"}));
        QVERIFY(harness.layout().entities[1].parent == EntityDescriptor::clusterScope);
    }

    void oneThatStallsIsReported()
    {
        RedfishService stalls(m_certificate);
        stalls.misbehave(u"/redfish/v1/"_s, HttpServer::silence);
        RedfishOptions options = optionsOf(stalls);
        options.timeout = 300ms;
        std::vector<PolledTarget> targets;
        targets.push_back({makeRedfishTarget(options), 50ms});
        FacilityCollector collector("redfish", std::move(targets));
        CollectorHarness harness(collector);
        (void)harness.detect();
        const NodeTick tick = harness.sampleUntil(0, [](const NodeTick& each) { return !each.events.empty(); });
        QVERIFY(!tick.events.empty());
        QCOMPARE(tick.events.front().code, std::string(codes::agentTargetSilent) + ".redfish");
        QCOMPARE(tick.events.front().text, options.url + " is not answering: no answer within 0.3 s");
    }

    void aLeakIsAnEventOnceAndWhenItIsOver()
    {
        RedfishService service(m_certificate);
        service.putCoolingUnit();
        std::vector<PolledTarget> targets;
        targets.push_back({makeRedfishTarget(optionsOf(service)), 20ms});
        FacilityCollector collector("redfish", std::move(targets), 10s);
        CollectorHarness harness(collector);
        QVERIFY2(harness.detect().isActive, harness.detect().detail.c_str());
        QVERIFY(harness.sample(0).events.empty());
        const auto hasEvent = [](const NodeTick& tick) {
            return !tick.events.empty();
        };
        service.set(unitPath + u"/LeakDetection/LeakDetectors/Tray"_s, {u"DetectorState"_s}, u"Critical"_s);
        NodeTick tick = harness.sampleUntil(1000, hasEvent);
        QCOMPARE(tick.events.size(), 1U);
        QCOMPARE(tick.events.front().code, std::string(codes::facilityLeak));
        QVERIFY(tick.events.front().severity == Severity::Critical);
        QCOMPARE(harness.layout().entities[tick.events.front().entity].name, std::string("cdu-7"));
        COMPARE_NEAR(harness.value(std::string(metrics::loop::leak), "cdu-7"), 2);
        COMPARE_NEAR(harness.value(std::string(metrics::sensor::leak), "leak Tray"), 2);
        QVERIFY(harness.sample(2000).events.empty());
        QCOMPARE(harness.sample(602'000).events.size(), 1U); // for windows opened later
        service.set(unitPath + u"/LeakDetection/LeakDetectors/Tray"_s, {u"DetectorState"_s}, u"OK"_s);
        tick = harness.sampleUntil(603'000, hasEvent);
        QVERIFY(tick.events.front().severity == Severity::Information);
        // If the service fails, leaks are neither open nor over.
        service.set(unitPath + u"/LeakDetection/LeakDetectors/Tray"_s, {u"DetectorState"_s}, u"Warning"_s);
        tick = harness.sampleUntil(604'000, hasEvent);
        service.misbehave(u"/redfish/v1/ThermalEquipment/CDUs/1"_s, HttpServer::reply(500, ""));
        tick = harness.sampleUntil(605'000, [&](const NodeTick&) {
            return std::isnan(harness.value(std::string(metrics::loop::capacity), "cdu-7"));
        });
        QVERIFY(tick.events.empty());
    }
};

LOCKSTEP_TEST(tst_redfishtarget, TestRedfishTarget)
#include "tst_redfishtarget.moc"
