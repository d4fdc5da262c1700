// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/analysis/detect/watch/targetwatch.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/fakeworld.h"
#include "tests/support/resourcefile.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"
#include "tests/support/viewturns.h"
#include "tests/support/windowpicture.h"
#include "widgets/common/fonts.h"
#include "widgets/jobs/figuretree.h"
#include "widgets/serving/poolscanvas.h"
#include "widgets/serving/poolspanel.h"

#include <QFontMetrics>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lockstep;
using test::resourceFile;

namespace {

/// The demo with its service, pools and target, for six minutes.
struct ServedHall : SimulatedWorld
{
    ServedHall()
        : SimulatedWorld(readSimulationFile(resourceFile("clusters/demo.toml")).value(), {}, 1,
                         readClusterFile(resourceFile("clusters/demo.toml")).value().topology)
    {
        add(std::make_unique<WatchAnalysis<TargetWatch>>());
        run(360);
        follow();
    }

    void follow()
    {
        const TickRange ticks = store().ticks();
        time.setExtent({timeOfTick(ticks.from, store().tickPeriod()), timeOfTick(ticks.to, store().tickPeriod())});
    }

    [[nodiscard]] ViewContext context()
    {
        return {.cluster = cluster, .time = time, .selection = selection, .theme = theme, .frames = frames};
    }
    [[nodiscard]] PoolsReport read(std::span<const Alert> alerts = {}) const
    {
        return readPools(store(), alerts, time.range(), store().now());
    }
    [[nodiscard]] EntityRef job(const char* name) const { return topology().find(EntityKind::Job, {}, name); }

    TimeWindow time;
    Selection selection;
    Theme theme;
    FrameStats frames;
};

float valueOf(const PathStage& stage, std::string_view metric)
{
    const auto found = std::ranges::find(stage.values, metric, &PathStage::Value::metric);
    return found == stage.values.end() ? noData : found->value;
}

Alert alertOn(EntityRef entity, FindingKind kind, const char* title)
{
    Alert alert;
    alert.title = title;
    alert.chain.push_back({title, {entity}, {}});
    alert.chain.back().kind = kind;
    return alert;
}

} // namespace

class TestPoolsPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutServicesItSaysWhatToDo()
    {
        FakeWorld world;
        world.run(3);
        PoolsPanel panel(world.context());
        QVERIFY(panel.isEmpty());
    }

    void thePathLeadsFromTheRouterThroughPrefillAndTransferToDecode()
    {
        const ServedHall hall;
        const PoolsReport report = hall.read();
        QCOMPARE(report.services.size(), std::size_t{1});
        const ServicePath& chat = report.services.front();
        QCOMPARE(chat.name, std::string("chat"));
        QVERIFY(!chat.isStale);
        QCOMPARE(chat.stages.size(), std::size_t{4});
        QVERIFY(chat.stages[0].kind == PathStage::Kind::Router);
        QVERIFY(valueOf(chat.stages[0], metrics::serving::requests) > 20);
        QCOMPARE(chat.stages[1].name, std::string("prefill"));
        QCOMPARE(chat.stages[1].replicas, std::size_t{4}); // of the cluster file
        QVERIFY(valueOf(chat.stages[1], metrics::serving::utilisation) > 0.3F);
        QVERIFY(chat.stages[2].kind == PathStage::Kind::Transfer);
        QVERIFY(valueOf(chat.stages[2], metrics::serving::transferTimeTail)
                > valueOf(chat.stages[2], metrics::serving::transferTime));
        QVERIFY(valueOf(chat.stages[2], metrics::serving::transferBytes) > 1e9F);
        QCOMPARE(chat.stages[3].name, std::string("decode"));
        QCOMPARE(chat.objectives.size(), std::size_t{2});
        QCOMPARE(chat.objectives[0].target, 0.4);
        QCOMPARE(chat.objectives[0].burn, 0.0F);
        QVERIFY(chat.objectives[0].series.size() >= 120);
        QVERIFY(static_cast<double>(chat.objectives[1].value) < chat.objectives[1].target);
    }

    void anAlertMarksThePartThatItIsOf()
    {
        const ServedHall hall;
        const std::vector<Alert> alerts{alertOn(hall.job("chat"), FindingKind::TransferSlow, "slow transfer"),
                                        alertOn(hall.job("chat/decode"), FindingKind::ServingImbalance, "uneven"),
                                        alertOn(hall.job("train-a"), FindingKind::JobSlow, "other")};
        const ServicePath chat = hall.read(alerts).services.front();
        QCOMPARE(chat.stages[2].trouble.title, std::string("slow transfer"));
        QCOMPARE(chat.stages[3].trouble.title, std::string("uneven"));
        QVERIFY(chat.stages[0].trouble.title.empty());
        QVERIFY(chat.stages[1].trouble.title.empty());
    }

    void eachPairOfPoolsHasItsTransfer()
    {
        ServedHall hall;
        NodeLayout layout;
        layout.id = 1;
        layout.metrics = {*findMetric(metrics::serving::transferTime)};
        layout.entities = {{EntityKind::Node, "sender"},
                           {EntityKind::Job, "chat/prefill->decode", EntityDescriptor::clusterScope},
                           {EntityKind::Job, "chat/vision->decode", EntityDescriptor::clusterScope}};
        layout.columns = {{0, {1, 2}}};
        auto batch = std::make_shared<Batch>();
        batch->node = "sender";
        batch->tick = NodeTick{hall.store().now(), std::make_shared<const NodeLayout>(layout), {0.01F, 0.04F}, {}, {}};
        hall.cluster.apply(std::vector<BatchPtr>{batch}, hall.store().now());
        const std::vector<Alert> alerts{
            alertOn(hall.job("chat/vision->decode"), FindingKind::TransferSlow, "slow transfer")};
        const PoolsReport report = hall.read(alerts);
        QCOMPARE(report.services.size(), std::size_t{1});
        const std::vector<PathStage>& stages = report.services.front().stages;
        QCOMPARE(stages.size(), std::size_t{5});
        QCOMPARE(stages[2].name, std::string("prefill->decode"));
        QCOMPARE(valueOf(stages[2], metrics::serving::transferTime), 0.01F);
        QVERIFY(stages[2].trouble.title.empty());
        QCOMPARE(nameOfStage(stages[3]), QStringLiteral("vision \u2192 decode"));
        QCOMPARE(valueOf(stages[3], metrics::serving::transferTime), 0.04F);
        QCOMPARE(stages[3].trouble.title, std::string("slow transfer"));
        QCOMPARE(stages[4].name, std::string("decode"));
    }

    void theViewFitsAndFollowsTheMoment()
    {
        ServedHall hall;
        PoolsPanel panel(hall.context());
        QVERIFY(!panel.isEmpty());
        for (const QSize size :
             {QSize(1920, 1080), QSize(1280, 800), QSize(900, 520), QSize(380, 700), QSize(360, 320)}) {
            panel.resize(size);
            panel.show();
            QVERIFY(QTest::qWaitForWindowExposed(&panel));
            QCoreApplication::processEvents(); // the height that the new width needs
            for (const bool isDark : {true, false}) {
                hall.theme.setDark(isDark);
                test::savePicture(panel, QStringLiteral("pools-%1-%2").arg(size.width()).arg(isDark ? 1 : 0));
            }
            const PoolsCanvas& canvas = panel.canvas();
            QCOMPARE(canvas.shownServices(), std::size_t{1});
            for (std::size_t stage = 0; stage < 4; ++stage) {
                QVERIFY(canvas.rect().contains(canvas.stageBox(0, stage).toAlignedRect()));
                QVERIFY(stage == 0 || !canvas.stageBox(0, stage).intersects(canvas.stageBox(0, stage - 1)));
            }
            for (std::size_t objective = 0; objective < 2; ++objective) {
                const QRectF box = canvas.objectiveBox(0, objective);
                QVERIFY(canvas.rect().contains(box.toAlignedRect()));
                QVERIFY(box.height() > 4 * QFontMetrics(smallTextFont()).height()); // a heading, and a chart to read
            }
            QVERIFY(!canvas.objectiveBox(0, 0).intersects(canvas.objectiveBox(0, 1)));
            QVERIFY(canvas.explain(canvas.stageBox(0, 2).center()).facts.size() >= 3);
            QCOMPARE(canvas.explain(canvas.objectiveBox(0, 0).center()).facts.size(), std::size_t{1});
        }
        QVERIFY(panel.figures().topLevelItemCount() == 1);
        const PoolsReport before = panel.canvas().report();
        hall.time.setCursor(hall.store().now() - std::chrono::seconds(60));
        hall.cluster.setViewTime(hall.time.cursor());
        panel.refresh();
        QVERIFY(panel.canvas().report().ticks.to < before.ticks.to);
        QVERIFY(!panel.canvas().report().services.front().isStale);
    }

    void aHiddenViewDoesNothing()
    {
        ServedHall hall;
        PoolsPanel panel(hall.context());
        const TickIndex shown = panel.canvas().report().ticks.to;
        hall.run(3);
        hall.follow();
        QVERIFY(test::waitForViews());
        QCOMPARE(panel.canvas().report().ticks.to, shown);
    }

    void aClickOnAPoolSelectsIt()
    {
        ServedHall hall;
        PoolsPanel panel(hall.context());
        panel.resize(900, 520);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto& canvas = const_cast<PoolsCanvas&>(panel.canvas());
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.stageBox(0, 3).center().toPoint());
        QCOMPARE(hall.topology().name(hall.selection.current()), std::string("chat/decode"));
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.stageBox(0, 2).center().toPoint());
        QCOMPARE(hall.topology().name(hall.selection.current()), std::string("chat"));
    }

    /// When the router falls silent, the last values are marked; later, they are not shown any more.
    void whatIsNoLongerReportedIsStale()
    {
        ServedHall hall;
        hall.cluster.apply({}, hall.store().now() + std::chrono::seconds(30));
        hall.follow();
        const PoolsReport report = hall.read();
        QVERIFY(report.services.front().isStale);
        QVERIFY(!std::isnan(report.services.front().requests));
        hall.cluster.apply({}, hall.store().now() + std::chrono::seconds(120));
        QVERIFY(std::isnan(hall.read().services.front().requests));
    }
};

LOCKSTEP_GUI_TEST(tst_poolspanel, TestPoolsPanel)
#include "tst_poolspanel.moc"
