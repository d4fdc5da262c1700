// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/costmeter.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr int lag = 5; ///< seconds until a step has ended
constexpr TimePoint hallOpens{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)};

TimePoint second(int at)
{
    return hallOpens + std::chrono::seconds(at);
}

} // namespace

/// Cost of outgoing alerts, when only the last minute of columns is kept.
class TestCostMeter : public QObject
{
    Q_OBJECT

private:
    TopologyPtr m_topology;
    EntityRef m_gpu;
    EntityRef m_link;

    /// Columns of a tick. From second 100 to 400, 5.2 ranks wait for GPU 0, and train-a with 16 GPUs has a goodput of
    /// 40 %. At other times, the values are 0.2 and 90 %.
    static std::vector<float> columnAt(std::string_view metric, TickIndex tick)
    {
        const bool isWrong = tick >= tickIndexOf(second(100), 1s) && tick <= tickIndexOf(second(400), 1s);
        if (metric == metrics::gpu::syncBlame)
            return {isWrong ? 5.2F : 0.2F};
        if (metric == metrics::job::goodput)
            return {isWrong ? 0.4F : 0.9F};
        return metric == metrics::job::gpus ? std::vector<float>{16} : std::vector<float>();
    }
    /// Columns at a moment, when the steps of the last seconds have not ended.
    /// @param kept number of ticks
    static ColumnOf columnsAt(int now, TickIndex kept)
    {
        return [now, kept](std::string_view metric, TickIndex tick) {
            const TickIndex newest = tickIndexOf(second(now), 1s) - lag;
            return tick > newest || tick < newest - kept ? std::vector<float>() : columnAt(metric, tick);
        };
    }
    /// Reported 20 s after it began, followed each second.
    static std::optional<double> metered(Alert alert, const Topology& topology, int until)
    {
        CostMeter meter;
        std::optional<double> cost;
        for (int now = 120; now <= until; ++now) {
            std::vector<Alert> alerts{alert};
            if (now >= 400)
                alerts.front().end = second(400);
            meter.updateCosts(alerts, topology, 1s, second(now), columnsAt(now, 80));
            cost = alerts.front().costGpuSeconds;
        }
        return cost;
    }
    [[nodiscard]] static Alert alertOf(EntityRef entity)
    {
        Alert alert;
        alert.key = "it";
        alert.entities = {entity};
        alert.onset = second(100);
        alert.chain = {{"something", {entity}, second(100)}, {"train-a waits", {}, second(110), "train-a"}};
        return alert;
    }

private Q_SLOTS:
    void initTestCase()
    {
        TopologyBuilder builder;
        const EntityRef node = builder.add(EntityKind::Node, "node-0", builder.add(EntityKind::Rack, "A1", {}));
        m_gpu = builder.add(EntityKind::Gpu, "gpu0", node);
        m_link = builder.add(EntityKind::Port, "nic0", node);
        builder.add(EntityKind::Job, "train-a", {});
        m_topology = builder.build();
    }

    void itSaysWhatAWholeRecordingWouldSay()
    {
        const Alert alert = alertOf(m_gpu);
        for (const int until : {200, 399}) {
            const auto cost = metered(alert, *m_topology, until);
            const auto whole = costOf(alert, *m_topology, 1s, second(until), columnsAt(until, 1'000));
            QVERIFY(cost && whole);
            QVERIFY2(std::abs(*cost / *whole - 1) < 0.05, std::to_string(*cost).c_str()); // the whole is sampled
            QVERIFY(std::abs(*cost - 5 * (until - lag - 100)) < 2); // only the part measured so far
        }
        const auto over = metered(alert, *m_topology, 460); // and does not grow after its end
        QVERIFY2(over && std::abs(*over - 1500) < 2, std::to_string(over.value_or(-1)).c_str());
    }

    void whatBlamesNoGpuCostsWhatItsJobsDoNotDeliver()
    {
        const Alert alert = alertOf(m_link);
        const auto cost = metered(alert, *m_topology, 399);
        QVERIFY2(cost && std::abs(*cost - 16 * 0.5 * (299 - lag)) < 3, std::to_string(cost.value_or(-1)).c_str());
        const auto whole = costOf(alert, *m_topology, 1s, second(399), columnsAt(399, 1'000));
        QVERIFY(whole && std::abs(*cost / *whole - 1) < 0.05);
    }

    void aPauseOfTheMeasurementTakesNothingBack()
    {
        CostMeter meter;
        double before = 0;
        for (int now = 120; now <= 400; ++now) {
            const auto columnOf = [now](std::string_view metric, TickIndex tick) {
                return tick > tickIndexOf(second(160), 1s) || tick > tickIndexOf(second(now), 1s) - 5
                    ? std::vector<float>()
                    : columnAt(metric, tick);
            };
            std::vector<Alert> alerts{alertOf(m_gpu)};
            meter.updateCosts(alerts, *m_topology, 1s, second(now), columnOf);
            if (now < 125)
                continue;
            QVERIFY2(alerts.front().costGpuSeconds, std::to_string(now).c_str());
            QVERIFY(*alerts.front().costGpuSeconds >= before);
            before = *alerts.front().costGpuSeconds;
        }
    }

    void whatNobodyMeasuresIsNotKnown()
    {
        Alert alert = alertOf(m_link);
        alert.chain.resize(1); // no job is reported of
        QVERIFY(!metered(alert, *m_topology, 300));
        alert.costGpuSeconds = 12; // except for the cost given by the alert itself
        QCOMPARE(metered(alert, *m_topology, 300), std::optional(12.0));
    }
};

LOCKSTEP_TEST(tst_costmeter, TestCostMeter)
#include "tst_costmeter.moc"
