// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/gpuworkwatch.h"
#include "tests/models/analysis/detect/watch/watchedcolumns.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <random>

using namespace lockstep;
using namespace lockstep::test;

namespace {

/// GPUs of one job at the same clock, with a little noise. Their collectives are measured only if isTraced is set.
struct WorkingHall
{
    explicit WorkingHall(int seconds) : seconds(seconds) { }

    void run(int minutes, const std::function<float(std::uint32_t gpu)>& work)
    {
        std::normal_distribution<float> noise(1, spread);
        for (int step = 0; step < 60 * minutes / seconds; ++step) {
            std::vector<std::vector<float>> columns(GpuWorkWatch::watched.size(), std::vector<float>(gpuCount, noData));
            for (std::uint32_t gpu = 0; gpu < gpuCount; ++gpu) {
                columns[0][gpu] = work(gpu) > 0 ? 1.0F : 0.0F;
                columns[1][gpu] = 1.98e9F;
                columns[4][gpu] = 70 + 500 * work(gpu) * noise(random);
                columns[5][gpu] = std::min(1.0F, 0.7F * work(gpu) * noise(random));
                if (tensor)
                    columns[3][gpu] = tensor(gpu);
                if (isTraced)
                    columns[2][gpu] = 0.1F;
            }
            ++tick;
            watch.step({{tick, TimePoint(std::chrono::seconds(tick * seconds)), static_cast<float>(seconds)},
                        topology,
                        columns},
                       reported);
        }
    }

    TopologyPtr topology = test::TestHall(2, nodesEach, gpusEach).topology;
    GpuWorkWatch watch;
    Derived reported;
    std::mt19937 random{1};
    int seconds;
    TickIndex tick = 0;
    float spread = 0.02F; ///< of the noise
    bool isTraced = false;
    std::function<float(std::uint32_t gpu)> tensor; ///< null: not measured
};

float alike(std::uint32_t gpu)
{
    return 1 + 0.02F * static_cast<float>(gpu % gpusEach); // slots differ a little
}

} // namespace

class TestGpuWorkWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGpuThatIsBusyWhileOthersWaitIsReported();
    void workThatChangesWithTheJobIsNoFault();
    void aGpuThatComesToResembleItsPeersIsNotSlow();
    void whileAllWaitNoWorkIsCompared();
    void rareSamplesAreSmoothedToo();
    void aSlowGpuDoesNotHideALaterOne();
    void gpusThatAreBusyWithoutWorkingAreAHang();
};

void TestGpuWorkWatch::aGpuThatIsBusyWhileOthersWaitIsReported()
{
    const auto slow = [](std::uint32_t gpu) {
        return alike(gpu) * (gpu == 19 ? 1.0F : 0.85F);
    };
    for (const int seconds : {1, 15, 60}) {
        WorkingHall hall(seconds);
        hall.run(30, alike);
        QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
        hall.run(12, slow);
        QVERIFY2(hall.reported.events.size() == 1, test::sentences(hall.reported).c_str());
        QCOMPARE(hall.reported.events[0].entity, gpuRef(19));
        QCOMPARE(hall.reported.events[0].event.code, std::string("sync.straggler"));
        hall.run(15, alike);
        QVERIFY2(hall.reported.events.size() == 2 && hall.reported.events[1].event.severity == Severity::Information,
                 test::sentences(hall.reported).c_str());
    }
    WorkingHall traced(15); // its waits are better evidence
    traced.isTraced = true;
    traced.run(30, alike);
    traced.run(20, slow);
    QVERIFY2(traced.reported.events.empty(), test::sentences(traced.reported).c_str());
}

void TestGpuWorkWatch::workThatChangesWithTheJobIsNoFault()
{
    WorkingHall hall(15);
    hall.run(30, alike);
    // Another job, whose first rank on each node does less, and then one after a pause.
    hall.run(30, [](std::uint32_t gpu) { return gpu % gpusEach == 0 ? 0.8F : alike(gpu); });
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
    // A page fault in the one second that a scrape sees.
    const TickIndex once = hall.tick + 1;
    hall.run(5, [&](std::uint32_t gpu) { return alike(gpu) * (gpu == 11 && hall.tick + 1 == once ? 1.4F : 0.7F); });
    hall.run(15, alike);
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
    hall.run(5, [](std::uint32_t) { return 0.0F; });
    hall.run(30, [](std::uint32_t gpu) { return gpu == 9 ? 0.8F : alike(gpu); });
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
}

/// Of 16,384 GPUs, a few have learned a ratio that was due to chance.
void TestGpuWorkWatch::aGpuThatComesToResembleItsPeersIsNotSlow()
{
    WorkingHall hall(15);
    hall.run(20, [](std::uint32_t gpu) { return gpu == 19 ? 1.09F : 1.0F; });
    hall.run(20, [](std::uint32_t) { return 1.0F; });
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
    hall.run(20, [](std::uint32_t gpu) { return gpu == 19 ? 0.88F : 1.0F; });
    QVERIFY2(hall.reported.events.size() == 1, test::sentences(hall.reported).c_str());
}

void TestGpuWorkWatch::whileAllWaitNoWorkIsCompared()
{
    WorkingHall hall(15);
    bool isWaiting = false;
    hall.tensor = [&](std::uint32_t gpu) {
        return isWaiting ? (gpu == 11 ? 0.005F : 0.002F) : 0.4F * alike(gpu);
    };
    for (int round = 0; round < 3; ++round) {
        isWaiting = false;
        hall.run(30, alike);
        isWaiting = true; // for a checkpoint, which one of them gathers
        hall.run(4, [](std::uint32_t gpu) { return gpu == 11 ? 0.15F : 0.1F; });
    }
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
}

void TestGpuWorkWatch::rareSamplesAreSmoothedToo()
{
    WorkingHall hall(60);
    hall.spread = 0.045F;
    for (int job = 0; job < 16; ++job) {
        hall.run(180, alike);
        hall.run(5, [](std::uint32_t) { return 0.0F; });
    }
    QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
}

void TestGpuWorkWatch::aSlowGpuDoesNotHideALaterOne()
{
    WorkingHall hall(15);
    hall.run(30, alike);
    hall.run(20, [](std::uint32_t gpu) { return alike(gpu) * (gpu == 19 ? 1.0F : 0.85F); });
    hall.run(12, [](std::uint32_t gpu) { return alike(gpu) * (gpu == 19 || gpu == 40 ? 1.0F : 0.85F); });
    QVERIFY2(hall.reported.events.size() == 2, test::sentences(hall.reported).c_str());
    QCOMPARE(hall.reported.events[1].entity, gpuRef(40));
}

void TestGpuWorkWatch::gpusThatAreBusyWithoutWorkingAreAHang()
{
    const auto hung = [](std::uint32_t gpu) {
        return gpu >= 8 && gpu < 24 ? 0.1F : alike(gpu);
    };
    for (const int seconds : {1, 15, 60}) {
        WorkingHall hall(seconds);
        hall.run(30, alike);
        hall.run(4, hung); // a checkpoint
        hall.run(20, [](std::uint32_t gpu) { return 0.6F * alike(gpu); }); // lighter work
        QVERIFY2(hall.reported.events.empty(), test::sentences(hall.reported).c_str());
        hall.run(8, hung);
        QVERIFY2(hall.reported.events.size() == 1, test::sentences(hall.reported).c_str());
        QCOMPARE(hall.reported.events[0].event.code, std::string("sync.hang"));
        QVERIFY2(hall.reported.events[0].event.text.starts_with("n1 and n2: GPUs busy but doing no work: "),
                 test::sentences(hall.reported).c_str());
        hall.run(5, alike);
        QVERIFY2(hall.reported.events.size() == 2 && hall.reported.events[1].event.severity == Severity::Information,
                 test::sentences(hall.reported).c_str());
    }
}

LOCKSTEP_TEST(tst_gpuworkwatch, TestGpuWorkWatch)
#include "tst_gpuworkwatch.moc"
