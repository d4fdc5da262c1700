// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/metrics/pointwise.h"
#include "models/store/clusterstore.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep;
using namespace lockstep::test;

namespace {

/// One switch port that reports its utilisation and, optionally, its peak.
class PortNode
{
public:
    explicit PortNode(bool hasPeak = true)
    {
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 1;
        const MetricDescriptor& utilisation = *findMetric(metrics::port::utilisation);
        layout->metrics = {utilisation};
        layout->entities = {{EntityKind::Node, "n1", 0}, {EntityKind::Port, "p1", 0}, {EntityKind::Port, "p2", 0}};
        layout->columns = {{0, {1, 2}}};
        if (hasPeak) {
            layout->metrics.push_back(peakOf(utilisation));
            layout->columns.push_back({1, {1, 2}});
        }
        m_layout = std::move(layout);
    }

    [[nodiscard]] BatchPtr tick(int second, std::vector<float> values)
    {
        auto batch = std::make_shared<Batch>();
        batch->node = "n1";
        batch->sequence = ++m_sequence;
        batch->received = at(second);
        batch->tick = NodeTick{at(second), m_layout, std::move(values), {}, {}};
        return batch;
    }

private:
    std::shared_ptr<const NodeLayout> m_layout;
    std::uint64_t m_sequence = 0;
};

} // namespace

class TestPointwise : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRowIsSound()
    {
        for (const PointwiseMetric& row : pointwiseMetrics()) {
            const char* const name = row.descriptor.name.c_str();
            QVERIFY2(findMetric(name) != nullptr && !row.descriptor.derivation.empty(), name);
            QVERIFY2(!row.inputs.empty() && row.inputs.size() <= PointwiseMetric::maxInputs, name);
            for (const std::string_view input : row.inputs) {
                const std::string_view mean = input.ends_with(metrics::peakSuffix)
                    ? input.substr(0, input.size() - metrics::peakSuffix.size())
                    : input;
                QVERIFY2(findMetric(mean) != nullptr, name);
                QCOMPARE(findMetric(mean)->entityKind, row.descriptor.entityKind);
                QVERIFY2(findPointwise(input) == nullptr, name); // inputs are measured
            }
            const std::vector<float> nothing(PointwiseMetric::maxInputs, noData);
            QVERIFY2(std::isnan(row.valueOf(nothing.data())), name);
        }
    }

    void aBurstIsMeasuredAgainstTheMean()
    {
        const auto burst = [](float mean, float peak) {
            const float in[] = {mean, peak};
            return findPointwise(metrics::port::burst)->valueOf(in);
        };
        QCOMPARE(burst(0.1F, 0.8F), 8.0F);
        QCOMPARE(burst(0.5F, 0.4F), 1.0F); // a peak sampled more coarsely than the mean
        QVERIFY(std::isnan(burst(0.0001F, 0.8F)));
        QVERIFY(std::isnan(burst(noData, 0.8F)));
    }

    void aGpuThatDoesLittleForItsPowerShows()
    {
        const auto perUtilisation = [](float power, float utilisation) {
            const float in[] = {power, utilisation};
            return findPointwise(metrics::gpu::powerPerUtilisation)->valueOf(in);
        };
        QCOMPARE(perUtilisation(400, 0.8F), 500.0F);
        QCOMPARE(perUtilisation(400, 0.4F), 1000.0F);
        QVERIFY(std::isnan(perUtilisation(70, 0))); // idle: division by zero
        QVERIFY(std::isnan(perUtilisation(noData, 1)));
    }

    void itIsKnownOnceAllThatItFollowsFromIs()
    {
        ClusterStore store;
        (void)store.apply(std::vector{PortNode(false).tick(0, {0.1F, 0.2F})});
        QVERIFY(!store.metrics().find(metrics::port::burst).isValid());
        const ChangeSet changes = store.apply(std::vector{PortNode().tick(1, {0.1F, 0.2F, 0.5F, 0.2F})});
        QVERIFY(changes.metrics);
        QVERIFY(store.metrics().find(metrics::port::burst).isValid());
    }

    void itIsThereForEveryTickThatItsInputsAreThereFor()
    {
        ClusterStore store;
        PortNode node;
        const TickIndex first = tickIndexOf(at(0), std::chrono::seconds(1));
        (void)store.apply(std::vector{node.tick(0, {0.1F, 0.2F, 0.5F, 0.2F}), node.tick(1, {0.1F, 0.2F, 0.3F, 0.8F})});
        const MetricId burst = store.metrics().find(metrics::port::burst);
        const auto column = store.column(burst, first);
        QCOMPARE(std::vector(column.begin(), column.end()), (std::vector{5.0F, 1.0F}));
        const auto latest = store.latest(burst);
        QCOMPARE(std::vector(latest.begin(), latest.end()), (std::vector{3.0F, 4.0F}));
        std::vector<float> series;
        store.series(burst, 1, {first - 1, first + 3}, series);
        QVERIFY(std::isnan(series[0]) && std::isnan(series[3]));
        QCOMPARE(series[1], 1.0F);
        QCOMPARE(series[2], 4.0F);
        QVERIFY(store.column(burst, first + 9).empty());
    }

    void itFollowsWhatComesLate()
    {
        ClusterStore store;
        PortNode node;
        const TickIndex first = tickIndexOf(at(0), std::chrono::seconds(1));
        (void)store.apply(std::vector{node.tick(0, {0.1F, noData, 0.5F, noData}), node.tick(1, {1, 1, 1, 1})});
        const MetricId burst = store.metrics().find(metrics::port::burst);
        QVERIFY(std::isnan(store.column(burst, first)[1]));
        (void)store.apply(std::vector{node.tick(0, {0.1F, 0.2F, 0.5F, 0.4F})});
        QCOMPARE(store.column(burst, first)[1], 2.0F);
    }

    void whoSendsOneUnderItsNameDoesNotReplaceIt()
    {
        ClusterStore store;
        (void)store.declare(std::vector{*findMetric(metrics::port::burst)});
        (void)store.apply(std::vector{PortNode().tick(0, {0.1F, 0.2F, 0.5F, 0.2F})});
        QCOMPARE(store.latest(store.metrics().find(metrics::port::burst))[0], 5.0F);
    }
};

LOCKSTEP_TEST(tst_pointwise, TestPointwise)
#include "tst_pointwise.moc"
