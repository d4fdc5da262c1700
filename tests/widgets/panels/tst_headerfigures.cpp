// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alerts.h"
#include "models/core/batch.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/common/text.h"
#include "widgets/panels/header/headerfigures.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

std::vector<HeaderFigure> figuresNow(const FakeWorld& world)
{
    return headerFigures(world.cluster.store(), &world.alerts, {true, world.time.cursor(), world.now()});
}

HeaderFigure figure(const std::vector<HeaderFigure>& figures, const QString& label)
{
    const auto found = std::ranges::find(figures, label, &HeaderFigure::label);
    return found != figures.end() ? *found : HeaderFigure{};
}

} // namespace

class TestHeaderFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAnythingEveryFigureSaysNoData()
    {
        const FakeWorld world;
        for (const HeaderFigure& each : figuresNow(world)) {
            QVERIFY(!each.hasData());
            QVERIFY(each.unit.isEmpty());
            QVERIFY(!each.alarm.has_value());
        }
    }

    void threeFiguresAreMainAndComeFirst()
    {
        FakeWorld world({.nodes = 4, .gpusPerNode = 8});
        world.introduce();
        world.run(5);
        HeaderMoment moment{true, world.time.cursor(), world.now()};
        moment.ranks = 24;
        moment.jobTime[static_cast<std::size_t>(TimeClass::Compute)] = 60;
        const auto figures = headerFigures(world.cluster.store(), &world.alerts, moment);
        QStringList main;
        for (const HeaderFigure& each : figures) {
            if (each.isMain)
                main << each.label;
            QCOMPARE(each.isMain, each.rank == 0); // and never hidden
        }
        QCOMPARE(main,
                 (QStringList{QStringLiteral("Goodput"), QStringLiteral("Alerts"), QStringLiteral("Hottest GPU")}));
        QCOMPARE(figures[2].label, main[2]);
    }

    void upIsNotDelivering()
    {
        FakeWorld world({.nodes = 4, .gpusPerNode = 8});
        world.introduce();
        world.run(5);
        HeaderMoment moment{true, world.time.cursor(), world.now()};
        moment.ranks = 24;
        moment.jobTime[static_cast<std::size_t>(TimeClass::Compute)] = 60;
        moment.jobTime[static_cast<std::size_t>(TimeClass::Transfer)] = 15;
        moment.jobTime[static_cast<std::size_t>(TimeClass::Wait)] = 25;
        const auto figures = headerFigures(world.cluster.store(), &world.alerts, moment);
        const HeaderFigure delivering = figure(figures, QStringLiteral("Effective GPUs"));
        QCOMPARE(delivering.value, QStringLiteral("18/24")); // 75 % of 24
        QCOMPARE(delivering.note, QStringLiteral("32 of 32 GPUs live"));
        QCOMPARE(figure(figures, QStringLiteral("GPUs live")), HeaderFigure{});
    }

    void waitsCostMoneyWhereThereIsARate()
    {
        FakeWorld world({.nodes = 4, .gpusPerNode = 8});
        world.introduce();
        world.run(5);
        world.cluster.applyDerived({{{*findMetric(metrics::gpu::syncWaitShare),
                                      world.cluster.store().ticks().to - 1,
                                      std::vector<float>(32, 0.25F),
                                      {}}},
                                    {}});
        HeaderMoment moment{true, world.time.cursor(), world.now()};
        moment.ranks = 24;
        moment.jobTime[static_cast<std::size_t>(TimeClass::Compute)] = 75;
        moment.jobTime[static_cast<std::size_t>(TimeClass::Wait)] = 25;
        const auto waits = [&] {
            return figure(headerFigures(world.cluster.store(), &world.alerts, moment), QStringLiteral("Wait loss"));
        };
        QCOMPARE(waits().note, QStringLiteral("6 of 24 ranks")); // no rate is set
        // The power drawn.
        QVERIFY2(waits().explanation.contains(QStringLiteral("kW")), qPrintable(waits().explanation));
        moment.rates.gpuHour = 2.5;
        QCOMPARE(waits().note, QStringLiteral("6 of 24 ranks")); // a tile has one unit
        QVERIFY2(waits().explanation.contains(QStringLiteral("15 USD/h")), qPrintable(waits().explanation));
        moment.rates.kilowattHour = 1000;
        QVERIFY(!waits().explanation.contains(QStringLiteral(" 15 USD/h")));
    }

    void whatReportsSwitchesOrLoopsIsNoNode()
    {
        FakeWorld world({.nodes = 4, .gpusPerNode = 8});
        world.introduce();
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = "facility";
        identity->inventory = {{"loops", true, "2 coolant loops"}};
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->node = identity->name;
        batch->received = world.now();
        batch->identity = identity;
        world.apply(batch);
        world.run(5);
        const HeaderFigure nodes = figure(figuresNow(world), QStringLiteral("Nodes live"));
        QCOMPARE(nodes.value, QStringLiteral("4/4"));
        QVERIFY2(nodes.note.contains(QStringLiteral("1 of 1 other agents")),
                 qPrintable(nodes.note)); // it does not report
        QVERIFY(nodes.alarm.has_value());
    }

    void whatGpusSendEachOtherIsNotSentOverTheNetwork()
    {
        FakeWorld world({.nodes = 1, .gpusPerNode = 2});
        world.introduce();
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 7;
        layout->metrics = {*findMetric(metrics::port::transmit)};
        layout->entities = {
            {EntityKind::Node, "n"},          {EntityKind::Port, "mlx5_0/1", 0},    {EntityKind::Gpu, "gpu0", 0},
            {EntityKind::Port, "nvlink0", 2}, {EntityKind::Switch, "nvswitch0", 0}, {EntityKind::Port, "nvlink9", 4}};
        layout->columns = {{0, {1, 3, 5}}};
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = "linked";
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->node = identity->name;
        batch->received = world.now();
        batch->identity = identity;
        batch->sequence = 1;
        NodeTick& tick = batch->tick.emplace();
        tick.time = world.now();
        tick.layout = layout;
        tick.values = {3e9F, 400e9F, 400e9F};
        world.apply(batch);
        const HeaderFigure sent = figure(figuresNow(world), QStringLiteral("Network TX"));
        QCOMPARE(sent.value, QStringLiteral("3"));
        QCOMPARE(sent.unit, QStringLiteral("GB/s"));
    }

    void figuresComeFromWhatIsLive()
    {
        FakeWorld world({.nodes = 4, .gpusPerNode = 8});
        world.introduce();
        world.run(5);
        const auto figures = figuresNow(world);
        QCOMPARE(figure(figures, QStringLiteral("Nodes live")).value, QStringLiteral("4/4"));
        QVERIFY(!figure(figures, QStringLiteral("Nodes live")).alarm.has_value());
        QCOMPARE(figure(figures, QStringLiteral("GPUs live")).value, QStringLiteral("32/32"));
        const HeaderFigure utilisation = figure(figures, QStringLiteral("GPU utilisation"));
        QCOMPARE(utilisation.unit, QStringLiteral("%"));
        QVERIFY(utilisation.value.toDouble() > 0 && utilisation.value.toDouble() <= 100);
        QVERIFY(utilisation.explanation.contains(QStringLiteral("32 values")));
    }

    void aHostWithoutGpusShowsItsProcessors()
    {
        FakeWorld world({.nodes = 1, .gpusPerNode = 0});
        world.introduce();
        world.run(3);
        const auto figures = figuresNow(world);
        QVERIFY(figure(figures, QStringLiteral("GPUs live")).label.isEmpty());
        QVERIFY(!figure(figures, QStringLiteral("CPU utilisation")).label.isEmpty());
        QCOMPARE(figure(figures, QStringLiteral("Hottest sensor")).unit, QStringLiteral("°C"));
    }

    void aGpuBeyondItsLimitIsNamedAndAlarming()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 4});
        world.fake().force(1, "gpu.temperature", 3, 91.0F);
        world.introduce();
        world.run(3);
        const HeaderFigure hottest = figure(figuresNow(world), QStringLiteral("Hottest GPU"));
        QCOMPARE(hottest.value, QStringLiteral("91"));
        QCOMPARE(hottest.valueAndLimit(), QStringLiteral("91/87"));
        QCOMPARE(hottest.alarm, std::optional(Severity::Critical));
        QVERIFY2(hottest.note.endsWith(QStringLiteral("node-0001 / gpu2")), qPrintable(hottest.note));
    }

    void aStaleNodeIsLeftOutAndCounted()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 4});
        world.fake().force(1, "gpu.temperature", 3, 91.0F);
        world.introduce();
        world.run(3);
        world.fake().silence(1);
        world.run(5);
        const auto figures = figuresNow(world);
        QCOMPARE(figure(figures, QStringLiteral("Nodes live")).value, QStringLiteral("1/2"));
        QCOMPARE(figure(figures, QStringLiteral("Nodes live")).alarm, std::optional(Severity::Warning));
        QVERIFY(figure(figures, QStringLiteral("Hottest GPU")).value != QStringLiteral("91"));
    }

    void whenAllAreStaleTheLastValuesSayHowOldTheyAre()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 4});
        world.introduce();
        world.run(3);
        world.silence(12);
        const auto figures = figuresNow(world);
        QCOMPARE(figure(figures, QStringLiteral("Nodes live")).alarm, std::optional(Severity::Critical));
        const HeaderFigure utilisation = figure(figures, QStringLiteral("GPU utilisation"));
        QCOMPARE(utilisation.note, ageText(12s - 5ms)); // ticks arrive 5 ms late
        HeaderMoment moment{true, world.time.cursor(), world.now()};
        moment.ranks = 8;
        moment.jobTime[static_cast<std::size_t>(TimeClass::Compute)] = 60;
        const auto withSteps = headerFigures(world.cluster.store(), &world.alerts, moment);
        QCOMPARE(figure(withSteps, QStringLiteral("Goodput")).note, utilisation.note);
        const HeaderFigure delivering = figure(withSteps, QStringLiteral("Effective GPUs"));
        QVERIFY(!delivering.hasData()); // past values are not current
        QCOMPARE(delivering.note, QStringLiteral("0 of 8 GPUs live"));
    }

    void pausedItShowsTheCursorsTickNotTheNewest()
    {
        FakeWorld world({.nodes = 1, .gpusPerNode = 1});
        world.introduce();
        world.fake().force(0, "gpu.temperature", 1, 40.0F);
        world.run(5);
        const TimePoint then = world.now();
        world.fake().force(0, "gpu.temperature", 1, 60.0F);
        world.run(5);
        const auto at = [&](TimePoint cursor) {
            return figure(headerFigures(world.cluster.store(), &world.alerts, {false, cursor, world.now()}),
                          QStringLiteral("Hottest GPU"))
                .value;
        };
        QCOMPARE(at(then), QStringLiteral("40"));
        QCOMPARE(at(world.now()), QStringLiteral("60"));
        QCOMPARE(at(world.time.extent().to), QStringLiteral("60"));
        QVERIFY(at(then - 1h).isEmpty());
    }

    void whatSwingsWithinAStepIsAMeanThatSaysSo()
    {
        FakeWorld world({.nodes = 1, .gpusPerNode = 1, .hostMetrics = false});
        world.introduce();
        for (int second = 0; second < 20; ++second) {
            world.fake().force(0, "gpu.power", 1, second % 2 == 0 ? 100.0F : 700.0F);
            world.fake().force(0, "gpu.temperature", 1, 40.0F + static_cast<float>(second));
            world.run(1);
        }
        const std::vector<HeaderFigure> figures = figuresNow(world);
        const HeaderFigure power = figure(figures, QStringLiteral("GPU power"));
        QCOMPARE(power.value, QStringLiteral("400"));
        QCOMPARE(power.note, QStringLiteral("10\u2009s mean"));
        QVERIFY2(power.explanation.contains(QStringLiteral("averaged over 10\u2009s")), qPrintable(power.explanation));
        // The hottest value equals the heatmap's current one.
        const HeaderFigure hottest = figure(figures, QStringLiteral("Hottest GPU"));
        const ClusterStore& store = std::as_const(world.cluster).store();
        QCOMPARE(hottest.value,
                 QString::number(std::lround(store.latest(store.metrics().find(metrics::gpu::temperature)).front())));
        QVERIFY(!hottest.note.contains(QStringLiteral("mean")));
    }

    void whatIsLostInWaitsIsTheNumberOfThePanelsAndElseHasAnotherName()
    {
        FakeWorld world({.nodes = 1, .gpusPerNode = 2});
        world.introduce();
        world.run(5);
        MetricDescriptor share;
        share.name = "gpu.sync.wait_share";
        share.title = "Share of time spent waiting";
        share.unit = Unit::Ratio;
        share.entityKind = EntityKind::Gpu;
        Derived derived;
        const TickIndex tick = tickIndexOf(world.now(), world.cluster.store().tickPeriod());
        derived.columns.push_back({share, tick - 1, {0.1F, 0.3F}, {0.1F, 0.3F}});
        world.cluster.applyDerived(derived);
        HeaderMoment moment{true, world.now(), world.now()};
        const auto spent = [&](TimeClass timeClass) -> double& {
            return moment.jobTime[static_cast<std::size_t>(timeClass)];
        };
        spent(TimeClass::Compute) = 600;
        spent(TimeClass::Transfer) = 248;
        spent(TimeClass::Wait) = 132;
        spent(TimeClass::Unknown) = 20;
        moment.ranks = 250;
        const auto now = headerFigures(world.cluster.store(), &world.alerts, moment);
        QCOMPARE(figure(now, QStringLiteral("Wait loss")).value, QStringLiteral("13.2"));
        QCOMPARE(figure(now, QStringLiteral("Wait loss")).note, QStringLiteral("33 of 250 ranks"));
        QCOMPARE(now.front().label, QStringLiteral("Goodput"));
        QCOMPARE(now.front().value, QStringLiteral("84.8"));
        QVERIFY2(now.front().explanation.endsWith(QStringLiteral("The rest: wait 13.2\u2009%, unknown 2\u2009%.")),
                 qPrintable(now.front().explanation));
        moment.isFollowing = false;
        moment.cursor = timeOfTick(tick - 1, world.cluster.store().tickPeriod());
        QCOMPARE(figure(headerFigures(world.cluster.store(), &world.alerts, moment), QStringLiteral("Wait loss")).value,
                 QStringLiteral("13.2"));
        moment.jobTime = {};
        const auto then = headerFigures(world.cluster.store(), &world.alerts, moment);
        QVERIFY(figure(then, QStringLiteral("Wait loss")).label.isEmpty());
        QCOMPARE(figure(then, QStringLiteral("Wait loss (1 step)")).value, QStringLiteral("20"));
        QCOMPARE(then.front().label, QStringLiteral("Goodput")); // keeps its place
        QVERIFY(!then.front().hasData());
        QVERIFY(then.front().note.isEmpty());
        moment.ranks = 0;
        moment.isComputing = true;
        const auto soon = headerFigures(world.cluster.store(), &world.alerts, moment);
        QCOMPARE(soon.front().note, QStringLiteral("computing\u2026"));
        QVERIFY(!figure(soon, QStringLiteral("Wait loss")).hasData());
        QCOMPARE(figure(soon, QStringLiteral("Effective GPUs")).note, QStringLiteral("2 of 2 GPUs live"));
    }

    void lostTicksAreASharesOfWhatWasDue()
    {
        FakeWorld world;
        world.introduce();
        world.run(9);
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = world.now();
        batch->node = world.fake().nodeName(0);
        batch->gap = Gap{{world.now() + 1s, world.now() + 2s}, 1, "test"};
        world.apply(batch);
        const HeaderFigure lost = figure(figuresNow(world), QStringLiteral("Missed samples"));
        QCOMPARE(lost.value, QStringLiteral("10"));
        QCOMPARE(lost.alarm, std::optional(Severity::Warning));
    }

    void aComputedFigureHasNoAgeWhileNodesAreLive()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        world.introduce();
        world.run(3);
        Derived derived;
        derived.addColumn(metrics::cluster::mfu, world.cluster.store().ticks().to - 1, 1).front() = 0.4F;
        world.cluster.applyDerived(derived);
        const HeaderFigure live = figure(figuresNow(world), QStringLiteral("MFU"));
        QCOMPARE(live.value, QStringLiteral("40"));
        QCOMPARE(live.note, QString());
        world.run(5); // within the next step
        const auto past = headerFigures(world.cluster.store(), &world.alerts, {false, world.now(), world.now()});
        QCOMPARE(figure(past, QStringLiteral("MFU")).value, QStringLiteral("40"));
        world.silence(60);
        QVERIFY(figure(figuresNow(world), QStringLiteral("MFU")).note.contains(QStringLiteral("ago")));
    }

    void alertsCountWhatIsNotOver()
    {
        FakeWorld world;
        world.introduce();
        world.run(2);
        world.report(0, {{}, Severity::Information, 0, "a", "nothing much"});
        world.report(0, {{}, Severity::Warning, 0, "port.down", "a warning"});
        world.report(0, {{}, Severity::Critical, 0, "gpu.lost", "critical"});
        const TimePoint worst = world.now();
        const HeaderFigure alerts = figure(figuresNow(world), QStringLiteral("Alerts"));
        QCOMPARE(alerts.value, QStringLiteral("2"));
        QCOMPARE(alerts.alarm, std::optional(Severity::Critical));
        // An ongoing alert is not over just because it began long ago.
        const auto later = headerFigures(world.cluster.store(), &world.alerts, {true, {}, world.now() + 11min});
        QCOMPARE(figure(later, QStringLiteral("Alerts")).value, QStringLiteral("2"));
        world.report(0, {{}, Severity::Information, 0, "gpu.back", "it is back"});
        QCOMPARE(figure(figuresNow(world), QStringLiteral("Alerts")).value, QStringLiteral("1"));
        QCOMPARE(figure(figuresNow(world), QStringLiteral("Alerts")).alarm, std::optional(Severity::Warning));
        const auto before = headerFigures(world.cluster.store(), &world.alerts, {false, worst, world.now()});
        QCOMPARE(figure(before, QStringLiteral("Alerts")).value, QStringLiteral("2"));
    }

    void aShelvedAlertIsCountedApart()
    {
        FakeWorld world;
        world.introduce();
        world.run(2);
        world.report(0, {{}, Severity::Critical, 0, "gpu.lost", "critical"});
        Derived derived;
        derived.events.push_back({{}, shelving(world.alerts.at(world.now()).front(), world.now(), 30min, {})});
        world.cluster.applyDerived(derived);
        const HeaderFigure alerts = figure(figuresNow(world), QStringLiteral("Alerts"));
        QCOMPARE(alerts.value, QStringLiteral("0"));
        QCOMPARE(alerts.note, QStringLiteral("1 shelved"));
        QVERIFY(!alerts.alarm.has_value());
    }
};

LOCKSTEP_TEST(tst_headerfigures, TestHeaderFigures)
#include "tst_headerfigures.moc"
