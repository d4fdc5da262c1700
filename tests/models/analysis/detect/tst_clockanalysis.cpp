// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/clockanalysis.h"
#include "models/core/eventcodes.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestClockAnalysis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_analysis = ClockAnalysis();
        m_tick = 0;
        m_clocks.assign(5, ClockOffset{0ms, 1ms});
        TopologyBuilder builder;
        for (const char* const name : {"n1", "n2", "n3", "n4", "n5"})
            builder.addNode(name, {}, {});
        m_topology = builder.build();
    }

    void aClockThatStaysPoorIsReportedOnceAndWhenItIsWellAgain()
    {
        m_clocks[1]->uncertainty = 25ms;
        QCOMPARE(run(9).events.size(), std::size_t{0}); // it has to last
        const Derived reported = run(30);
        QCOMPARE(reported.events.size(), std::size_t{1});
        QCOMPARE(reported.events.front().entity, (EntityRef{EntityKind::Node, 1}));
        QCOMPARE(reported.events.front().event.code, std::string(codes::clockUncertain));
        QCOMPARE(reported.events.front().event.severity, Severity::Warning);
        QVERIFY(reported.events.front().event.text.starts_with("n2: clock uncertainty ±25"));
        m_clocks[1]->uncertainty = 1ms;
        QCOMPARE(run(29).events.size(), std::size_t{0});
        const Derived over = run(2);
        QCOMPARE(over.events.size(), std::size_t{1});
        QCOMPARE(over.events.front().event.severity, Severity::Information);
    }

    void farAwayAllClocksAreKnownBadlyAndNoneIsToBlame()
    {
        for (auto& clock : m_clocks)
            clock->uncertainty = 15ms;
        QCOMPARE(run(60).events.size(), std::size_t{0});
        m_clocks[4]->uncertainty = 60ms;
        QCOMPARE(run(60).events.size(), std::size_t{1});
    }

    void aNodeThatFellSilentIsNeitherWellNorIll()
    {
        m_clocks[1]->uncertainty = 25ms;
        QCOMPARE(run(20).events.size(), std::size_t{1});
        m_clocks[1].reset();
        QCOMPARE(run(120).events.size(), std::size_t{0});
    }

    void aClockThatWasSetIsReported()
    {
        (void)run(5);
        m_clocks[2]->offset = -250ms;
        const Derived reported = run(60);
        QCOMPARE(reported.events.size(), std::size_t{1});
        QCOMPARE(reported.events.front().event.code, std::string(codes::clockSet));
        QCOMPARE(reported.events.front().entity, (EntityRef{EntityKind::Node, 2}));
        QVERIFY(reported.events.front().event.text.starts_with("n3: clock was set back by 250"));
    }

    void driftAndWhatIsUncertainAreNoJump()
    {
        for (int second = 0; second < 600; ++second) {
            m_clocks[2]->offset += 30us; // 30 ppm
            m_clocks[3]->offset = second % 2 == 0 ? 20ms : -20ms;
            m_clocks[3]->uncertainty = 9ms;
            for (const DerivedEvent& reported : run(1).events)
                QVERIFY(reported.event.code != codes::clockSet);
        }
    }

    void aClockThatRunsAwayIsReported()
    {
        for (auto& clock : m_clocks)
            clock->uncertainty = 100us;
        // Estimates arrive every ten seconds; uncertain ones fluctuate.
        const auto runFor = [this](int probes, Duration aProbe) {
            Derived all;
            for (int probe = 0; probe < probes; ++probe) {
                m_clocks[1]->offset += aProbe;
                m_clocks[4]->offset = probe % 2 == 0 ? 90us : -90us;
                const Derived reported = run(10);
                all.events.insert(all.events.end(), reported.events.begin(), reported.events.end());
            }
            return all;
        };
        QCOMPARE(runFor(12, 0us).events.size(), std::size_t{0});
        const Derived reported = runFor(4, 3333us); // 20 ms a minute
        QCOMPARE(reported.events.size(), std::size_t{1});
        QCOMPARE(reported.events.front().entity, (EntityRef{EntityKind::Node, 1}));
        QCOMPARE(reported.events.front().event.code, std::string(codes::clockDrift));
        QVERIFY2(reported.events.front().event.text.starts_with("n2: clock gains "),
                 reported.events.front().event.text.c_str());
        QCOMPARE(runFor(20, 3333us).events.size(), std::size_t{0});
        const Derived over = runFor(20, 0us);
        QCOMPARE(over.events.size(), std::size_t{1});
        QCOMPARE(over.events.front().event.severity, Severity::Information);
    }

    void aClockThatIsMendedOrSetDoesNotRunAway()
    {
        m_clocks[1]->offset = 45ms;
        (void)run(60);
        for (int probe = 0; probe < 15; ++probe) {
            m_clocks[1]->offset -= 3ms;
            QCOMPARE(run(10).events.size(), std::size_t{0});
        }
        m_clocks[2]->offset = -250ms;
        for (const DerivedEvent& reported : run(100).events)
            QCOMPARE(reported.event.code, std::string(codes::clockSet));
    }

    void aClockThatWasSetAndThenCorrectedALittleDoesNotRunAway()
    {
        m_clocks.assign(1, ClockOffset{0ms, 100us});
        (void)run(20);
        Derived all;
        for (const Duration by : {Duration(1h), Duration(300us), Duration(0)}) {
            m_clocks[0]->offset += by;
            const Derived reported = run(10);
            all.events.insert(all.events.end(), reported.events.begin(), reported.events.end());
        }
        QCOMPARE(all.events.size(), std::size_t{1});
        QCOMPARE(all.events.front().event.code, std::string(codes::clockSet));
    }

    void aSlowDriftIsReportedOnceItAddsUp()
    {
        Derived all;
        for (int second = 0; second < 300; ++second) {
            m_clocks[2]->offset += 30us;
            const Derived reported = run(1);
            all.events.insert(all.events.end(), reported.events.begin(), reported.events.end());
        }
        QCOMPARE(all.events.size(), std::size_t{1});
        QCOMPARE(all.events.front().entity, (EntityRef{EntityKind::Node, 2}));
    }

    void whenAllRunAwayItIsOurs()
    {
        for (int probe = 0; probe < 20; ++probe) {
            for (auto& clock : m_clocks)
                clock->offset += 10ms;
            QCOMPARE(run(10).events.size(), std::size_t{0});
        }
    }

    void whenMostMoveAtOnceItIsOurs()
    {
        (void)run(5);
        for (auto& clock : m_clocks)
            clock->offset += 3s;
        const Derived reported = run(60);
        QCOMPARE(reported.events.size(), std::size_t{1});
        QVERIFY(reported.events.front().event.text.ends_with("the clock of this machine was set"));
    }

private:
    Derived run(int seconds)
    {
        Derived out;
        for (int second = 0; second < seconds; ++second, ++m_tick)
            m_analysis.step({m_tick, TimePoint(std::chrono::seconds(m_tick))}, *m_topology, m_clocks, out);
        return out;
    }

    ClockAnalysis m_analysis;
    ClockAnalysis::Clocks m_clocks;
    TopologyPtr m_topology;
    TickIndex m_tick = 0;
};

LOCKSTEP_TEST(tst_clockanalysis, TestClockAnalysis)
#include "tst_clockanalysis.moc"
