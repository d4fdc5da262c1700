// SPDX-License-Identifier: GPL-3.0-or-later
// Cooling loops: flow relative to its baseline, and return temperature relative to its limit; also with real data.
#include "models/analysis/thermal/loopevents.h"
#include "models/analysis/thermal/loopflow.h"
#include "models/analysis/thermal/loopmodel.h"
#include "models/analysis/thermal/thermalforecast.h"
#include "models/analysis/thermal/thermalmodel.h"
#include "models/core/metrics/pointwise.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <random>

using namespace lockstep;

namespace {

constexpr float limit = 65;

QString realData(const QString& path)
{
    const QString root = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR");
    return root + QStringLiteral("/../shared/data/") + path;
}

/// A loop that receives values tick by tick, and its events.
struct WatchedLoop
{
    void step(const LoopSample& now)
    {
        flow.add(now);
        forecast.add(now, limit, flow.share());
        Derived out;
        events.step({{tick, TimePoint(std::chrono::seconds(tick))},
                     {EntityKind::Loop, 0},
                     "cdu-1",
                     now.flow,
                     flow.normal(),
                     flow.share(),
                     flow.isRising(),
                     now.returned,
                     limit,
                     forecast.secondsToLimit(),
                     flow.isLosing(),
                     flow.secondsOfLoss(),
                     flow.pumpShare()},
                    out);
        std::ranges::move(out.events, std::back_inserter(reported));
        ++tick;
    }
    /// Of a physical loop: the return follows from flow and heat.
    void flows(float litersPerMinute, float watts, float supply = 32)
    {
        const float perKelvin = litersPerMinute / 60 * 0.992F * 4179;
        step({litersPerMinute, noData, supply, supply + watts / perKelvin, watts, 1});
    }
    [[nodiscard]] std::string texts() const
    {
        std::string all;
        for (const DerivedEvent& each : reported)
            all += each.event.text + '\n';
        return all;
    }

    LoopFlow flow;
    LoopForecast forecast;
    LoopEvents events;
    TickIndex tick = 0;
    std::vector<DerivedEvent> reported;
};

struct PumpLoop
{
    std::vector<float> flow;
    std::vector<float> fluid; ///< degrees Celsius
    std::vector<bool> isFaulty;
};

/// A file of the Skoltech Anomaly Benchmark; empty when it is not here.
PumpLoop readSkab(const QString& path)
{
    PumpLoop loop;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        return loop;
    const QList<QByteArray> names = file.readLine().trimmed().split(';');
    const auto flowAt = names.indexOf("Volume Flow RateRMS");
    const auto fluidAt = names.indexOf("Thermocouple");
    const auto faultAt = names.indexOf("anomaly");
    while (!file.atEnd()) {
        const QList<QByteArray> row = file.readLine().trimmed().split(';');
        if (row.size() != names.size())
            continue;
        loop.flow.push_back(row[flowAt].toFloat());
        loop.fluid.push_back(row[fluidAt].toFloat());
        loop.isFaulty.push_back(faultAt >= 0 && row[faultAt].toFloat() > 0.5F);
    }
    return loop;
}

} // namespace

class TestLoops : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPumpThatFailsIsReportedWithItsFigures();
    void itIsReportedAgainWhenWorseAndWhenOver();
    void itsFigureIsReportedAgainWhenItIsAnother();
    void pumpsThatFollowTheLoadLoseNothing();
    void aCheckpointPauseIsNoTroubleOfTheLoop();
    void aPumpThatFailsInAPauseIsReportedIfItNeverFollowedThem();
    void aLoopThatIsFoundStarvedIsHeldAgainstItsRatedFlow();
    void aRisingSupplyIsForecast();
    void theForecastIsRight();
    void aSilenceChangesNothing();
    void aLittleThatLastsIsReportedSoonAndALittleNoiseNever();
    void whatLastsThroughPausesIsNotTheNewNormal();
    void aLoopFoundLosingIsHeldAgainstAnotherOfItsSize();
    void itSaysWhetherThePumpsAreSlowOrSomethingIsInTheirWay();
    void aWarmSupplyIsReported();
    void anUnbalancedLoopIsReported();
    void aRealPumpLoopInOrderIsQuiet();
    void aRealPumpLoopWithAClosedValveIsReported_data();
    void aRealPumpLoopWithAClosedValveIsReported();
    void aUnitAsRedfishDescribesItIsWell();
    void aPublishedSystemsSwingOfLoadIsQuiet();
};

void TestLoops::aPumpThatFailsIsReportedWithItsFigures()
{
    WatchedLoop loop;
    for (int second = 0; second < 60; ++second)
        loop.flows(180, 130e3F);
    QVERIFY2(loop.reported.empty(), loop.texts().c_str());
    for (int second = 1; second <= 100; ++second)
        loop.flows(180 * (1 - 0.0085F * static_cast<float>(second)), 130e3F);
    QVERIFY(!loop.reported.empty());
    const Event& first = loop.reported.front().event;
    QCOMPARE(first.code, std::string("loop.flow"));
    QCOMPARE(first.severity, Severity::Warning);
    QVERIFY2(first.text.starts_with("Loop cdu-1: flow 1"), first.text.c_str());
    QVERIFY2(first.text.find("expected 180\u2009L/min") != std::string::npos, first.text.c_str());
    const auto after
        = std::chrono::duration_cast<std::chrono::seconds>(first.time - TimePoint(std::chrono::seconds(60)));
    QVERIFY2(after.count() <= 20, qPrintable(QString::number(after.count())));
    // The return is expected to reach its limit well before it does.
    const auto forecast
        = std::ranges::find(loop.reported, "loop.forecast", [](const auto& each) { return each.event.code; });
    QVERIFY2(forecast != loop.reported.end(), loop.texts().c_str());
    const double atLimit = 100 / 0.85 * (1 - 130e3 / (180.0 / 60 * 0.992 * 4179 * 33));
    const auto raisedAt = std::chrono::duration<double>(forecast->event.time.time_since_epoch()).count() - 60;
    QVERIFY2(raisedAt < atLimit - 20, qPrintable(QStringLiteral("%1 of %2").arg(raisedAt).arg(atLimit)));
}

void TestLoops::itIsReportedAgainWhenWorseAndWhenOver()
{
    WatchedLoop loop;
    for (int second = 0; second < 60; ++second)
        loop.flows(180, 50e3F);
    for (int second = 0; second < 30; ++second)
        loop.flows(150, 50e3F);
    QCOMPARE(loop.reported.size(), std::size_t{1});
    for (int second = 0; second < 30; ++second)
        loop.flows(80, 50e3F);
    QCOMPARE(loop.reported.size(), std::size_t{2});
    QCOMPARE(loop.reported[1].event.severity, Severity::Critical);
    QVERIFY2(loop.reported[1].event.text.starts_with("Loop cdu-1: flow 80\u2009L/min, expected 180\u2009L/min"),
             loop.texts().c_str());
    for (int second = 0; second < 600; ++second)
        loop.flows(82, 50e3F); // a lasting change does not become the baseline
    QCOMPARE(loop.reported.size(), std::size_t{2});
    for (int second = 0; second < 60; ++second)
        loop.flows(179, 50e3F);
    QCOMPARE(loop.reported.size(), std::size_t{3});
    QCOMPARE(loop.reported[2].event.severity, Severity::Information);
    QCOMPARE(loop.reported[2].event.code, loop.reported[0].event.code);
    QCOMPARE(loop.reported[2].entity, loop.reported[0].entity);
    QCOMPARE(loop.reported[2].event.text,
             std::string("Loop cdu-1: flow back to baseline: 179\u2009L/min, expected 180\u2009L/min"));
}

void TestLoops::itsFigureIsReportedAgainWhenItIsAnother()
{
    WatchedLoop loop;
    const auto flows = [&](float litres, int seconds) {
        for (int second = 0; second < seconds; ++second)
            loop.flows(litres, 50e3F);
    };
    flows(180, 60);
    flows(80, 60);
    const std::size_t begun = loop.reported.size();
    QCOMPARE(loop.reported.back().event.severity, Severity::Critical);
    flows(27, 60);
    QCOMPARE(loop.reported.size(), begun + 1);
    QVERIFY2(loop.reported.back().event.text.starts_with("Loop cdu-1: flow 27\u2009L/min, expected 180"),
             loop.texts().c_str());
    flows(120, 60); // improved, but far from healthy: the severity is unchanged and the value is current
    QCOMPARE(loop.reported.size(), begun + 2);
    QCOMPARE(loop.reported.back().event.severity, Severity::Critical);
    QVERIFY2(loop.reported.back().event.text.starts_with("Loop cdu-1: flow 120\u2009L/min, expected 180"),
             loop.texts().c_str());
    flows(125, 600); // a small difference is not reported again
    QCOMPARE(loop.reported.size(), begun + 2);
}

void TestLoops::pumpsThatFollowTheLoadLoseNothing()
{
    WatchedLoop loop;
    float watts = 130e3F;
    float litres = 180;
    for (int second = 0; second < 3600; ++second) {
        watts = second / 600 % 2 == 0 ? 130e3F : 60e3F; // a job ends, another begins
        const float wanted = 180 * watts / 130e3F;
        litres += (wanted - litres) / 40; // the pump's controller is slow
        loop.flows(litres, watts);
    }
    QVERIFY2(loop.reported.empty(), loop.texts().c_str());
}

void TestLoops::aCheckpointPauseIsNoTroubleOfTheLoop()
{
    WatchedLoop loop;
    for (int second = 0; second < 1200; ++second) {
        const bool pauses = second % 150 > 130;
        loop.flows(180, pauses ? 45e3F : 130e3F);
        if (second > 60)
            QVERIFY2(loop.forecast.secondsToLimit() >= forecastHorizon,
                     qPrintable(QString::number(loop.forecast.secondsToLimit())));
    }
    QVERIFY2(loop.reported.empty(), loop.texts().c_str());
}

void TestLoops::aPumpThatFailsInAPauseIsReportedIfItNeverFollowedThem()
{
    WatchedLoop loop;
    const auto load = [&] {
        return loop.tick % 150 > 130 ? 45e3F : 130e3F;
    };
    while (loop.tick < 430)
        loop.flows(180, load());
    while (loop.tick < 450) // the third pause
        loop.flows(140, load());
    QVERIFY(!loop.reported.empty());
    QVERIFY2(loop.reported.front().event.text.starts_with("Loop cdu-1: flow 140\u2009L/min, expected 180"),
             loop.texts().c_str());
}

void TestLoops::aLoopThatIsFoundStarvedIsHeldAgainstItsRatedFlow()
{
    WatchedLoop loop;
    for (int second = 0; second < 30; ++second)
        loop.step({27, 180, 32, 60, 80e3F, 1}); // the window opened in the middle of the fault
    QVERIFY(!loop.reported.empty());
    QCOMPARE(loop.reported.front().event.severity, Severity::Critical);
    QVERIFY2(loop.reported.front().event.text.starts_with("Loop cdu-1: flow 27\u2009L/min, expected 180\u2009L/min"),
             loop.texts().c_str());
    WatchedLoop idle;
    for (int second = 0; second < 600; ++second)
        idle.step({60, 180, 32, 38, 25e3F, 1}); // slowed down on purpose
    QVERIFY2(idle.reported.empty(), idle.texts().c_str());
}

void TestLoops::aRisingSupplyIsForecast()
{
    WatchedLoop loop;
    float supply = 32;
    for (int second = 0; second < 120; ++second)
        loop.flows(180, 130e3F, supply + 0.5F * std::sin(static_cast<float>(second) / 20)); // a valve hunts
    QVERIFY2(loop.reported.empty(), loop.texts().c_str());
    for (int second = 0; second < 90; ++second)
        loop.flows(180, 130e3F, supply += 0.1F); // the facility's water fails
    QCOMPARE(loop.reported.size(), std::size_t{1});
    QVERIFY2(loop.reported[0].event.text.starts_with("Loop cdu-1: return will reach 65\u2009°C in about "),
             loop.texts().c_str());
}

void TestLoops::theForecastIsRight()
{
    QCOMPARE(secondsUntil(20, 0, 180, 0, 1000), forecastHorizon);
    QCOMPARE(secondsUntil(20, 0, 180, 0, 4000), 0.0F);
    QVERIFY(std::abs(secondsUntil(20, 0.1F, 180, 0, 1800) - 100) < 0.1F); // supply alone: 10 K left at 0.1 K/s
    QVERIFY(std::abs(secondsUntil(20, 0, 180, 1, 1800) - 90) < 0.1F); // flow alone: down to 90
    const float both = secondsUntil(20, 0.1F, 180, 1, 1800);
    QVERIFY(std::abs((20 - 0.1F * both) * (180 - both) - 1800) < 1);
    QVERIFY(both > 0 && both < 90);
}

void TestLoops::aSilenceChangesNothing()
{
    WatchedLoop loop;
    for (int second = 0; second < 60; ++second)
        loop.flows(180, 130e3F);
    for (int second = 0; second < 20; ++second)
        loop.flows(120, 130e3F);
    const auto reported = loop.reported.size();
    QVERIFY(reported > 0);
    for (int second = 0; second < 100; ++second)
        loop.step({noData, noData, noData, noData, noData, 1});
    QCOMPARE(loop.reported.size(), reported);
}

void TestLoops::aLittleThatLastsIsReportedSoonAndALittleNoiseNever()
{
    std::minstd_rand random(7);
    std::normal_distribution<float> noise(0, 0.02F); // of a poor meter
    WatchedLoop loop;
    for (int second = 0; second < 3 * 3600; ++second)
        loop.flows(180 * (1 + noise(random)), 130e3F);
    QVERIFY2(loop.reported.empty(), loop.texts().c_str());
    const TickIndex onset = loop.tick;
    while (loop.reported.empty() && loop.tick < onset + 60)
        loop.flows(180 * (0.86F + noise(random)), 130e3F);
    QVERIFY(!loop.reported.empty());
    QVERIFY2(loop.tick - onset <= 10, qPrintable(QString::number(loop.tick - onset)));
    const TimePoint began = loop.reported.front().event.onset();
    QVERIFY(began <= loop.reported.front().event.time && began >= TimePoint(std::chrono::seconds(onset - 3)));
}

void TestLoops::whatLastsThroughPausesIsNotTheNewNormal()
{
    WatchedLoop loop;
    const auto watts = [&] {
        return loop.tick % 130 > 120 ? 25e3F : 100e3F;
    };
    while (loop.tick < 60)
        loop.flows(180, watts());
    while (loop.tick < 3600)
        loop.flows(130, watts());
    QCOMPARE(loop.reported.size(), std::size_t{1});
}

void TestLoops::aLoopFoundLosingIsHeldAgainstAnotherOfItsSize()
{
    for (const float load : {130e3F, 60e3F}) { // of the second: the same, or one that asks for less
        TopologyBuilder builder;
        for (const char* name : {"cdu-1", "cdu-2"})
            (void)builder.add(EntityKind::Loop, name, {});
        ThermalModel model;
        Derived reported;
        for (TickIndex tick = 1; tick <= 60; ++tick) {
            ThermalTick now;
            now.tick = tick;
            now.time = TimePoint(std::chrono::seconds(tick));
            now.topology = builder.build();
            now.loopFlow = {180, 108}; // before anybody looked
            now.loopRatedFlow = {180, 180};
            now.loopSupply = {32, 32};
            now.loopPower = {130e3F, load};
            for (std::size_t loop = 0; loop < 2; ++loop)
                now.loopReturn.push_back(32 + now.loopPower[loop] / (now.loopFlow[loop] / 60 * 0.992F * 4179));
            Derived out;
            model.step(now, out);
            std::ranges::move(out.events, std::back_inserter(reported.events));
        }
        QCOMPARE(reported.events.size(), load > 100e3F ? std::size_t{1} : std::size_t{0});
        if (!reported.events.empty())
            QVERIFY2(reported.events[0].event.text.starts_with("Loop cdu-2: flow 108\u2009L/min, expected 180"),
                     reported.events[0].event.text.c_str());
    }
}

void TestLoops::itSaysWhetherThePumpsAreSlowOrSomethingIsInTheirWay()
{
    for (const bool isPump : {true, false}) {
        WatchedLoop loop;
        for (int second = 0; second < 120; ++second)
            loop.step({180, 180, 32, 42, 130e3F, 1, 0.9F});
        for (int second = 0; second < 10; ++second)
            loop.step({144, 180, 32, 44.5F, 130e3F, 1, isPump ? 0.72F : 0.9F});
        QCOMPARE(loop.reported.size(), std::size_t{1});
        QVERIFY2(loop.reported[0].event.text.find(isPump ? "pumps at 80 % of their baseline speed"
                                                         : "check the valve and the filter")
                     != std::string::npos,
                 loop.texts().c_str());
    }
}

void TestLoops::aWarmSupplyIsReported()
{
    LoopEvents events;
    Derived out;
    LoopState now;
    now.name = "cdu-1";
    now.loop = {EntityKind::Loop, 0};
    now.baselineSupply = 32;
    const auto pass = [&](int seconds, float supply) {
        for (int second = 0; second < seconds; ++second) {
            now.supply = supply;
            now.tick.time = TimePoint(std::chrono::seconds(++now.tick.tick));
            events.step(now, out);
        }
    };
    pass(60, 33.5F);
    pass(10, 36);
    pass(60, noData);
    QVERIFY(out.events.empty());
    pass(20, 36);
    QCOMPARE(out.events.size(), std::size_t{1});
    QCOMPARE(out.events[0].event.code, std::string("loop.supply"));
    pass(100, 32);
    QCOMPARE(out.events.size(), std::size_t{2});
    QCOMPARE(out.events[1].event.severity, Severity::Information);
}

void TestLoops::anUnbalancedLoopIsReported()
{
    LoopEvents events;
    Derived out;
    LoopState now;
    now.name = "cdu-1";
    now.loop = {EntityKind::Loop, 0};
    now.baselineBalance = 0.85F;
    const auto pass = [&](int seconds, float balance) {
        for (int second = 0; second < seconds; ++second) {
            now.balance = balance;
            now.tick.time = TimePoint(std::chrono::seconds(++now.tick.tick));
            events.step(now, out);
        }
    };
    pass(300, 0.78F);
    QVERIFY(out.events.empty());
    pass(61, 0.6F);
    QCOMPARE(out.events.size(), std::size_t{1});
    QVERIFY2(out.events[0].event.text.starts_with("Loop cdu-1: removes 60 % of its nodes' power, baseline 85 %"),
             out.events[0].event.text.c_str());
    pass(61, 0.84F);
    QCOMPARE(out.events.size(), std::size_t{2});
}

void TestLoops::aRealPumpLoopInOrderIsQuiet()
{
    const PumpLoop real = readSkab(realData(QStringLiteral("skab/anomaly-free.csv")));
    if (real.flow.empty())
        QSKIP("shared/data/skab is not here");
    QVERIFY(real.flow.size() > 9000);
    WatchedLoop loop;
    for (std::size_t at = 0; at < real.flow.size(); ++at)
        loop.step({real.flow[at], noData, noData, real.fluid[at], noData, 1});
    QVERIFY2(loop.reported.empty(), loop.texts().c_str());
}

void TestLoops::aRealPumpLoopWithAClosedValveIsReported_data()
{
    QTest::addColumn<QString>("path");
    const QDir folder(realData(QStringLiteral("skab/valve1")));
    const QStringList files = folder.entryList({QStringLiteral("*.csv")});
    if (files.isEmpty())
        QTest::newRow("absent") << QString();
    for (const QString& file : files)
        QTest::newRow(qPrintable(file)) << folder.filePath(file);
}

void TestLoops::aRealPumpLoopWithAClosedValveIsReported()
{
    QFETCH(const QString, path);
    if (path.isEmpty())
        QSKIP("shared/data/skab is not here");
    const PumpLoop real = readSkab(path);
    WatchedLoop loop;
    std::vector<float> before;
    std::vector<float> during;
    std::size_t onset = real.flow.size();
    for (std::size_t at = 0; at < real.flow.size(); ++at) {
        loop.step({real.flow[at], noData, noData, real.fluid[at], noData, 1});
        if (real.isFaulty[at])
            onset = std::min(onset, at);
        (real.isFaulty[at] ? during : before).push_back(real.flow[at]);
    }
    const auto middle = [](std::vector<float>& values) {
        std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
        return values[values.size() / 2];
    };
    const float lost = 1 - middle(during) / middle(before);
    const auto first = loop.reported.empty() ? TimePoint::max() : loop.reported.front().event.time;
    QVERIFY2(first >= TimePoint(std::chrono::seconds(onset)), loop.texts().c_str()); // nothing before the fault
    if (lost > 0.1F) // less may go either way
        QVERIFY2(!loop.reported.empty() && loop.reported.front().event.code == "loop.flow",
                 qPrintable(QStringLiteral("%1 % lost").arg(static_cast<double>(100 * lost))));
    if (lost < 0.03F)
        QVERIFY2(loop.reported.empty(), loop.texts().c_str());
}

void TestLoops::aUnitAsRedfishDescribesItIsWell()
{
    QFile file(
        realData(QStringLiteral("redfish_ocp/example_ThermalEquipment_CDUs_1_SecondaryCoolantConnectors_1.json")));
    if (!file.open(QIODevice::ReadOnly))
        QSKIP("shared/data/redfish_ocp is not here");
    const QJsonObject unit = QJsonDocument::fromJson(file.readAll()).object();
    const auto reading = [&](const char* name) {
        return static_cast<float>(unit[QLatin1String(name)].toObject()[QLatin1String("Reading")].toDouble());
    };
    const auto rated = static_cast<float>(unit[QLatin1String("RatedFlowLitersPerMinute")].toDouble());
    QVERIFY(rated > 0);
    LoopSample sample{reading("FlowLitersPerMinute"),      rated,
                      reading("SupplyTemperatureCelsius"), reading("ReturnTemperatureCelsius"),
                      1000 * reading("HeatRemovedkW"),     1};
    WatchedLoop loop;
    for (int second = 0; second < 300; ++second)
        loop.step(sample);
    QVERIFY2(loop.reported.empty(), loop.texts().c_str());
    const float litres = sample.flow;
    for (int second = 0; second < 30; ++second) { // the same heat in a third of the water
        sample.flow = litres / 3;
        sample.returned = sample.supply + 3 * (reading("ReturnTemperatureCelsius") - sample.supply);
        loop.step(sample);
    }
    QVERIFY(!loop.reported.empty());
    QVERIFY2(loop.reported.front().event.text.starts_with("Loop cdu-1: flow 14\u2009L/min, expected 42"),
             loop.texts().c_str());
}

void TestLoops::aPublishedSystemsSwingOfLoadIsQuiet()
{
    QFile file(realData(QStringLiteral("exadigit_raps/frontier.yaml")));
    if (!file.open(QIODevice::ReadOnly))
        QSKIP("shared/data/exadigit_raps is not here");
    const QString text = QString::fromUtf8(file.readAll());
    const auto number = [&](const char* key) {
        const QRegularExpression line(QStringLiteral("\\b%1: ([0-9.]+)").arg(QLatin1String(key)));
        return line.match(text).captured(1).toFloat();
    };
    const float nodes = number("racks_per_cdu") * number("nodes_per_rack");
    const float idle = nodes * (number("gpus_per_node") * number("power_gpu_idle") + number("power_cpu_idle"));
    const float full = nodes * (number("gpus_per_node") * number("power_gpu_max") + number("power_cpu_max"));
    QVERIFY(idle > 0 && full > 2 * idle);
    const float litres = full / 10 / (0.992F * 4179) * 60; // designed for a rise of 10 K
    for (const bool followsLoad : {false, true}) {
        WatchedLoop loop;
        float flow = litres;
        const auto swing = static_cast<int>(number("power_update_freq")) * 8;
        for (int second = 0; second < 20 * swing; ++second) {
            const float watts = second / swing % 3 == 2 ? idle : full;
            flow += ((followsLoad ? litres * watts / full : litres) - flow) / 30;
            loop.flows(flow, watts);
        }
        QVERIFY2(loop.reported.empty(), loop.texts().c_str());
    }
}

LOCKSTEP_TEST(tst_loops, TestLoops)
#include "tst_loops.moc"
