// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/readers/columnreader.h"
#include "app/session/past/readers/enginereader.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/metrics/pointwise.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/datasources/prometheus/fakeengine.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <atomic>
#include <cmath>
#include <mutex>
#include <string>

using namespace lockstep;
using lockstep::test::FakeEngine;

namespace {

constexpr Duration period = std::chrono::seconds(15);
/// The first tick of a block, long ago.
constexpr TickIndex first = 1'700'000'000 / 15 / 64 * 64;

std::shared_ptr<const EnginePlan> planOf(const std::string& url)
{
    auto plan = std::make_shared<EnginePlan>();
    plan->endpoint.url = url;
    plan->period = period;
    plan->earliest = timeOfTick(first - 64, period);
    const auto add = [&](const char* name, std::string_view metric, double factor, Duration interval) {
        plan->rows.push_back({{"dcgm-exporter", name, std::string(metric), name, factor, {}}, interval, name});
    };
    add("temp", metrics::gpu::temperature, 1, period);
    add("power", metrics::gpu::power, 0.5, 2 * period);
    add("util", metrics::gpu::utilisation, 1, period);
    return plan;
}

double valueAt(std::int64_t seconds, int gpu)
{
    return static_cast<double>(seconds % 1000) + gpu;
}

/// Provides two GPUs of one node over a complete block, for any request.
class TwoGpus
{
public:
    FakeEngine::Said operator()(const std::string& /*query*/, const std::string& /*path*/) const
    {
        std::string series;
        for (int gpu = 0; gpu < 2; ++gpu) {
            std::string values;
            for (TickIndex tick = first; tick < first + 64; ++tick) {
                const std::int64_t seconds = tick * 15;
                values += (values.empty() ? "[" : ",[") + std::to_string(seconds) + ",\""
                    + std::to_string(valueAt(seconds, gpu)) + "\"]";
            }
            series += std::string(series.empty() ? "" : ",") + R"({"metric":{"Hostname":"n1","gpu":")"
                + std::to_string(gpu) + R"("},"values":[)" + values + "]}";
        }
        return {"matrix", "[" + series + "]"};
    }
};

/// n1 with three GPUs: one that the engine does not have, then its two.
TopologyPtr cluster()
{
    TopologyBuilder builder;
    auto identity = std::make_shared<NodeIdentity>();
    identity->name = "n1";
    const EntityRef node = builder.describeNode(std::move(identity));
    for (const char* name : {"gpu9", "gpu0", "gpu1"})
        builder.add(EntityKind::Gpu, name, node);
    return builder.build();
}

/// A past in which gpu9 has one value in some ticks.
class ShortPast : public PastReader
{
public:
    explicit ShortPast(TickRange ticks) : m_ticks(ticks) { }
    void stopWith(const std::stop_token&) override { }
    [[nodiscard]] TickRange ticks() const override { return m_ticks; }

private:
    [[nodiscard]] const PointwiseMetric* computedFrom(std::string_view) const override { return nullptr; }
    [[nodiscard]] RecordedBlock storedBlock(const std::string&, TickIndex begin, EntitySlice,
                                            const TopologyPtr&) override
    {
        RecordedBlock block;
        block.first = begin;
        block.widen(1);
        const float value = -1;
        for (TickIndex tick = m_ticks.from; tick < m_ticks.to; ++tick)
            block.put(tick, 0, std::span(&value, 1));
        return block;
    }
    [[nodiscard]] std::vector<float> storedRow(const std::string&, TickIndex, const TopologyPtr&) override
    {
        return {-1};
    }

    TickRange m_ticks;
};

const std::string temperature(metrics::gpu::temperature);

} // namespace

class TestEngineReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesStandAtTheStoresEntities();
    void aSlowExporterHasNoValuesInBetween();
    void aLabelThatTheQueryMakesIsInNoSelector();
    void whatFollowsFromMetricsIsComputed();
    void nodesArePresentWhereAnythingOfThemIs();
    void whatCannotBeHadNowIsNoHole();
    void aRecordingStandsAboveTheEngine();
};

void TestEngineReader::valuesStandAtTheStoresEntities()
{
    const FakeEngine engine("[]", TwoGpus());
    EngineReader reader(planOf(engine.url()));
    const RecordedBlock block = reader.block(temperature, first, {}, cluster());
    QVERIFY(!reader.takeFailure());
    const std::span<const float> row = block.row(first + 3);
    QCOMPARE(row.size(), std::size_t{3});
    QVERIFY(std::isnan(row[0]));
    QCOMPARE(row[2], static_cast<float>(valueAt((first + 3) * 15, 1)));
    const std::vector<float> single = reader.row(temperature, first + 3, cluster());
    QCOMPARE(single[2], row[2]);
}

/// As of DCGM's counters of NVLinks, each with its link in its name.
void TestEngineReader::aLabelThatTheQueryMakesIsInNoSelector()
{
    TopologyBuilder builder;
    const EntityRef gpu = builder.add(EntityKind::Gpu, "gpu0", builder.addNode("n1", {}, {}));
    const EntityRef link = builder.add(EntityKind::Port, "nvlink3", gpu);
    std::string asked;
    std::mutex mutex;
    const FakeEngine engine("[]", [&](const std::string& query, const std::string& path) -> FakeEngine::Said {
        const std::string series = R"({"metric":{"Hostname":"n1","gpu":"0","nvlink":"3")";
        if (path == "query")
            return {"vector", "[" + series + R"(},"value":[1700000000,"5"]}])"};
        const std::scoped_lock lock(mutex);
        asked = query;
        return {"matrix", "[]"};
    });
    auto plan = std::make_shared<EnginePlan>(*planOf(engine.url()));
    const std::string query = R"(label_replace(rate(replays_L3[45s]), "nvlink", "3", "", ""))";
    plan->rows
        = {{{"dcgm-exporter", "replays_L0", std::string(metrics::port::linkReplays), query, 1, {}}, period, query}};
    EngineReader reader(plan);
    (void)reader.extents(std::string(metrics::port::linkReplays), link.index, first, 4, 8, builder.build());
    const std::scoped_lock lock(mutex);
    QVERIFY2(asked.find(R"(replays_L3{Hostname="n1",gpu="0"}[45s])") != std::string::npos, asked.c_str());
}

void TestEngineReader::aSlowExporterHasNoValuesInBetween()
{
    const FakeEngine engine("[]", TwoGpus());
    EngineReader reader(planOf(engine.url()));
    const std::string power(metrics::gpu::power);
    QVERIFY(!reader.row(power, first + 2, cluster()).empty());
    const std::size_t asked = engine.asked();
    QVERIFY(reader.row(power, first + 3, cluster()).empty());
    QCOMPARE(engine.asked(), asked);
}

void TestEngineReader::whatFollowsFromMetricsIsComputed()
{
    const FakeEngine engine("[]", TwoGpus());
    EngineReader reader(planOf(engine.url()));
    const std::string computed(metrics::gpu::powerPerUtilisation);
    QVERIFY(findPointwise(computed) != nullptr);
    const std::vector<float> row = reader.row(computed, first + 2, cluster());
    QCOMPARE(row.size(), std::size_t{3});
    QVERIFY(!std::isnan(row[1]));
}

void TestEngineReader::nodesArePresentWhereAnythingOfThemIs()
{
    const FakeEngine engine("[]", TwoGpus());
    EngineReader reader(planOf(engine.url()));
    QCOMPARE(reader.row(std::string(metrics::node::reported), first + 2, cluster()), std::vector<float>{1});
}

void TestEngineReader::whatCannotBeHadNowIsNoHole()
{
    std::atomic<bool> isDown = true;
    const FakeEngine engine("[]", [&](const std::string& query, const std::string& path) -> FakeEngine::Said {
        return isDown ? FakeEngine::Said{"", "overloaded"} : TwoGpus()(query, path);
    });
    EngineReader reader(planOf(engine.url()));
    QVERIFY(reader.row(temperature, first + 3, cluster()).empty());
    QVERIFY(reader.takeFailure());
    isDown = false;
    QVERIFY(!reader.row(temperature, first + 3, cluster()).empty());
    QVERIFY(!reader.takeFailure());
}

void TestEngineReader::aRecordingStandsAboveTheEngine()
{
    const FakeEngine engine("[]", TwoGpus());
    LayeredReader reader(std::make_unique<ShortPast>(TickRange{first + 10, first + 20}),
                         std::make_unique<EngineReader>(planOf(engine.url())));
    QCOMPARE(reader.ticks().from, first - 64);
    const RecordedBlock block = reader.block(temperature, first, {}, cluster());
    QCOMPARE(block.row(first + 10)[0], -1.0F);
    QVERIFY(std::isnan(block.row(first + 10)[1]));
    QVERIFY(!std::isnan(block.row(first + 9)[1]));
    QCOMPARE(reader.row(temperature, first + 19, cluster()).front(), -1.0F);
    QVERIFY(!std::isnan(reader.row(temperature, first + 20, cluster())[1]));
}

LOCKSTEP_TEST(tst_enginereader, TestEngineReader)

#include "tst_enginereader.moc"
