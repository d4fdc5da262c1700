// SPDX-License-Identifier: GPL-3.0-or-later
// Transfers between pools of inference services, from spans.
#include "models/analysis/detect/transferanalysis.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/analysishost.h"
#include "models/store/clustermodel.h"
#include "tests/support/fakecluster.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>

#include <cmath>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

namespace serving = metrics::serving;

/// One node whose processes report transfers.
struct ServedWorld
{
    ServedWorld()
    {
        host.add(std::make_unique<TransferAnalysis>());
        cluster.apply(fake.introductions(now), now);
    }

    /// Each second, 98 transfers of 10 ms and two of @p slow, each of 1 MB; of these two, one may fail.
    void run(int seconds, const std::string& job, Duration slow, bool isOneFailed = false)
    {
        for (int second = 0; second < seconds; ++second) {
            now += 1s;
            auto batch = std::make_shared<Batch>(*fake.tick(now).front());
            batch->names = std::make_shared<const std::vector<std::string>>(
                std::vector<std::string>{"", job, "kv", "kv failed", "chat"});
            for (int at = 0; at < 100; ++at) {
                Span span;
                span.kind = SpanKind::Transfer;
                span.end = now;
                span.start = now - (at < 98 ? Duration(10ms) : slow);
                span.lane = span.job = 1;
                span.op = at == 99 && isOneFailed ? 3 : 2;
                span.bytes = 1'000'000;
                batch->tick->spans.push_back(span);
            }
            Span ofService; // so that the service is known as a job
            ofService.start = ofService.end = now;
            ofService.lane = ofService.job = 4;
            ofService.rank = 0;
            batch->tick->spans.push_back(ofService);
            cluster.apply(std::vector<BatchPtr>{batch}, now);
            QVERIFY(test::waitFor([this] { return !host.isBusy(); }));
        }
    }

    [[nodiscard]] float valueOf(std::string_view metric, std::string_view job) const
    {
        const ClusterStore& store = cluster.store();
        const EntityRef entity = store.topology()->find(EntityKind::Job, {}, job);
        const MetricId id = store.metrics().find(metric);
        const std::span<const float> latest = id.isValid() ? store.latest(id) : std::span<const float>();
        return entity.isValid() && entity.index < latest.size() ? latest[entity.index] : noData;
    }

    FakeCluster fake;
    ClusterModel cluster;
    AnalysisHost host{cluster};
    TimePoint now{std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)};
};

} // namespace

class TestTransferAnalysis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPairOfPoolsAndItsServiceHaveQuantilesBytesAndFailures()
    {
        ServedWorld world;
        world.run(40, "chat/prefill->decode", 300ms, true);
        for (const char* job : {"chat/prefill->decode", "chat"}) {
            QVERIFY2(std::abs(world.valueOf(serving::transferTime, job) - 0.01F) < 1e-6F, job);
            QVERIFY2(std::abs(world.valueOf(serving::transferTimeTail, job) - 0.3F) < 1e-6F, job);
            QVERIFY2(std::abs(world.valueOf(serving::transferBytes, job) - 99e6F) < 4e6F, job);
            QVERIFY2(std::abs(world.valueOf(serving::transferFailures, job) - 1) < 0.05F, job);
        }
    }

    void figuresFollowTheLastHalfMinute()
    {
        ServedWorld world;
        world.run(40, "chat/prefill->decode", 300ms);
        world.run(40, "chat/prefill->decode", 20ms);
        QVERIFY(std::abs(world.valueOf(serving::transferTimeTail, "chat/prefill->decode") - 0.02F) < 1e-6F);
        world.run(40, "chat/other->decode", 20ms);
        QVERIFY(std::isnan(world.valueOf(serving::transferTime, "chat/prefill->decode")));
        QCOMPARE(world.valueOf(serving::transferBytes, "chat/prefill->decode"), 0.0F);
        QVERIFY(std::abs(world.valueOf(serving::transferTime, "chat/other->decode") - 0.01F) < 1e-6F);
    }

    void transfersOfATrainingJobAreNot()
    {
        ServedWorld world;
        world.run(5, "llama", 300ms);
        QVERIFY(std::isnan(world.valueOf(serving::transferTime, "llama")));
        QVERIFY(!std::as_const(world.cluster).store().metrics().find(serving::transferTime).isValid());
    }
};

LOCKSTEP_TEST(tst_transferanalysis, TestTransferAnalysis)
#include "tst_transferanalysis.moc"
