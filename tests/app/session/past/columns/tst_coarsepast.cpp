// SPDX-License-Identifier: GPL-3.0-or-later
// A week of a server's past is requested at screen resolution, for the visible entities only, and spikes survive.
#include "app/session/past/columns/coarsesheets.h"
#include "app/session/past/readers/enginereader.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/datasources/prometheus/fakeengine.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <mutex>

using namespace lockstep;
using lockstep::test::FakeEngine;

namespace {

constexpr Duration period = std::chrono::seconds(15);

/// Queries that the server's thread received.
class Asked
{
public:
    void add(const std::string& query)
    {
        const std::scoped_lock lock(m_mutex);
        m_queries.push_back(query);
    }
    [[nodiscard]] std::vector<std::string> queries() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_queries;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<std::string> m_queries;
};

std::shared_ptr<const EnginePlan> planOf(const std::string& url)
{
    auto plan = std::make_shared<EnginePlan>();
    plan->endpoint.url = url;
    plan->period = period;
    plan->earliest = TimePoint(std::chrono::seconds(1'600'000'000));
    const std::string seen = "DCGM_FI_DEV_GPU_TEMP";
    plan->rows.push_back({{"dcgm-exporter", seen, std::string(metrics::gpu::temperature), latestOf(seen), 1, {}},
                          period,
                          "last_over_time(" + seen + "[22500ms])"});
    return plan;
}

/// n1 with two GPUs.
TopologyPtr cluster()
{
    TopologyBuilder builder;
    auto identity = std::make_shared<NodeIdentity>();
    identity->name = "n1";
    const EntityRef node = builder.describeNode(std::move(identity));
    for (const char* name : {"gpu0", "gpu1"})
        builder.add(EntityKind::Gpu, name, node);
    return builder.build();
}

} // namespace

class TestCoarsePast : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRangeHasAtMostTwoThousandSteps()
    {
        QCOMPARE(CoarsePieces::stepFor(16'385), TickIndex(16));
        QCOMPARE(CoarsePieces::stepFor(40'320), TickIndex(32)); // a week of 15 s
        QCOMPARE(CoarsePieces::stepFor(1), TickIndex(2));
        QVERIFY(10'000'000 / CoarsePieces::stepFor(10'000'000) <= 2048);
    }

    void lowestAndHighestFillTheTicksOfAStepByTurns()
    {
        CoarsePieces pieces;
        const TickRange range{100, 40'420};
        std::vector<float> out(static_cast<std::size_t>(range.length()), NAN);
        pieces.fill(MetricId{3}, 7, range, out);
        const std::vector<CoarseKey> wanted = pieces.takeWanted();
        QCOMPARE(wanted.size(), std::size_t(2));
        QCOMPARE(wanted[1].first, TickIndex(32'768));
        pieces.fill(MetricId{3}, 7, range, out);
        QVERIFY(!pieces.hasWanted()); // nothing is requested twice
        QVERIFY(pieces.isPending(MetricId{3}) && !pieces.isPending(MetricId{4}));
        auto extents = std::make_shared<std::vector<float>>(2 * CoarsePieces::steps, NAN);
        (*extents)[2 * 10] = 40; // ticks 320 to 351
        (*extents)[2 * 10 + 1] = 90;
        pieces.put(wanted[0], extents);
        pieces.put(wanted[1], nullptr); // could not be read
        QCOMPARE(pieces.waiting(), std::size_t(0));
        pieces.fill(MetricId{3}, 7, range, out);
        QCOMPARE(out[320 - 100], 40.0F);
        QCOMPARE(out[321 - 100], 90.0F);
        QCOMPARE(out[351 - 100], 90.0F);
        QVERIFY(std::isnan(out[319 - 100]) && std::isnan(out[352 - 100]));
        QCOMPARE(pieces.takeWanted().size(), std::size_t(1)); // it is requested again
    }

    void whatHasGrownStaysUntilItHasComeAnew()
    {
        CoarsePieces pieces;
        std::vector<float> out(40'000, NAN);
        pieces.fill(MetricId{3}, 7, {0, 40'000}, out);
        const auto extents = std::make_shared<const std::vector<float>>(2 * CoarsePieces::steps, 1.0F);
        for (const CoarseKey& key : pieces.takeWanted())
            pieces.put(key, extents);
        pieces.renewFrom(39'000);
        std::ranges::fill(out, NAN);
        pieces.fill(MetricId{3}, 7, {0, 40'000}, out);
        QCOMPARE(out[39'999], 1.0F);
        const std::vector<CoarseKey> wanted = pieces.takeWanted();
        QCOMPARE(wanted.size(), std::size_t(1)); // the last one alone
        QCOMPARE(wanted[0].first, TickIndex(32'768));
    }

    void sheetsOfAStepAreWantedOnceAndTheNewestLast()
    {
        CoarseSheets sheets;
        constexpr std::size_t gpus = 4096;
        const auto step = static_cast<TickIndex>(CoarseSheets::stepsFor(gpus));
        QCOMPARE(step, TickIndex(64));
        QVERIFY(CoarseSheets::stepsFor(1) * 1 <= 11'000);
        QCOMPARE(CoarseSheets::stepsFor(16'384), std::size_t(16));
        QCOMPARE(CoarseSheets::stepsFor(131'072), std::size_t(8));
        for (const TickIndex first : {50 * 51, 51 * 51, 200 * 51})
            QVERIFY(sheets.step(MetricId{3}, {first, first + 51}, Extreme::Highest, gpus).empty());
        const std::vector<SheetKey> wanted = sheets.takeWanted();
        QCOMPARE(wanted.size(), std::size_t(2)); // of 64 steps of 51 ticks each
        QVERIFY(wanted[0].first < wanted[1].first && wanted[1].ticks().contains(200 * 51));
        QVERIFY(sheets.isPending(MetricId{3}) && !sheets.isPending(MetricId{4}));
        (void)sheets.step(MetricId{3}, {50 * 51, 51 * 51}, Extreme::Highest, gpus);
        QVERIFY(!sheets.hasWanted());
        auto values = std::make_shared<std::vector<float>>(64 * gpus, NAN);
        (*values)[50 * gpus + 7] = 88;
        sheets.put(wanted[0], values);
        sheets.put(wanted[1], nullptr); // could not be read
        const auto here = sheets.step(MetricId{3}, {50 * 51, 51 * 51}, Extreme::Highest, gpus);
        QCOMPARE(here.size(), gpus);
        QCOMPARE(here[7], 88.0F);
        QVERIFY(sheets.step(MetricId{3}, {50 * 51, 51 * 51}, Extreme::Lowest, gpus).empty()); // another question
        sheets.renewFrom(60 * 51, 60 * 51 + 1);
        sheets.put(sheets.takeWanted().front(), values);
        QCOMPARE(sheets.step(MetricId{3}, {50 * 51, 51 * 51}, Extreme::Highest, gpus)[7], 88.0F);
        QCOMPARE(sheets.takeWanted().size(), std::size_t(1)); // the past has grown; the old values stay until then
    }

    void sheetsThatAreHereAreASampleOfTheStretch()
    {
        CoarseSheets sheets;
        const MetricId metric{3};
        const TickRange week{0, 64 * 64 * 10};
        QVERIFY(!sheets.cachedSteps(metric, week)); // nothing was requested
        (void)sheets.step(metric, {0, 40}, Extreme::Highest, 4096);
        QVERIFY(sheets.cachedSteps(metric, week) && sheets.cachedSteps(metric, week)->empty()); // on their way
        QVERIFY(!sheets.cachedSteps(MetricId{4}, week));
        const std::vector<SheetKey> wanted = sheets.takeWanted();
        auto values = std::make_shared<std::vector<float>>(64 * 2, NAN);
        (*values)[2 * 5 + 1] = 700;
        sheets.put(wanted.front(), values);
        const auto here = sheets.cachedSteps(metric, week);
        QVERIFY(here.has_value());
        QVERIFY(!here->empty() && here->size() <= CoarseSheets::maxCachedSteps);
        QCOMPARE(here->front().size(), std::size_t{2});
        QVERIFY(!sheets.cachedSteps(metric, {0, 40 * 4})); // a shorter range, for which the steps would be too coarse
        QVERIFY(!sheets.cachedSteps(metric, {64 * 40, 64 * 80})); // another time
    }

    void manySheetsDoNotFillTheMemory()
    {
        CoarseSheets sheets;
        const auto values = std::make_shared<const std::vector<float>>(CoarseSheets::maxValues, 1.0F);
        for (TickIndex at = 0; at < 300; ++at)
            sheets.put({MetricId{3}, Extreme::Highest, 4, 64, at * 256}, values);
        std::size_t left = 0;
        for (TickIndex at = 0; at < 300; ++at)
            left += sheets.step(MetricId{3}, {at * 256, at * 256 + 4}, Extreme::Highest, 4096).empty() ? 0 : 1;
        QVERIFY(left > 10 && left * CoarseSheets::maxValues <= CoarseSheets::maxCachedBytes);
        QVERIFY(!sheets.step(MetricId{3}, {299 * 256, 299 * 256 + 4}, Extreme::Highest, 4096).empty());
    }

    void allEntitiesAreAskedForInOneQuestion()
    {
        Asked asked;
        constexpr TickIndex step = 51;
        constexpr TickIndex first = 1'700'000'000 / 15 / (step * 64) * (step * 64);
        const FakeEngine engine("[]", [&asked](const std::string& query, const std::string& path) -> FakeEngine::Said {
            asked.add(path + " " + query);
            const std::string time = std::to_string((first + 3 * step - 1) * 15);
            return {"matrix",
                    R"([{"metric":{"Hostname":"n1","gpu":"1"},"values":[[)" + time
                        + R"(,"91"]]},{"metric":{"Hostname":"n1","gpu":"0"},"values":[[)" + time
                        + R"(,"99"]]},{"metric":{"Hostname":"nobody","gpu":"0"},"values":[[)" + time
                        + R"(,"1"]]},{"metric":{"Hostname":"n1","gpu":"0"},"values":[[1,"5"]]}])"};
        });
        EngineReader reader(planOf(engine.url()));
        const SheetKey key{MetricId{3}, Extreme::Highest, step, 64, first};
        const std::vector<float> sheet = reader.sheet(std::string(metrics::gpu::temperature), key, cluster());
        QVERIFY(!reader.takeFailure());
        QCOMPARE(sheet.size(), std::size_t(2 * 64));
        QCOMPARE(sheet[2 * 2], 99.0F);
        QCOMPARE(sheet[2 * 2 + 1], 91.0F);
        QVERIFY(std::isnan(sheet[0]) && std::isnan(sheet[3 * 2]));
        QCOMPARE(asked.queries().size(), std::size_t(1));
        const std::string query = asked.queries().front();
        QVERIFY2(query == "query_range max_over_time(DCGM_FI_DEV_GPU_TEMP[765000ms])", query.c_str());
    }

    void oneEntityIsAskedForAtTheStep()
    {
        Asked asked;
        constexpr TickIndex first = 1'700'000'000 / 15 / 32'768 * 32'768;
        const FakeEngine engine("[]", [&asked](const std::string& query, const std::string& path) -> FakeEngine::Said {
            asked.add(path + " " + query);
            if (path == "query")
                return {"vector",
                        R"([{"metric":{"Hostname":"n1","gpu":"0"},"value":[1,"1"]},)"
                        R"({"metric":{"Hostname":"n1","gpu":"1"},"value":[1,"1"]}])"};
            const std::string time = std::to_string((first + 31) * 15);
            return {"matrix",
                    R"([{"metric":{"Hostname":"n1","gpu":"1","lockstep_extent":"low"},"values":[[)" + time
                        + R"(,"40"]]},{"metric":{"Hostname":"n1","gpu":"1","lockstep_extent":"high"},"values":[[)"
                        + time
                        + R"(,"91"]]},{"metric":{"Hostname":"n1","gpu":"0","lockstep_extent":"high"},"values":[[)"
                        + time + R"(,"99"]]}])"};
        });
        EngineReader reader(planOf(engine.url()));
        QVERIFY(reader.extentMetrics().contains(std::string(metrics::gpu::temperature)));
        const TopologyPtr topology = cluster();
        const std::vector<float> extents
            = reader.extents(std::string(metrics::gpu::temperature), 1, first, 32, CoarsePieces::steps, topology);
        QCOMPARE(extents.size(), 2 * CoarsePieces::steps);
        QCOMPARE(extents[0], 40.0F);
        QCOMPARE(extents[1], 91.0F); // of gpu1, regardless of others
        QVERIFY(std::isnan(extents[2]));
        const std::vector<std::string> queries = asked.queries();
        QCOMPARE(queries.size(), std::size_t(2));
        const std::string within = "DCGM_FI_DEV_GPU_TEMP{Hostname=\"n1\",gpu=\"1\"}[480000ms]";
        QVERIFY2(queries[1].find("max_over_time(" + within + ")") != std::string::npos, queries[1].c_str());
        QVERIFY2(queries[1].find("min_over_time(" + within + ")") != std::string::npos, queries[1].c_str());
        (void)reader.extents(std::string(metrics::gpu::temperature), 0, first, 32, CoarsePieces::steps, topology);
        QCOMPARE(asked.queries().size(), std::size_t(3)); // the mapping of labels to entities is known
    }
};

LOCKSTEP_TEST(tst_coarsepast, TestCoarsePast)
#include "tst_coarsepast.moc"
