// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/schedulercollector.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/span.h"
#include "models/core/work/stoppablewait.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>

#include <atomic>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

/// A scheduler whose answers the test determines.
class ReportedScheduler final : public SchedulerSource
{
public:
    struct Script
    {
        std::mutex mutex;
        std::function<Result<SchedulerView>()> answer;
        std::atomic<bool> stalls = false;
        std::atomic<bool> isStalling = false;
    };
    explicit ReportedScheduler(std::shared_ptr<Script> script) : m_script(std::move(script)) { }

    [[nodiscard]] std::string name() const override { return "Slurm"; }
    [[nodiscard]] std::string where() const override { return "unix:/x"; }
    [[nodiscard]] Result<SchedulerView> read(const std::stop_token& stop) override
    {
        if (m_script->stalls) {
            m_script->isStalling = true;
            waitFor(1h, stop);
        }
        const std::scoped_lock lock(m_script->mutex);
        return m_script->answer();
    }

private:
    std::shared_ptr<Script> m_script;
};

SchedulerView oneJob(bool isThere)
{
    SchedulerView view;
    SchedulerNode node;
    node.name = "n1.hpc.example";
    node.gpus = 8;
    node.allocated = isThere ? 4 : 0;
    node.isInUse = isThere;
    view.add(node);
    if (!isThere)
        return view;
    SchedulerJob job;
    job.id = "1";
    job.name = "train 1";
    job.tenant = "physics";
    job.state = SchedulerJob::State::Running;
    job.submitted = wallClockNow() - 90s;
    job.started = *job.submitted + 60s;
    job.gpus = 4;
    job.placements = {{"n1.hpc.example", 4, "0-3"}};
    view.add(job, wallClockNow());
    return view;
}

bool hasEvent(const NodeTick& tick, std::string_view code)
{
    return std::ranges::any_of(tick.events, [&](const Event& event) { return event.code == code; });
}

} // namespace

/// Output of an agent that queries a scheduler.
class TestSchedulerCollector : public QObject
{
    Q_OBJECT

private:
    std::shared_ptr<ReportedScheduler::Script> m_script;

    std::unique_ptr<SchedulerCollector> make()
    {
        m_script = std::make_shared<ReportedScheduler::Script>();
        m_script->answer = [] {
            return oneJob(false);
        };
        return std::make_unique<SchedulerCollector>(SchedulerCollector::Options{"slurm", ".hpc.example", 10ms, 10s},
                                                    std::make_unique<ReportedScheduler>(m_script));
    }
    void say(std::function<Result<SchedulerView>()> answer)
    {
        const std::scoped_lock lock(m_script->mutex);
        m_script->answer = std::move(answer);
    }

private Q_SLOTS:
    void withoutASectionNobodyIsAsked()
    {
        SchedulerCollector collector({"kubernetes", {}, 1s, 10s}, nullptr);
        CollectorHarness harness(collector);
        const InventoryItem item = harness.detect();
        QVERIFY(!item.isActive);
        QCOMPARE(item.detail, std::string("off: not configured: the configuration has no section [kubernetes]"));
        QVERIFY(harness.sample(1000).events.empty());
        QVERIFY(!collector.hasChanged() && !collector.needsRedeclaration());
    }

    void aJobIsDeclaredInAHurryAndThenReported()
    {
        const auto collector = make();
        CollectorHarness harness(*collector);
        QVERIFY(harness.detect().isActive);
        harness.sample(1000);
        QCOMPARE(harness.value(metrics::node::gpus, "n1"), 8.0); // as its own agent calls it
        QCOMPARE(harness.value(metrics::scheduler::gpusIdle), 8.0);
        say([] { return oneJob(true); });
        QVERIFY(test::waitFor([&] {
            const NodeTick& tick = harness.sample(2000);
            if (hasEvent(tick, codes::schedulerJobStarted))
                qFatal("reported before it was declared");
            return collector->needsRedeclaration();
        }));
        harness.detect();
        QVERIFY(!collector->needsRedeclaration());
        const NodeTick tick = harness.sample(3000);
        QVERIFY(hasEvent(tick, codes::schedulerJobStarted));
        const auto started = std::ranges::find(tick.events, codes::schedulerJobStarted, &Event::code);
        QCOMPARE(harness.layout().entities[started->entity].name, std::string("train 1"));
        QVERIFY(!tick.spans.empty());
        const Span& span = tick.spans.back();
        QCOMPARE(harness.layout().entities[span.entity].name, std::string("n1"));
        QVERIFY(harness.layout().isOtherNode(span.entity));
        const std::vector<std::string> names = harness.names();
        QCOMPARE(names[span.job], std::string("train 1"));
        QCOMPARE(names[span.communicator], std::string("physics"));
        QCOMPARE(names[span.op], std::string("4 GPUs (0-3)"));
        QCOMPARE(span.bytes, std::uint64_t{4});
        QCOMPARE(span.sequence, std::uint64_t{0xF});
        QCOMPARE(span.rank, Span::noRank);
        QCOMPARE(harness.value(metrics::job::allocatedGpus, "train 1"), 4.0);
        QCOMPARE(harness.value(metrics::job::queueTime, "train 1"), 60.0);
        QCOMPARE(harness.value(metrics::tenant::gpusAllocated, "physics"), 4.0);
        QCOMPARE(harness.value(metrics::node::gpusAllocated, "n1"), 4.0);
        QCOMPARE(harness.value(metrics::scheduler::fragmentation), 1.0);
    }

    void silenceIsReportedAndIsAGap()
    {
        const auto collector = make();
        CollectorHarness harness(*collector);
        harness.detect();
        say([]() -> Result<SchedulerView> { return Error{"nobody there"}; });
        const NodeTick tick
            = harness.sampleUntil(1000, [](const NodeTick& each) { return hasEvent(each, codes::schedulerSilent); });
        QVERIFY(hasEvent(tick, codes::schedulerSilent));
        QVERIFY(tick.events.back().text.find("nobody there") != std::string::npos);
        QVERIFY(test::waitFor([&] {
            harness.sample(2000);
            return std::isnan(harness.value(metrics::scheduler::gpus));
        }));
        QVERIFY(harness.sample(3000).events.empty()); // once, and again after ten minutes
        say([] { return oneJob(false); });
        const NodeTick back
            = harness.sampleUntil(4000, [](const NodeTick& each) { return hasEvent(each, codes::schedulerBack); });
        QVERIFY(hasEvent(back, codes::schedulerBack));
    }

    /// A scheduler with more jobs than there are places for.
    void whateverItSaysIsBounded()
    {
        const auto collector = make();
        say([] {
            SchedulerView view;
            for (int number = 0; number < 20'000; ++number) {
                SchedulerJob job;
                job.id = std::to_string(number);
                job.name = "job " + job.id;
                job.tenant = "tenant " + job.id;
                job.state = SchedulerJob::State::Running;
                job.gpus = 1;
                view.add(std::move(job), wallClockNow());
                SchedulerNode node;
                node.name = "n" + std::to_string(number);
                node.gpus = 8;
                view.add(std::move(node));
            }
            return view;
        });
        CollectorHarness harness(*collector);
        const InventoryItem item = harness.detect();
        QVERIFY(item.isActive);
        QVERIFY2(item.detail.find("more only in the totals") != std::string::npos, item.detail.c_str());
        std::size_t jobs = 0;
        std::size_t tenants = 0;
        for (const EntityDescriptor& entity : harness.layout().entities) {
            jobs += entity.kind == EntityKind::Job ? 1 : 0;
            tenants += entity.kind == EntityKind::Tenant ? 1 : 0;
        }
        QVERIFY(jobs > 0 && jobs <= 2048);
        QVERIFY(harness.layout().sampleCount() <= 20'012);
        QCOMPARE(tenants, SchedulerView::maxTenants + 1); // the rest is one
        QVERIFY(harness.sample(1000).events.size() <= 401);
        QCOMPARE(harness.value(metrics::scheduler::jobsRunning), 20'000.0);
    }

    void itEndsAtOnceThoughTheSchedulerStalls()
    {
        const auto collector = make();
        CollectorHarness harness(*collector);
        harness.detect();
        m_script->stalls = true; // until a stop is requested
        QTRY_VERIFY(m_script->isStalling);
    }
};

LOCKSTEP_TEST(tst_schedulercollector, TestSchedulerCollector)
#include "tst_schedulercollector.moc"
