// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/trafficanalysis.h"
#include "models/core/eventcodes.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace lockstep;

namespace {

constexpr float line = 50e9F; ///< bytes a second, of each node's one port

} // namespace

/// Two jobs of two nodes each, which send in one burst per step.
class TestJobTraffic : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_traffic = JobTraffic();
        m_tick = 0;
        m_seconds = 1;
        TopologyBuilder builder;
        for (const char* const name : {"n1", "n2", "n3", "n4"}) {
            const EntityRef node = builder.addNode(name, {}, {});
            builder.add(EntityKind::Port, "mlx5_0/1", node);
        }
        m_topology = builder.build();
        m_jobs = {{"a", {EntityKind::Node, 0}, {0, 1}}, {"b", {EntityKind::Node, 2}, {2, 3}}};
    }

    void aJobThatGoesOnAsItDidIsNothing() { QCOMPARE(run(600, 7, 1).size(), std::size_t{0}); }

    /// Watching that starts during a flood must not learn it as normal.
    void whatAJobSendsOutlivesARestart()
    {
        LearnedBaselines baselines;
        withJobs();
        m_traffic = JobTraffic(&baselines);
        (void)run(180, 7, 1);
        QCOMPARE(baselines.entries().size(), std::size_t{2});
        m_traffic = JobTraffic(&baselines);
        QCOMPARE(run(60, 7, 4).size(), std::size_t{1});
        m_traffic = JobTraffic();
        QCOMPARE(run(60, 7, 4).size(), std::size_t{0});
        // A job of the same name on other nodes is a different job.
        m_jobs[1].nodes = {3};
        m_traffic = JobTraffic(&baselines);
        QCOMPARE(run(60, 7, 4).size(), std::size_t{0});
    }

    void itsTrafficIsAMetric()
    {
        withJobs();
        Derived out;
        const float unknown = std::numeric_limits<float>::quiet_NaN();
        m_traffic.step({{3, {}, 5, 19}, *m_topology, m_jobs, {1e9F, 2e9F, unknown, unknown}, {}}, out);
        QCOMPARE(out.columns.size(), std::size_t{1});
        QCOMPARE(out.columns.front().tick, TickIndex{19}); // of the store, for agents that report every 5 s, too
        QCOMPARE(out.columns.front().values.at(0), 3e9F);
        QVERIFY(std::isnan(out.columns.front().values.at(1))); // not measured is not zero
    }

    void aJobThatFloodsTheFabricIsReported()
    {
        (void)run(60, 7, 1);
        const auto reported = run(30, 7, 4);
        QCOMPARE(reported.size(), std::size_t{1});
        QCOMPARE(reported.front().entity, (EntityRef{EntityKind::Node, 2}));
        QCOMPARE(reported.front().event.code, std::string(codes::jobTraffic));
        QVERIFY2(reported.front().event.text.starts_with("b: traffic 4.0 times"), reported.front().event.text.c_str());
        QCOMPARE(run(120, 7, 4).size(), std::size_t{0});
        const auto over = run(120, 7, 1);
        QCOMPARE(over.size(), std::size_t{1});
        QCOMPARE(over.front().event.severity, Severity::Information);
    }

    void longTicksSayTheSame()
    {
        for (const float seconds : {5.0F, 15.0F, 30.0F}) {
            init();
            m_seconds = seconds;
            QCOMPARE(run(40, 1, 1).size(), std::size_t{0});
            QCOMPARE(run(8, 1, 4).size(), std::size_t{1});
            QCOMPARE(run(40, 1, 1).size(), std::size_t{1});
        }
    }

    void longStepsAreReportedToo()
    {
        (void)run(120, 25, 1);
        QCOMPARE(run(90, 25, 4).size(), std::size_t{1});
    }

    void oneLargeBurstIsNothing()
    {
        (void)run(60, 7, 1);
        QCOMPARE(run(7, 7, 4).size(), std::size_t{0}); // as parameters are sent to all at a start
        QCOMPARE(run(120, 7, 1).size(), std::size_t{0});
    }

    void aJobThatRestedSendsAsUsualAgain()
    {
        (void)run(60, 7, 1);
        (void)run(300, 7, 0);
        QCOMPARE(run(120, 7, 1).size(), std::size_t{0});
    }

    void littleTrafficTakesNothingFromAnybody()
    {
        (void)run(60, 7, 0.01F);
        QCOMPARE(run(60, 7, 0.05F).size(), std::size_t{0});
    }

private:
    /// As ranks declare them.
    void withJobs()
    {
        TopologyBuilder builder(*m_topology);
        for (const JobTraffic::Job& job : m_jobs)
            builder.add(EntityKind::Job, job.name, {});
        m_topology = builder.build();
    }

    std::vector<DerivedEvent> run(int ticks, int step, float factor)
    {
        Derived out;
        const std::vector<float> rates(4, line * 8);
        for (int each = 0; each < ticks; ++each, ++m_tick) {
            const float sent = m_tick % step == 0 ? 0.2F * line : 0;
            const AnalysedTick tick{m_tick, TimePoint(std::chrono::seconds(m_tick * static_cast<int>(m_seconds))),
                                    m_seconds};
            m_traffic.step({tick, *m_topology, m_jobs, {sent, sent, factor * sent, factor * sent}, rates}, out);
        }
        return out.events;
    }

    JobTraffic m_traffic;
    TopologyPtr m_topology;
    std::vector<JobTraffic::Job> m_jobs;
    TickIndex m_tick = 0;
    float m_seconds = 1; ///< length of a tick
};

LOCKSTEP_TEST(tst_jobtraffic, TestJobTraffic)
#include "tst_jobtraffic.moc"
