// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/nodeticks.h"
#include "datasources/prometheus/prometheussource.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/prometheus/fakeengine.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>

#include <atomic>
#include <cmath>
#include <mutex>

using namespace lockstep;
using lockstep::test::FakeEngine;

namespace {

constexpr TickIndex tick = 1'700'000'000;

EnginePlan planOf(const std::string& url)
{
    EnginePlan plan;
    plan.endpoint.url = url;
    plan.period = std::chrono::seconds(1);
    plan.rows.push_back(
        {{"dcgm-exporter", "temp", std::string(metrics::gpu::temperature), "temp", 1, {}}, plan.period, "temp"});
    plan.rows.push_back(
        {{"dcgm-exporter", "clock", std::string(metrics::gpu::clockSm), "clock", 1e6, {}}, plan.period, "clock"});
    plan.rows.push_back({{"site", "flow", std::string(metrics::loop::flow), "flow", 1, {{EntityKind::Loop, "cdu"}}},
                         plan.period,
                         "flow"});
    return plan;
}

using Labels2 = std::vector<std::pair<std::string_view, std::string_view>>;

const Labels2 gpu0{{"Hostname", "n1"}, {"gpu", "0"}};
const Labels2 gpu1{{"Hostname", "n1"}, {"gpu", "1"}};
const Labels2 other{{"Hostname", "n2"}, {"gpu", "0"}};
const Labels2 loop{{"cdu", "cdu-1"}};

/// Collects a source's batches.
class Listener
{
public:
    void take(BatchPtr batch)
    {
        const std::scoped_lock lock(m_mutex);
        m_batches.push_back(std::move(batch));
    }
    /// Waits for a batch that satisfies the condition; null: none arrived.
    template <class Wanted>
    BatchPtr waitFor(Wanted&& wanted)
    {
        BatchPtr found;
        const auto look = [&] {
            const std::scoped_lock lock(m_mutex);
            const auto at = std::ranges::find_if(m_batches, [&](const BatchPtr& batch) { return wanted(*batch); });
            found = at == m_batches.end() ? nullptr : *at;
            return found != nullptr;
        };
        return test::waitFor(look) ? found : nullptr;
    }

private:
    std::mutex m_mutex;
    std::vector<BatchPtr> m_batches;
};

} // namespace

class TestPrometheusSource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void samplesAreSortedByNode();
    void aLayoutIsSaidAgainOnlyWhenSomethingIsNew();
    void aNodeThatIsSilentHasNoTick();
    void theSameGpuUnderAnotherPodGoesOn();
    void twoSeriesOfOneGpuAreOneValue();
    void whatDriversDoNotSayIsNoValue();
    void inventedNodesComeToAnEnd();
    void whatNamesNoNodeHasNoPlace();
    void aLoopIsOfTheCluster();
    void aSwitchOnABoardIsOfItsNode();
    void ticksComeAndAnOutageIsSaidAndOver();
    void aScrapeOfAnotherDecadeIsIgnored();
    void aNodeIsAsOldAsItsNewestScrape();
    void aNodeIsFreshOnceAllItsExportersAreScraped();
    void aLateScrapeReplacesWhatWasReportedWithoutIt();
    void anExporterThatIsSilentIsAnEventOfItsNode();
};

void TestPrometheusSource::samplesAreSortedByNode()
{
    const EnginePlan plan = planOf({});
    NodeTicks ticks(SourceId{3}, plan, 9);
    ticks.add(0, gpu0, 50);
    ticks.add(0, gpu1, 51);
    ticks.add(0, other, 60);
    ticks.add(1, gpu1, 1800);
    const auto batches = ticks.finish(tick);
    QCOMPARE(batches.size(), std::size_t{2});
    const Batch& first = *batches.front();
    QCOMPARE(first.node, std::string("n1"));
    QCOMPARE(first.source, SourceId{3});
    QVERIFY(first.identity && first.identity->epoch == 9);
    QCOMPARE(first.tick->time, timeOfTick(tick, std::chrono::seconds(1)));
    QCOMPARE(first.tick->values, (std::vector<float>{50, 51, 1.8e9F}));
    QCOMPARE(first.tick->layout->entities.size(), std::size_t{3});
}

void TestPrometheusSource::aLayoutIsSaidAgainOnlyWhenSomethingIsNew()
{
    const EnginePlan plan = planOf({});
    NodeTicks ticks(SourceId{0}, plan, 1);
    const auto layoutAfter = [&](std::initializer_list<Labels2> seen) {
        for (const Labels2& labels : seen)
            ticks.add(0, labels, 50);
        return ticks.finish(tick).front()->tick->layout;
    };
    const auto first = layoutAfter({gpu0});
    QCOMPARE(layoutAfter({gpu0}), first);
    const auto second = layoutAfter({gpu0, gpu1});
    QVERIFY(second != first);
    QVERIFY(second->id != first->id);
    QCOMPARE(layoutAfter({gpu1}), second);
}

void TestPrometheusSource::aNodeThatIsSilentHasNoTick()
{
    const EnginePlan plan = planOf({});
    NodeTicks ticks(SourceId{0}, plan, 1);
    ticks.add(0, gpu0, 50);
    ticks.add(0, other, 50);
    QCOMPARE(ticks.finish(tick).size(), std::size_t{2});
    ticks.add(0, other, 50);
    const auto batches = ticks.finish(tick);
    QCOMPARE(batches.size(), std::size_t{1});
    QCOMPARE(batches.front()->node, std::string("n2"));
    QCOMPARE(batches.front()->sequence, std::uint64_t{2});
}

void TestPrometheusSource::theSameGpuUnderAnotherPodGoesOn()
{
    const EnginePlan plan = planOf({});
    NodeTicks ticks(SourceId{0}, plan, 1);
    ticks.add(0, Labels2{{"Hostname", "n1"}, {"gpu", "0"}, {"pod", "exporter-a"}}, 50);
    const auto before = ticks.finish(tick).front()->tick->layout;
    ticks.add(0, Labels2{{"Hostname", "n1"}, {"gpu", "0"}, {"pod", "exporter-b"}}, 51);
    const auto after = ticks.finish(tick);
    QCOMPARE(after.front()->tick->layout, before);
    QCOMPARE(after.front()->tick->values, std::vector<float>{51});
}

void TestPrometheusSource::twoSeriesOfOneGpuAreOneValue()
{
    const EnginePlan plan = planOf({});
    NodeTicks ticks(SourceId{0}, plan, 1);
    ticks.add(0, Labels2{{"Hostname", "n1"}, {"gpu", "0"}, {"pod", "a"}}, 50);
    ticks.add(0, Labels2{{"Hostname", "n1"}, {"gpu", "0"}, {"pod", "b"}}, 70);
    QCOMPARE(ticks.finish(tick).front()->tick->values, std::vector<float>{50});
    QCOMPARE(ticks.clashes(), std::size_t{1});
}

void TestPrometheusSource::whatDriversDoNotSayIsNoValue()
{
    const EnginePlan plan = planOf({});
    NodeTicks ticks(SourceId{0}, plan, 1);
    ticks.add(0, gpu0, 9223372036854775794.0);
    QVERIFY(ticks.finish(tick).empty());
}

void TestPrometheusSource::inventedNodesComeToAnEnd()
{
    const EnginePlan plan = planOf({});
    NodeTicks ticks(SourceId{0}, plan, 1);
    for (std::size_t number = 0; number < budget::nodesPerSource + 100; ++number) {
        const std::string name = "n" + std::to_string(number);
        ticks.add(0, Labels2{{"Hostname", name}, {"gpu", "0"}}, 50);
    }
    QCOMPARE(ticks.finish(tick).size(), budget::nodesPerSource);
    QCOMPARE(ticks.homeless(), std::size_t{100});
}

void TestPrometheusSource::whatNamesNoNodeHasNoPlace()
{
    const EnginePlan plan = planOf({});
    NodeTicks ticks(SourceId{0}, plan, 1);
    ticks.add(0, Labels2{{"quantile", "0.99"}}, 50);
    QVERIFY(ticks.finish(tick).empty());
    QCOMPARE(ticks.homeless(), std::size_t{1});
}

void TestPrometheusSource::aLoopIsOfTheCluster()
{
    const EnginePlan plan = planOf("http://metrics:9090/prefix");
    NodeTicks ticks(SourceId{0}, plan, 1);
    ticks.add(0, gpu0, 50);
    ticks.add(2, loop, 0.5);
    const auto batches = ticks.finish(tick);
    QCOMPARE(batches.size(), std::size_t{2});
    QCOMPARE(batches.back()->node, std::string("metrics:9090"));
    QVERIFY(!batches.back()->identity->inventory.empty() && batches.front()->identity->inventory.empty());
    const EntityDescriptor& entity = batches.back()->tick->layout->entities.back();
    QCOMPARE(entity.kind, EntityKind::Loop);
    QCOMPARE(entity.name, std::string("cdu-1"));
    QCOMPARE(entity.parent, EntityDescriptor::clusterScope);
}

void TestPrometheusSource::aSwitchOnABoardIsOfItsNode()
{
    EnginePlan plan = planOf({});
    plan.rows.push_back({{"dcgm-exporter", "up", std::string(metrics::port::up), "up", 1, {}}, plan.period, "up"});
    NodeTicks ticks(SourceId{0}, plan, 1);
    ticks.add(3, Labels2{{"Hostname", "n1"}, {"nvswitch", "nvswitch2"}, {"nvlink", "12"}}, 1);
    ticks.add(3, Labels2{{"Hostname", "n1"}, {"gpu", "0"}, {"nvlink", "12"}}, 0);
    const auto batches = ticks.finish(tick);
    QCOMPARE(batches.size(), std::size_t{1});
    const std::vector<EntityDescriptor>& entities = batches.front()->tick->layout->entities;
    QCOMPARE(entities.size(), std::size_t{5});
    QCOMPARE(entities[1].kind, EntityKind::Switch);
    QCOMPARE(entities[1].parent, 0U);
    QCOMPARE(entities[2].name, std::string("nvlink12"));
    QCOMPARE(entities[2].parent, 1U);
    QCOMPARE(entities[4].name, std::string("nvlink12"));
    QCOMPARE(entities[4].parent, 3U); // the GPU
    QCOMPARE(batches.front()->tick->values, (std::vector<float>{1, 0}));
}

void TestPrometheusSource::ticksComeAndAnOutageIsSaidAndOver()
{
    std::atomic<bool> isDown = false;
    const FakeEngine engine("[]", [&](const std::string& query, const std::string&) -> FakeEngine::Said {
        if (isDown)
            return {"", "overloaded"};
        const auto now = std::chrono::duration<double>(wallClockNow().time_since_epoch()).count();
        return {"vector",
                query == "temp" ? "[" + FakeEngine::series(R"({"Hostname":"n1","gpu":"0"})", now, "55.5") + "]" : "[]"};
    });
    Listener listener;
    const PrometheusSource source(SourceId{0}, std::make_shared<const EnginePlan>(planOf(engine.url())),
                                  [&](BatchPtr batch) { listener.take(std::move(batch)); });
    QVERIFY(listener.waitFor([](const Batch& batch) { return batch.tick && batch.tick->values.front() == 55.5F; }));
    isDown = true;
    const BatchPtr outage = listener.waitFor(
        [](const Batch& batch) { return batch.status && batch.status->state == SourceState::Retrying; });
    QVERIFY(outage);
    QVERIFY(outage->status->isEngine);
    QVERIFY2(outage->status->reason.find("overloaded") != std::string::npos, outage->status->reason.c_str());
    const TimePoint then = wallClockNow();
    isDown = false;
    QVERIFY(listener.waitFor([&](const Batch& batch) { return batch.tick && batch.received > then; }));
}

void TestPrometheusSource::aScrapeOfAnotherDecadeIsIgnored()
{
    const FakeEngine engine("[]", [](const std::string& query, const std::string&) -> FakeEngine::Said {
        const auto now = std::chrono::duration<double>(wallClockNow().time_since_epoch()).count();
        const bool isTime = query.starts_with("timestamp(");
        return {"vector",
                isTime || query == "temp"
                    ? "[" + FakeEngine::series(R"({"Hostname":"n1","gpu":"0"})", now, isTime ? "60" : "55.5") + "]"
                    : "[]"};
    });
    Listener listener;
    const PrometheusSource source(SourceId{0}, std::make_shared<const EnginePlan>(planOf(engine.url())),
                                  [&](BatchPtr batch) { listener.take(std::move(batch)); });
    const BatchPtr batch = listener.waitFor([](const Batch& each) { return each.tick && each.sequence >= 3; });
    QVERIFY(batch);
    QVERIFY(batch->tick->time > wallClockNow() - std::chrono::hours(1));
    QVERIFY(batch->received > wallClockNow() - std::chrono::hours(1));
}

void TestPrometheusSource::aNodeIsAsOldAsItsNewestScrape()
{
    const EnginePlan plan = planOf({});
    NodeTicks ticks(SourceId{0}, plan, 1);
    ticks.add(0, gpu0, 50);
    (void)ticks.finish(tick);
    const TimePoint scraped = timeOfTick(tick + 1, plan.period) + std::chrono::milliseconds(300);
    ticks.noteScrape(0, gpu1, scraped);
    ticks.add(0, gpu0, 51);
    QCOMPARE(ticks.finish(tick + 1).front()->received, scraped);
    QCOMPARE(ticks.newestScrape(), scraped);
}

void TestPrometheusSource::aNodeIsFreshOnceAllItsExportersAreScraped()
{
    EnginePlan plan = planOf({});
    plan.rows[1].metric.exporter = "another";
    NodeTicks ticks(SourceId{0}, plan, 1);
    const auto scrape = [&](std::size_t row, TickIndex at) {
        ticks.noteScrape(row, gpu0, timeOfTick(at, plan.period) + std::chrono::milliseconds(300));
    };
    const auto fresh = [&] {
        ticks.add(0, gpu0, 50);
        return ticks.finish(tick, NodeTicks::Nodes::Fresh);
    };
    QVERIFY(fresh().empty()); // never scraped, as far as is known
    scrape(0, tick - 1);
    scrape(1, tick - 1);
    scrape(0, tick);
    QVERIFY(ticks.freshTicks().empty());
    QVERIFY(fresh().empty());
    scrape(1, tick);
    QCOMPARE(ticks.freshTicks(), std::vector<TickIndex>{tick});
    QVERIFY(!ticks.isReported(tick));
    QCOMPARE(fresh().size(), std::size_t{1});
    QVERIFY(ticks.isReported(tick));
    QVERIFY(ticks.freshTicks().empty());
    QVERIFY(fresh().empty()); // once is enough
    QVERIFY(!ticks.isReported(tick - 1)); // a report of a later tick does not count
    scrape(0, tick + 9); // the other one has gone
    QCOMPARE(ticks.freshTicks(), std::vector<TickIndex>{tick + 9});
}

void TestPrometheusSource::aLateScrapeReplacesWhatWasReportedWithoutIt()
{
    const EnginePlan plan = planOf({});
    NodeTicks ticks(SourceId{0}, plan, 1);
    ticks.add(0, gpu0, 50);
    QCOMPARE(ticks.finish(tick).size(), std::size_t{1});
    ticks.noteScrape(0, gpu0, timeOfTick(tick, plan.period));
    QCOMPARE(ticks.freshTicks(), std::vector<TickIndex>{tick});
    ticks.add(0, gpu0, 51);
    const auto batches = ticks.finish(tick, NodeTicks::Nodes::Fresh);
    QCOMPARE(batches.size(), std::size_t{1});
    QCOMPARE(batches.front()->tick->values, std::vector<float>{51});
}

void TestPrometheusSource::anExporterThatIsSilentIsAnEventOfItsNode()
{
    EnginePlan plan = planOf({});
    plan.rows[1].metric.exporter = "node_exporter";
    NodeTicks ticks(SourceId{0}, plan, 1);
    std::vector<Event> events;
    std::vector<int> at;
    for (int second = 0; second < 120; ++second) {
        ticks.noteScrape(0, gpu0, timeOfTick(tick + second, plan.period));
        if (second < 20 || second >= 100)
            ticks.noteScrape(1, gpu0, timeOfTick(tick + second, plan.period));
        ticks.add(0, gpu0, 50);
        for (const BatchPtr& batch : ticks.finish(tick + second)) {
            for (const Event& event : batch->tick->events) {
                events.push_back(event);
                at.push_back(second);
            }
        }
    }
    QCOMPARE(events.size(), std::size_t{2});
    QCOMPARE(events[0].severity, Severity::Warning);
    QCOMPARE(events[0].code, std::string("agent.target_silent.node_exporter"));
    QVERIFY2(events[0].text.starts_with("n1: no samples from node_exporter for"), events[0].text.c_str());
    QVERIFY2(at[0] > 45 && at[0] < 55, std::to_string(at[0]).c_str());
    QCOMPARE(events[1].severity, Severity::Information);
    QCOMPARE(events[1].code, events[0].code);
    QVERIFY2(at[1] >= 100 && at[1] < 103, std::to_string(at[1]).c_str());
}

LOCKSTEP_TEST(tst_prometheussource, TestPrometheusSource)

#include "tst_prometheussource.moc"
