// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/dashboardrun.h"
#include "app/dashboard/window/comparebar.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/opening/startoptions.h"
#include "models/core/batch.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "widgets/charts/selectionchartsview.h"
#include "widgets/facts/factspanel.h"
#include "widgets/facts/metricfactsmodel.h"
#include "widgets/heatmap/metricgridview.h"
#include "widgets/panels/notificationbar.h"

#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr int seconds = 200;

/// Records the first nodes of a simulated cluster of four, after applying @p change to their batches.
void record(const QString& folder, std::size_t nodes, const std::function<void(Batch&, int)>& change)
{
    ClusterModel cluster(StoreLimits{std::chrono::seconds(1), std::chrono::hours(1)});
    TimeWindow time;
    RollingRecording history(cluster, time);
    history.start(folder);
    SimulatedBatches simulated(4);
    const auto give = [&](std::vector<BatchPtr> batches) {
        batches.resize(nodes);
        cluster.apply(batches, wallClockNow());
    };
    give(simulated.introduce());
    for (int second = 0; second < seconds; ++second) {
        std::vector<BatchPtr> batches = simulated.next();
        for (BatchPtr& batch : batches) {
            Batch changed = *batch;
            change(changed, second);
            batch = std::make_shared<Batch>(std::move(changed));
        }
        give(std::move(batches));
    }
    QTRY_VERIFY(history.past().columns()->ticks() == cluster.store().ticks());
}

/// All of a metric in a tick.
std::span<float> valuesOf(NodeTick& tick, std::string_view metric)
{
    std::size_t offset = 0;
    for (const auto& column : tick.layout->columns) {
        if (tick.layout->metrics[column.metric].name == metric)
            return std::span(tick.values).subspan(offset, column.entities.size());
        offset += column.entities.size();
    }
    return {};
}

/// A window on a recording.
struct ComparedRun
{
    explicit ComparedRun(const StartOptions& options) : run(*qApp, options, std::chrono::steady_clock::now())
    {
        QObject::connect(&run, &DashboardRun::failed, &run,
                         [this](const QString& message) { failures.append(message); });
        run.start();
        (void)QTest::qWaitForWindowActive(&window(), test::hangTimeoutMs);
        (void)test::waitFor([this] { return !composition().session().isLive(); });
    }
    [[nodiscard]] Composition& composition() const { return run.composition(); }
    [[nodiscard]] MainWindow& window() const { return run.window(); }
    [[nodiscard]] const ClusterStore& store() const { return composition().cluster().store(); }
    [[nodiscard]] ComparisonController& compare() { return composition().compare(); }
    [[nodiscard]] MetricId metric(const char* name) const { return store().metrics().find(name); }
    [[nodiscard]] TickIndex first() const { return store().ticks().from; }
    [[nodiscard]] TimePoint moment(int second) const { return timeOfTick(first() + second, store().tickPeriod()); }
    /// One of those that grow hotter.
    [[nodiscard]] EntityRef hotGpu() const
    {
        for (const EntityRef child : store().topology()->children(store().topology()->findNode("node-0002"))) {
            if (child.kind == EntityKind::Gpu)
                return child;
        }
        return {};
    }
    /// Requests a column until it is available.
    [[nodiscard]] std::vector<float> column(MetricId id, TickIndex tick) const
    {
        (void)test::waitFor([&] { return !store().column(id, tick).empty(); });
        const auto values = store().column(id, tick);
        return {values.begin(), values.end()};
    }
    [[nodiscard]] QString sentence() const
    {
        return window().findChild<CompareBar*>()->findChild<QLabel*>()->toolTip();
    }
    /// Whether a message with this beginning is shown.
    [[nodiscard]] bool says(const QString& words) const
    {
        return std::ranges::any_of(window().findChildren<NotificationRow*>(), [&](const NotificationRow* row) {
            return row->isVisible() && row->text().startsWith(words);
        });
    }
    void press(const QString& button)
    {
        for (QToolButton* each : window().findChild<CompareBar*>()->findChildren<QToolButton*>()) {
            if (each->text() == button)
                each->click();
        }
        for (QAction* each : window().findChild<CompareBar*>()->findChildren<QAction*>()) {
            if (each->text() == button)
                each->trigger();
        }
    }

    mutable DashboardRun run; ///< mutable, because its accessors are not const
    QStringList failures;
};

} // namespace

/// Comparisons with a good run, and of before and after, through the window.
class TestCompare : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        record(at("good"), 3, [](Batch&, int) {});
        // The same, but one node's GPUs are 7 K hotter in the second half; and there is a fourth node.
        record(at("bad"), 4, [](Batch& batch, int second) {
            if (second >= seconds / 2 && batch.node == "node-0002") {
                for (float& value : valuesOf(*batch.tick, "gpu.temperature"))
                    value += 7.0F;
            }
        });
    }

    void aRunIsComparedWithAGoodOneMomentByMoment()
    {
        StartOptions options = optionsFor("bad");
        options.compare = at("good");
        ComparedRun compared(options);
        QTRY_VERIFY(compared.compare().isActive());
        QCOMPARE(compared.failures, QStringList());
        const MetricId difference = compared.metric("gpu.temperature.difference");
        QTRY_COMPARE(compared.composition().selection().metric(), difference);
        const EntityRef node = compared.store().topology()->findNode("node-0002");
        const auto later = compared.column(difference, compared.first() + 150);
        QVERIFY(later.size() >= 32);
        for (const EntityRef gpu : compared.store().topology()->children(node)) {
            if (gpu.kind == EntityKind::Gpu)
                QCOMPARE(later[gpu.index], 7.0F);
        }
        QCOMPARE(later[0], 0.0F); // of another node
        QVERIFY(std::isnan(later[31])); // a GPU of the node that the good run did not have
        QVERIFY(compared.sentence().contains(u"good"_s));
        QVERIFY2(compared.sentence().contains(u"only in the displayed data: 8 GPUs"_s),
                 qPrintable(compared.sentence()));
        compared.composition().selection().setMetric(compared.metric("gpu.power")); // the comparison continues
        QCOMPARE(compared.composition().selection().metric(), compared.metric("gpu.power.difference"));
    }

    void chartsAndFactsTellTheBaselineBeside()
    {
        StartOptions options = optionsFor("bad");
        options.compare = at("good");
        ComparedRun compared(options);
        QTRY_VERIFY(compared.compare().isActive());
        compared.compare().show(Shown::Value);
        QCOMPARE(compared.composition().selection().metric(), compared.metric("gpu.temperature"));
        compared.composition().time().setRange({compared.moment(100), compared.moment(180)});
        compared.composition().time().setCursor(compared.moment(150));
        compared.composition().selection().select(compared.hotGpu());
        auto* charts = compared.window().findChild<SelectionChartsView*>();
        const auto hasBaseline = [&] {
            return !charts->rows().empty()
                && std::ranges::any_of(charts->rows().front().picture().lines, [](const ChartLine& line) {
                       return line.isBaseline && !line.stretches.empty();
                   });
        };
        QTRY_VERIFY(hasBaseline());
        compared.window().showWorkspace(0); // where the selection's facts are seen
        auto* facts = compared.window().findChild<FactsPanel*>();
        const auto baselineOf = [&](const char* metric) {
            for (int row = 0; row < facts->metrics().rowCount(); ++row) {
                if (facts->metrics().fact(row).metric == compared.metric(metric))
                    return facts->metrics().fact(row).baselineText;
            }
            return QString();
        };
        QTRY_VERIFY2(baselineOf("gpu.temperature").contains(u"+"_s), qPrintable(baselineOf("gpu.temperature")));
    }

    void beforeIsComparedWithAfter()
    {
        ComparedRun compared(optionsFor("bad"));
        QTRY_VERIFY(compared.metric("gpu.temperature").isValid());
        compared.window().setFocus();
        QTest::keyClick(&compared.window(), Qt::Key_C); // nothing is marked
        QTRY_VERIFY(compared.says(u"No range marked"_s));
        QCOMPARE(compared.failures, QStringList());
        QVERIFY(!compared.compare().isActive());
        QVERIFY(!compared.window().findChild<CompareBar*>()->isVisible());

        compared.composition().time().setMarked(TimeRange{compared.moment(60), compared.moment(90)});
        QTest::keyClick(&compared.window(), Qt::Key_C);
        QVERIFY(compared.compare().isActive());
        QTRY_VERIFY(compared.window().findChild<CompareBar*>()->isVisible());
        const MetricId difference = compared.metric("gpu.temperature.difference");
        QCOMPARE(compared.composition().selection().metric(), difference);
        // Calculated by hand.
        std::vector<float> series;
        const MetricId temperature = compared.metric("gpu.temperature");
        const TickRange range{compared.first() + 60, compared.first() + 90};
        const auto isThere = [&] {
            compared.store().series(temperature, 12, range, series);
            return std::ranges::none_of(series, [](float value) { return std::isnan(value); });
        };
        QTRY_VERIFY(isThere());
        const double mean = std::accumulate(series.begin(), series.end(), 0.0) / 30.0;
        const float expected = compared.column(temperature, compared.first() + 150)[12] - static_cast<float>(mean);
        QCOMPARE(compared.column(difference, compared.first() + 150)[12], expected);

        QTest::keyClick(&compared.window(), Qt::Key_C, Qt::ShiftModifier);
        QCOMPARE(compared.composition().selection().metric(), temperature);
        compared.press(u"Swap"_s);
        QTRY_VERIFY(compared.composition().time().range() == (TimeRange{compared.moment(60), compared.moment(90)}));
        compared.press(u"Stop"_s);
        QVERIFY(!compared.compare().isActive());
        QCOMPARE(compared.composition().selection().metric(), temperature);
        QTRY_VERIFY(!compared.window().findChild<CompareBar*>()->isVisible());
    }

    void nowIsComparedWithEarlier()
    {
        ComparedRun compared(optionsFor("bad"));
        QTRY_VERIFY(compared.metric("gpu.temperature").isValid());
        compared.composition().time().setRange({compared.moment(120), compared.moment(180)});
        compared.composition().time().setCursor(compared.moment(160));
        QTest::keyClick(&compared.window(), Qt::Key_H, Qt::ControlModifier); // the recording is shorter than an hour
        QTRY_VERIFY(compared.says(u"Cannot compare with 1\u2009h ago"_s));
        QCOMPARE(compared.failures, QStringList());
        QVERIFY(!compared.compare().isActive());
        compared.compare().withEarlier(std::chrono::seconds(100));
        QVERIFY(compared.compare().isActive());
        QVERIFY(compared.compare().comparison().baseline().name.ends_with("earlier"));
        const MetricId temperature = compared.metric("gpu.temperature");
        const MetricId difference = compared.metric("gpu.temperature.difference");
        const auto hot = compared.hotGpu().index;
        const float expected = compared.column(temperature, compared.first() + 160)[hot]
            - compared.column(temperature, compared.first() + 60)[hot];
        QTRY_COMPARE(compared.column(difference, compared.first() + 160)[hot], expected);
        QVERIFY(expected > 3);
    }

    void messagesLeaveTheCompareBarFree()
    {
        ComparedRun compared(optionsFor("bad"));
        compared.compare().withRecording(at("nowhere"));
        QTRY_COMPARE(compared.failures.size(), 1);
        const auto* messages = compared.window().findChild<NotificationBar*>();
        QTRY_VERIFY(messages->isVisible());
        compared.compare().withRecording(at("good"));
        QTRY_VERIFY(compared.compare().isActive());
        const auto* bar = compared.window().findChild<CompareBar*>();
        QTRY_VERIFY(bar->isVisible());
        QVERIFY(messages->isVisible());
        const auto placeOf = [&](const QWidget& widget) {
            return QRect(widget.mapTo(&compared.window(), QPoint()), widget.size());
        };
        QTRY_VERIFY(!placeOf(*messages).intersects(placeOf(*bar)));
    }

    void swappingShowsTheOtherRecordingAtTheSameMoment()
    {
        StartOptions options = optionsFor("bad");
        options.compare = at("good");
        ComparedRun compared(options);
        QTRY_VERIFY(compared.compare().isActive());
        const std::size_t gpus = compared.store().topology()->count(EntityKind::Gpu);
        compared.composition().time().setCursor(compared.moment(150));
        compared.press(u"Swap"_s);
        QTRY_COMPARE(compared.store().topology()->count(EntityKind::Gpu), gpus - 8);
        QCOMPARE(compared.failures, QStringList());
        QTRY_VERIFY2(compared.compare().isActive(), qPrintable(compared.failures.join(u'\n')));
        QCOMPARE(compared.compare().path(), at("bad"));
        QTRY_COMPARE(compared.composition().time().cursor(), compared.moment(150));
        const MetricId difference = compared.metric("gpu.temperature.difference");
        QCOMPARE(compared.column(difference, compared.first() + 150)[compared.hotGpu().index],
                 -7.0F); // with the opposite sign
        QVERIFY2(compared.sentence().contains(u"only in the baseline: 8 GPUs"_s), qPrintable(compared.sentence()));
    }

    void whatIsNoRecordingIsReported()
    {
        StartOptions options = optionsFor("bad");
        options.compare = at("nowhere");
        ComparedRun compared(options);
        QTRY_COMPARE(compared.failures.size(), 1);
        QVERIFY2(compared.failures.front().contains(u"nowhere"_s), qPrintable(compared.failures.front()));
        QVERIFY(!compared.compare().isActive());
    }

private:
    [[nodiscard]] QString at(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] StartOptions optionsFor(const char* recording) const
    {
        StartOptions options;
        options.replay = at(recording);
        options.incidentsFile = at("incidents.sqlite");
        options.size = QSize(1600, 950);
        options.workspace = 4; // charts in front
        options.freshSettings = true;
        return options;
    }

    const QTemporaryDir m_folder;
};

LOCKSTEP_GUI_TEST(tst_compare, TestCompare)
#include "tst_compare.moc"
