// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/cpuclockwatch.h"
#include "tests/models/analysis/detect/watch/watchedcolumns.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <random>

using namespace lockstep;
using namespace lockstep::test;

namespace {

/// CPUs of eight nodes: clock and load. The clocks vary slightly.
struct ClockedHall
{
    explicit ClockedHall(int seconds = 15) : seconds(seconds) { }

    void run(int minutes, const std::function<void(std::vector<std::vector<float>>&)>& change = nullptr)
    {
        std::normal_distribution<float> noise(1, 0.01F);
        for (int step = 0; step < 60 * minutes / seconds; ++step) {
            std::vector<std::vector<float>> columns{std::vector<float>(nodes), std::vector<float>(nodes, 0.13F),
                                                    std::vector<float>(nodes, 0)};
            for (float& clock : columns[0])
                clock = 3.4e9F * noise(random);
            if (change)
                change(columns);
            ++tick;
            watch.step({{tick, TimePoint(std::chrono::seconds(tick * seconds)), static_cast<float>(seconds)},
                        topology,
                        columns},
                       reported);
        }
    }

    static constexpr std::size_t nodes = 8;
    TopologyPtr topology = test::TestHall(2, nodes / 2, 1).topology;
    CpuClockWatch watch;
    Derived reported;
    std::mt19937 random{1};
    int seconds;
    TickIndex tick = 0;
};

} // namespace

class TestCpuClockWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCpuThatIsSlowAtItsLoadIsReported();
    void clocksThatFollowLoadOrJobAreNoFault();
    void aCpuThatHeatKeepsThrottlingIsReported();
};

void TestCpuClockWatch::aCpuThatIsSlowAtItsLoadIsReported()
{
    for (const int seconds : {1, 15, 60}) {
        ClockedHall hall(seconds);
        hall.run(30);
        hall.run(8, [](auto& columns) { columns[0][3] /= 2; });
        QVERIFY2(hall.reported.events.size() == 1, test::sentences(hall.reported).c_str());
        const DerivedEvent& event = hall.reported.events[0];
        QCOMPARE(event.entity, (EntityRef{EntityKind::Node, 3}));
        QCOMPARE(event.event.code, std::string("node.cpu_clock"));
        QVERIFY2(event.event.text.find("at 13 % load, baseline 3.") != std::string::npos, event.event.text.c_str());
        QVERIFY(*event.event.fields.value < 0.8 * *event.event.fields.baseline);
        hall.run(12);
        QVERIFY2(hall.reported.events.size() == 2 && hall.reported.events[1].event.severity == Severity::Information,
                 test::sentences(hall.reported).c_str());
    }
}

void TestCpuClockWatch::clocksThatFollowLoadOrJobAreNoFault()
{
    ClockedHall hall;
    hall.run(30);
    hall.run(20, [](auto& columns) { // its job ends
        columns[0][3] = 0.8e9F;
        columns[1][3] = 0.01F;
    });
    hall.run(20, [](auto& columns) { // more cores at work are slower
        columns[0][5] = 2.6e9F;
        columns[1][5] = 0.7F;
    });
    hall.run(20, [](auto& columns) { // a job of vector instructions on four nodes
        for (std::size_t node = 0; node < 4; ++node)
            columns[0][node] = 2.4e9F;
    });
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
}

void TestCpuClockWatch::aCpuThatHeatKeepsThrottlingIsReported()
{
    ClockedHall hall;
    hall.run(1, [](auto& columns) { columns[0].clear(); });
    int sample = 0;
    hall.run(20, [&](auto& columns) { columns[2][3] = ++sample % 20 == 0 ? 0.2F : 0.0F; }); // now and then
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
    hall.run(5, [](auto& columns) { columns[2][3] = 4; });
    QVERIFY2(hall.reported.events.size() == 1, test::sentences(hall.reported).c_str());
    QVERIFY2(hall.reported.events[0].event.text == "n3: heat throttles the CPU",
             test::sentences(hall.reported).c_str());
    hall.run(20, [](auto& columns) { // all of a site do
        for (float& throttles : columns[2])
            throttles = 4;
    });
    QCOMPARE(test::ofCode(hall.reported, "node.cpu_clock").size(), std::size_t{2});
}

LOCKSTEP_TEST(tst_cpuclockwatch, TestCpuClockWatch)
#include "tst_cpuclockwatch.moc"
