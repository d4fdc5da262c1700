// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/redfish/redfishreport.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/support/testentry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lockstep;
using enum RedfishRole;

namespace {

OwnedPage pageOf(RedfishRole role, std::string_view body, std::string owner = "/u/1")
{
    Result<RedfishPage> page = readRedfishPage(role, body);
    if (!page.isOk())
        qFatal("%s", page.error().message.c_str());
    return {std::move(owner), std::move(page).value()};
}

double valueOf(const FacilityReport& report, const FacilityPlace& place, std::string_view metric)
{
    for (const FacilityValue& each : report.values) {
        if (each.place == place && each.metric == metric)
            return each.value;
    }
    return std::nan("");
}

FacilityPlace sensorOf(FacilityPlace place, const char* name)
{
    place.push_back({EntityKind::Sensor, name});
    return place;
}

RedfishNames ofLoop()
{
    RedfishNames names;
    names.loop = "cdu-7";
    return names;
}

const FacilityPlace loop{{EntityKind::Loop, "cdu-7"}};
const FacilityPlace rack{{EntityKind::Rack, "A03"}};

} // namespace

/// Pages of Redfish services and how they are parsed.
class TestRedfishPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFieldMayBeAnythingButItsOwnType_data()
    {
        QTest::addColumn<QByteArray>("field");
        for (const char* each : {R"("FlowLitersPerMinute":null)", R"("FlowLitersPerMinute":"41")",
                                 R"("FlowLitersPerMinute":{})", R"("FlowLitersPerMinute":{"Reading":null})",
                                 R"("FlowLitersPerMinute":[41])", R"("FlowLitersPerMinute":{"Reading":{"Reading":1}})",
                                 R"("Status":7,"Id":{},"Links":[],"Members":{},"Location":[])"})
            QTest::newRow(each) << QByteArray("{") + each + "}";
    }

    void aFieldMayBeAnythingButItsOwnType()
    {
        QFETCH(QByteArray, field);
        const auto page = readRedfishPage(SecondaryConnector, field.toStdString());
        QVERIFY(page.isOk());
        QVERIFY(page.value().whole.readings.empty());
        QVERIFY(page.value().whole.isInUse());
        QVERIFY(!page.value().whole.health);
    }

    void whatIsNoObjectIsAnError()
    {
        for (const char* text : {"", "[]", "7", "{", "{\"a\":\"\xFF\"}", "<html></html>"})
            QVERIFY2(!readRedfishPage(Root, text).isOk(), text);
    }

    void numbersStandBareOrInAnExcerpt()
    {
        for (const char* text : {R"({"FlowLitersPerMinute":41})", R"({"FlowLitersPerMinute":{"Reading":41.0}})"})
            QCOMPARE(readRedfishPage(PrimaryConnector, text).value().whole.find("FlowLitersPerMinute"), 41.0);
    }

    void linksToOtherHostsAreLeftOut()
    {
        QJsonArray members{7};
        for (const char* link : {"https://elsewhere/redfish/v1/a", "//elsewhere/redfish/v1/a",
                                 "/redfish/v1/../../secret", "/redfish/v1/a b", "/redfish/v1/Thermal/1"})
            members.append(QJsonObject{{u"@odata.id"_qs, QLatin1StringView(link)}});
        const QJsonObject content{{u"Members"_qs, members},
                                  {u"Members@odata.nextLink"_qs, u"/redfish/v1/Thermal?$skip=1"_qs}};
        const RedfishPage page = readRedfishPage(CoolingUnits, QJsonDocument(content).toJson().toStdString()).value();
        QCOMPARE(page.links.size(), 2U);
        QCOMPARE(page.links[0].second, std::string("/redfish/v1/Thermal/1"));
        QVERIFY(page.links[1].first == CoolingUnits);
    }

    void aLongListIsCutOff()
    {
        QJsonArray members;
        for (int at = 0; at < 5000; ++at)
            members.append(QJsonObject{{u"@odata.id"_qs, u"/redfish/v1/%1"_qs.arg(at)}});
        const std::string text
            = QJsonDocument(QJsonObject{{u"Members"_qs, members}}).toJson(QJsonDocument::Compact).toStdString();
        QCOMPARE(readRedfishPage(CoolingUnits, text).value().links.size(), 512U);
    }

    void severalConnectorsAreOneFlow()
    {
        const std::vector pages{
            pageOf(CoolingUnit, R"({"Id":"1"})"),
            pageOf(SecondaryConnector,
                   R"({"FlowLitersPerMinute":30,"SupplyTemperatureCelsius":30,"RatedFlowLitersPerMinute":50})"),
            pageOf(SecondaryConnector,
                   R"({"FlowLitersPerMinute":10,"SupplyTemperatureCelsius":34,"RatedFlowLitersPerMinute":50})"),
            pageOf(SecondaryConnector, R"({"FlowLitersPerMinute":99,"Status":{"State":"Disabled"}})"),
            pageOf(PrimaryConnector, R"({"FlowLitersPerMinute":60,"SupplyPressurekPa":300,"ReturnPressurekPa":420})")};
        const FacilityReport report = redfishReport(pages, ofLoop());
        QCOMPARE(valueOf(report, loop, metrics::loop::flow), 40.0);
        QCOMPARE(valueOf(report, loop, metrics::loop::flowRated), 100.0);
        QCOMPARE(valueOf(report, loop, metrics::loop::supplyTemperature), 31.0);
        QCOMPARE(valueOf(report, loop, metrics::loop::primaryFlow), 60.0);
        QCOMPARE(valueOf(report, loop, metrics::loop::primaryPressure), 120'000.0);
        QVERIFY(std::isnan(valueOf(report, loop, metrics::loop::primarySupplyTemperature)));
    }

    void aRearDoorHasOneSide()
    {
        const std::vector pages{pageOf(CoolingUnit, R"({"Id":"1"})"),
                                pageOf(PrimaryConnector, R"({"FlowLitersPerMinute":41})")};
        const FacilityReport report = redfishReport(pages, ofLoop());
        QCOMPARE(valueOf(report, loop, metrics::loop::flow), 41.0);
        QVERIFY(std::isnan(valueOf(report, loop, metrics::loop::primaryFlow)));
    }

    void theDewPointComesFromHumidityWhereItIsNotReported()
    {
        // 25 degrees at 50 %: 13.86 degrees by psychrometric tables.
        const std::vector pages{
            pageOf(CoolingUnit, "{}"), pageOf(SecondaryConnector, R"({"SupplyTemperatureCelsius":15})"),
            pageOf(UnitEnvironment, R"({"TemperatureCelsius":{"Reading":25},"HumidityPercent":{"Reading":50}})")};
        const FacilityReport report = redfishReport(pages, ofLoop());
        QVERIFY(std::abs(valueOf(report, loop, metrics::loop::dewPoint) - 13.86) < 0.1);
        QVERIFY(std::abs(valueOf(report, loop, metrics::loop::dewPointMargin) - 1.14) < 0.1);
    }

    void aSpareThatStandsSlowsNoPumpDown()
    {
        const std::vector pages{
            pageOf(CoolingUnit, "{}"), pageOf(Pump, R"({"Id":"1","PumpSpeedPercent":80})"),
            pageOf(Pump, R"({"Id":"2","PumpSpeedPercent":60})"),
            pageOf(Pump, R"({"Id":"3","PumpSpeedPercent":0,"Status":{"State":"StandbySpare"}})"),
            pageOf(Pump, R"({"Id":"4","PumpSpeedPercent":0,"Status":{"State":"Absent","Health":"Critical"}})")};
        const FacilityReport report = redfishReport(pages, ofLoop());
        QCOMPARE(valueOf(report, loop, metrics::loop::pumpSpeed), 0.7);
        QCOMPARE(valueOf(report, sensorOf(loop, "pump 2"), metrics::sensor::pumpSpeed), 0.6);
        QVERIFY(report.conditions.empty());
    }

    void aLeakAndAPumpThatFailsAreReportedOfTheLoop()
    {
        const std::vector pages{
            pageOf(CoolingUnit, "{}"),
            pageOf(Pump, R"({"Id":"2","Name":"Left","Status":{"State":"Enabled","Health":"Critical"}})"),
            // Reported by the group and by its own page: one detector.
            pageOf(LeakDetection, R"({"LeakDetectorGroups":[{"Detectors":[{"DeviceName":"Moisture Leak Detector",
                "DataSourceUri":"/redfish/v1/LeakDetectors/Moisture","DetectorState":"Warning"}]}]})"),
            pageOf(LeakDetector, R"({"Id":"Moisture","DetectorState":"Critical"})"),
            pageOf(LeakDetector, R"({"Id":"Dry","DetectorState":"OK"})"),
            pageOf(LeakDetector, R"({"Id":"Gone","DetectorState":"Absent"})")};
        const FacilityReport report = redfishReport(pages, ofLoop());
        QCOMPARE(valueOf(report, loop, metrics::loop::leak), 2.0);
        QCOMPARE(valueOf(report, sensorOf(loop, "leak Moisture"), metrics::sensor::leak), 2.0);
        QCOMPARE(valueOf(report, sensorOf(loop, "leak Dry"), metrics::sensor::leak), 0.0);
        QCOMPARE(report.conditions.size(), 2U);
        QCOMPARE(report.conditions[0].text, std::string("Loop cdu-7: pump 2 (Left) reports health Critical"));
        QCOMPARE(report.conditions[1].code, std::string(codes::facilityLeak));
        QVERIFY(report.conditions[1].severity == Severity::Critical);
        QCOMPARE(report.conditions[1].text, std::string("Loop cdu-7: leak detector Moisture reports Critical"));
    }

    void whatCouldNotBeReadAgainEndsNoLeakAndGivesNoNumber()
    {
        OwnedPage old = pageOf(LeakDetector, R"({"Id":"Moisture","DetectorState":"Critical"})");
        old.page = withoutReadings(std::move(old.page));
        OwnedPage pump = pageOf(Pump, R"({"Id":"1","PumpSpeedPercent":80})");
        pump.page = withoutReadings(std::move(pump.page));
        const std::vector pages{pageOf(CoolingUnit, "{}"), old, pump};
        const FacilityReport report = redfishReport(pages, ofLoop());
        QCOMPARE(report.conditions.size(), 1U);
        QVERIFY(report.values.empty());
    }

    void aRackIsWhatItsPdusTake()
    {
        RedfishNames names;
        names.rack = "A03";
        const std::vector pages{
            pageOf(Pdu, R"({"Id":"1","Name":"PDU-A"})", "/p/1"),
            pageOf(PduMetrics, R"({"PowerWatts":{"Reading":6400},"TemperatureCelsius":{"Reading":31}})", "/p/1"),
            pageOf(Pdu, R"({"Id":"2","Name":"PDU-B"})", "/p/2"),
            pageOf(Main, R"({"Id":"1","Name":"L1","PowerWatts":{"Reading":5000},"CurrentAmps":{"Reading":21.5}})",
                   "/p/2"),
            pageOf(Chassis, R"({"Id":"1","ChassisType":"RackMount"})", "/c/1"),
            pageOf(ChassisEnvironment, R"({"PowerWatts":{"Reading":9000}})", "/c/1"),
            pageOf(OldThermal, R"({"Temperatures":[
                {"Name":"Inlet Temp","ReadingCelsius":24,"UpperThresholdNonCritical":38,"UpperThresholdCritical":42},
                {"Name":"Gone","ReadingCelsius":99,"Status":{"State":"Absent"}},7],
                "Fans":[{"FanName":"Fan 1","Reading":5400,"ReadingUnits":"RPM"},
                        {"FanName":"Fan 2","Reading":40,"ReadingUnits":"Percent"}]})",
                   "/c/1"),
            pageOf(LeakDetector, R"({"Id":"Tray","DetectorState":"Warning"})", "/c/1")};
        const FacilityReport report = redfishReport(pages, names);
        QCOMPARE(valueOf(report, rack, metrics::rack::power), 11'400.0);
        QCOMPARE(valueOf(report, rack, metrics::rack::inletTemperature), 24.0);
        QCOMPARE(valueOf(report, rack, metrics::rack::leak), 1.0);
        QCOMPARE(valueOf(report, sensorOf(rack, "PDU-A power"), metrics::sensor::power), 6400.0);
        QCOMPARE(valueOf(report, sensorOf(rack, "PDU-B L1 current"), metrics::sensor::current), 21.5);
        QCOMPARE(valueOf(report, sensorOf(rack, "Inlet Temp"), metrics::sensor::temperatureHighLimit), 38.0);
        QCOMPARE(valueOf(report, sensorOf(rack, "Inlet Temp"), metrics::sensor::temperatureMargin), 18.0);
        QCOMPARE(valueOf(report, sensorOf(rack, "Fan 1"), metrics::sensor::fan), 5400.0);
        QVERIFY(std::isnan(valueOf(report, sensorOf(rack, "Fan 2"), metrics::sensor::fan)));
        QVERIFY(std::isnan(valueOf(report, sensorOf(rack, "Gone"), metrics::sensor::temperature)));
        QCOMPARE(report.conditions.size(), 1U);
    }

    void aNodeInARackBearsItsNameAndIsNotTheRack()
    {
        RedfishNames names;
        names.rack = "A03";
        names.node = "n017";
        const std::vector pages{pageOf(Chassis, R"({"Id":"Self"})", "/c/1"),
                                pageOf(ChassisEnvironment, R"({"PowerWatts":{"Reading":6438}})", "/c/1")};
        const FacilityReport report = redfishReport(pages, names);
        QCOMPARE(valueOf(report, sensorOf(rack, "n017 Self power"), metrics::sensor::power), 6438.0);
        QVERIFY(std::isnan(valueOf(report, rack, metrics::rack::power)));
    }

    void aSensorIsReadByItsKindAndUnit()
    {
        RedfishNames names;
        names.rack = "A03";
        const std::string chassis = "/redfish/v1/Chassis/Node0";
        const std::vector pages{
            pageOf(Chassis, R"({"Id":"Node0"})", chassis),
            pageOf(ChassisSensor,
                   R"({"Name":"Supply","ReadingType":"Temperature","ReadingUnits":"[degF]","Reading":104,)"
                   R"("Thresholds":{"UpperCritical":{"Reading":140}}})",
                   chassis),
            pageOf(ChassisSensor, R"({"Name":"Bus","ReadingType":"Power","ReadingUnits":"kW","Reading":1.5})", chassis),
            pageOf(ChassisSensor, R"({"Name":"Bus","ReadingType":"Power","ReadingUnits":"W","Reading":null})", chassis),
            pageOf(ChassisSensor, R"({"Name":"Water","ReadingType":"Pressure","ReadingUnits":"PSI","Reading":30})",
                   chassis),
            pageOf(ChassisSensor, R"({"Name":"Meter","ReadingType":"EnergyJoules","ReadingUnits":"J","Reading":3})",
                   chassis)};
        const FacilityReport report = redfishReport(pages, names);
        const FacilityPlace supply = sensorOf(rack, "Node0 Supply");
        COMPARE_NEAR(valueOf(report, supply, metrics::sensor::temperature), 40.0);
        COMPARE_NEAR(valueOf(report, supply, metrics::sensor::temperatureMargin), 20.0);
        QCOMPARE(valueOf(report, sensorOf(rack, "Node0 Bus"), metrics::sensor::power), 1500.0);
        COMPARE_NEAR(valueOf(report, sensorOf(rack, "Node0 Water"), metrics::sensor::pressure), 206'842.7);
        QCOMPARE(report.values.size(), std::size_t{5});
        QCOMPARE(pages.back().page.notUnderstood, std::vector<std::string>{"EnergyJoules in J"});
    }

    void sensorsOfOneNameAreToldApartByTheirIds()
    {
        RedfishNames names;
        names.rack = "A03";
        const auto rectifier = [](const char* id, int watts) {
            return pageOf(ChassisSensor,
                          QStringLiteral(R"({"Id":"%1","Name":"Rectifier","ReadingType":"Power","Reading":%2})")
                              .arg(QString::fromLatin1(id))
                              .arg(watts)
                              .toStdString(),
                          "/c/Enclosure");
        };
        const FacilityReport report = redfishReport(
            std::vector{rectifier("Rectifier0Input", 3433), rectifier("Rectifier0Output", 3300)}, names);
        QCOMPARE(valueOf(report, sensorOf(rack, "Enclosure Rectifier (Rectifier0Output)"), metrics::sensor::power),
                 3300.0);
        QCOMPARE(valueOf(report, sensorOf(rack, "Enclosure Rectifier (Rectifier0Input)"), metrics::sensor::power),
                 3433.0);
    }

    void theCoolantOfACabinetWithoutCoolingUnitsIsItsLoop()
    {
        const auto sensor = [](const char* context, const char* reading) {
            return pageOf(ChassisSensor,
                          QStringLiteral(R"({"Name":"cabinet_water inlet","PhysicalContext":"%1",%2})")
                              .arg(QString::fromLatin1(context), QString::fromLatin1(reading))
                              .toStdString(),
                          "/c/Enclosure");
        };
        RedfishNames names = ofLoop();
        names.rack = "A03";
        const FacilityReport report = redfishReport(
            std::vector{
                sensor("LiquidInlet", R"("ReadingType":"Temperature","ReadingUnits":"Cel","Reading":20.5)"),
                sensor("LiquidOutlet", R"("ReadingType":"Temperature","ReadingUnits":"Cel","Reading":25.4)"),
                sensor("LiquidInlet", R"("ReadingType":"Pressure","ReadingUnits":"PSI","Reading":34)"),
                sensor("LiquidOutlet", R"("ReadingType":"PressurekPa","Reading":200)"),
                sensor("LiquidInlet", R"("ReadingType":"LiquidFlow","Reading":2)"),
            },
            names);
        QCOMPARE(valueOf(report, loop, metrics::loop::supplyTemperature), 20.5);
        QCOMPARE(valueOf(report, loop, metrics::loop::returnTemperature), 25.4);
        COMPARE_NEAR(valueOf(report, loop, metrics::loop::supplyPressure), 234'421.7);
        COMPARE_NEAR(valueOf(report, loop, metrics::loop::pressure), 34'421.7);
        QCOMPARE(valueOf(report, loop, metrics::loop::flow), 120.0);
        QVERIFY(std::isnan(valueOf(report, rack, metrics::rack::inletTemperature))); // not an air sensor
    }

    void linksOfVendorsThatAreNotUnderstoodAreListed()
    {
        const RedfishPage page = pageOf(Chassis,
                                        R"({"Oem":{"Alarms":{"@odata.id":"/redfish/v1/Chassis/1/Oem/Alarms"},)"
                                        R"("Margins":{"@odata.id":"/redfish/v1/Chassis/1/Oem/Margins"},)"
                                        R"("Contoso":{"@odata.type":"#x","Alarms":{"@odata.id":"/redfish/v1/a"}}}})",
                                        "/c/1")
                                     .page;
        QCOMPARE(page.links.size(), 2U);
        QCOMPARE(page.links.back(), (std::pair{VendorAlarms, std::string("/redfish/v1/a")}));
        QCOMPARE(page.notUnderstood, std::vector<std::string>{"vendor property Margins"});
    }

    void anAlarmOfAVendorThatIsOfALeakIsADetector()
    {
        RedfishNames names;
        names.rack = "A03";
        const auto leakOf = [&](const char* state) {
            const std::vector pages{
                pageOf(Chassis, R"({"Id":"Enclosure"})", "/c/1"),
                pageOf(VendorAlarm,
                       std::string(R"({"Id":"LeakIndicatorFatal","Severity":"Critical","AlarmState":")") + state
                           + "\"}",
                       "/c/1")};
            return valueOf(redfishReport(pages, names), rack, metrics::rack::leak);
        };
        QCOMPARE(leakOf("Armed"), 0.0);
        QCOMPARE(leakOf("Triggered"), 2.0);
        QVERIFY(std::isnan(leakOf("Disabled")));
    }

    void unitsOfOneServiceHaveNamesOfTheirOwn()
    {
        const std::vector pages{pageOf(CoolingUnit, R"({"Id":"1","CoolingCapacityWatts":1})", "/u/1"),
                                pageOf(CoolingUnit, R"({"Id":"2","CoolingCapacityWatts":2})", "/u/2")};
        const FacilityPlace second{{EntityKind::Loop, "cdu-7 2"}};
        QCOMPARE(valueOf(redfishReport(pages, ofLoop()), second, metrics::loop::capacity), 2.0);
        RedfishNames named;
        named.loops = {{"2", "cdu-8"}};
        const FacilityReport report = redfishReport(pages, named);
        QCOMPARE(report.values.size(), 1U);
        QCOMPARE(report.values.front().place, (FacilityPlace{{EntityKind::Loop, "cdu-8"}}));
    }
};

LOCKSTEP_TEST(tst_redfishpage, TestRedfishPage)
#include "tst_redfishpage.moc"
