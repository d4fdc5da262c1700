// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alertcost.h"
#include "models/analysis/causality/alerts.h"
#include "models/core/metrics/metricnames.h"
#include "tests/models/analysis/causality/smallhall.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

/// Cost of an alert, calculated by hand.
class TestAlertCost : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void waitsBeyondWhatIsUsualCount()
    {
        // A fifth of a GPU always waits for GPU 9, and five and a fifth from second 100 on.
        const Alert alert = alertOn(m_hall.gpu(2, 1), 100, 150);
        const auto columnOf = [&](std::string_view metric, TickIndex tick) {
            std::vector<float> column(32, 0);
            if (metric == metrics::gpu::syncBlame)
                column[9] = tick < tickIndexOf(SmallHall::at(100), 1s) ? 0.2F : 5.2F;
            return column;
        };
        const auto cost = costOf(alert, *m_hall.topology, 1s, SmallHall::at(1000), columnOf);
        QVERIFY(cost.has_value());
        QVERIFY(std::abs(*cost - 250) < 1); // 5 GPUs for 50 s
        // For a rack, all its GPUs count; for an uplink, none.
        QVERIFY(costOf(alertOn(m_hall.rack("A2"), 100, 150), *m_hall.topology, 1s, SmallHall::at(1000), columnOf));
        QVERIFY(!costOf(alertOn(m_hall.device("r0-spine0"), 100, 150), *m_hall.topology, 1s, SmallHall::at(1000),
                        columnOf));
    }

    /// A step ends every 1.6 s and is reported two seconds later. Ranks wait for GPU 9 in every third step, most from
    /// second 100 to 140. The value of the newest tick falls when the next step is added to it.
    void whileAnAlertGoesOnItsCostDoesNotFall()
    {
        constexpr double step = 1.6;
        constexpr double delay = 2;
        const auto blameOf = [](int index) {
            return index % 3 != 0 ? 0.0 : index * step < 100 ? 0.6 : index * step < 140 ? 12.0 : 0.3;
        };
        Alert alert = alertOn(m_hall.gpu(2, 1), 100, 150);
        alert.end.reset();
        double before = 0;
        for (int now = 101; now < 400; ++now) {
            const auto columnOf = [&](std::string_view metric, TickIndex tick) {
                const double begins = static_cast<double>(tick - tickIndexOf(SmallHall::at(0), 1s));
                double sum = 0;
                double seconds = 0;
                for (int index = std::max(0, static_cast<int>(begins / step) - 1);
                     index * step < begins + 1 && (index + 1) * step + delay <= now; ++index) {
                    const double overlap = std::min(begins + 1, (index + 1) * step) - std::max(begins, index * step);
                    sum += std::max(0.0, overlap) * blameOf(index);
                    seconds += std::max(0.0, overlap);
                }
                if (metric != metrics::gpu::syncBlame || begins < 0 || seconds <= 0)
                    return std::vector<float>();
                std::vector<float> column(32, 0);
                column[9] = static_cast<float>(sum / seconds);
                return column;
            };
            const double cost = costOf(alert, *m_hall.topology, 1s, SmallHall::at(now), columnOf).value_or(0);
            QVERIFY2(cost >= before, qPrintable(QStringLiteral("%1 s: %2 after %3").arg(now).arg(cost).arg(before)));
            before = cost;
        }
        const double expected = 9 * 12 * step - 0.2 * 41; // nine steps in 41 s, above the baseline
        QVERIFY2(std::abs(before - expected) < 5, qPrintable(QString::number(before)));
    }

    void restartsOfItsJobsCount()
    {
        // A GPU causes a restart of a job of 16 GPUs. It restarts for half of the time, and no GPU waits.
        TopologyBuilder builder(*m_hall.topology);
        const EntityRef job = builder.add(EntityKind::Job, "train-a", {});
        const TopologyPtr topology = builder.build();
        Alert alert = alertOn(m_hall.gpu(2, 1), 100, 150);
        alert.chain.push_back({"restarted", {}, {}, "train-a"});
        const auto columnOf = [&](std::string_view metric, TickIndex tick) {
            const bool isBefore = tick < tickIndexOf(SmallHall::at(100), 1s);
            std::vector<float> column(32, 0);
            if (metric == metrics::job::gpus)
                column[job.index] = 16;
            if (metric == metrics::job::restartShare)
                column[job.index] = isBefore ? 0 : 0.5F;
            return column;
        };
        const auto cost = costOf(alert, *topology, 1s, SmallHall::at(1000), columnOf);
        QVERIFY(cost.has_value());
        QVERIFY(std::abs(*cost - 8 * 50) < 8);
    }

    void whatWasNotMeasuredIsNotZero()
    {
        const Alert alert = alertOn(m_hall.gpu(2, 1), 100, 150);
        const auto nothing = [](std::string_view, TickIndex) {
            return std::vector<float>();
        };
        QVERIFY(!costOf(alert, *m_hall.topology, 1s, SmallHall::at(1000), nothing));
        const auto silent = [](std::string_view, TickIndex) {
            return std::vector<float>(32, std::numeric_limits<float>::quiet_NaN());
        };
        QVERIFY(!costOf(alert, *m_hall.topology, 1s, SmallHall::at(1000), silent));
    }

    void aHangCostsAllOfItsJob()
    {
        // Two ranks are missing for 40 s, one of them for 10 s more: 16 GPUs idle for 50 s.
        const std::vector<DerivedEvent> events{
            SmallHall::reported(50, m_hall.gpu(1, 2), "gpu.silent", "node-1 gpu2 has fallen silent"),
            SmallHall::reported(60, m_hall.gpu(1, 2), "sync.hang", "train-a hangs: 14 ranks wait for rank 6"),
            SmallHall::reported(60, m_hall.gpu(1, 3), "sync.hang", "train-a hangs: 14 ranks wait for rank 7"),
            SmallHall::over(100, m_hall.gpu(1, 3), "sync.hang"), SmallHall::over(110, m_hall.gpu(1, 2), "sync.hang")};
        double cost = 0;
        for (const Alert& each : alertsAt(events, *m_hall.topology, m_hall.jobs, SmallHall::at(200)))
            cost += each.costGpuSeconds.value_or(0);
        QCOMPARE(cost, 16 * 50.0);
        cost = 0; // so far
        for (const Alert& each : alertsAt(events, *m_hall.topology, m_hall.jobs, SmallHall::at(80)))
            cost += each.costGpuSeconds.value_or(0);
        QCOMPARE(cost, 16 * 20.0);
    }

private:
    static Alert alertOn(EntityRef entity, double onset, double end)
    {
        Alert alert;
        alert.entities = {entity};
        alert.onset = SmallHall::at(onset);
        alert.end = SmallHall::at(end);
        return alert;
    }

    SmallHall m_hall;
};

LOCKSTEP_TEST(tst_alertcost, TestAlertCost)
#include "tst_alertcost.moc"
