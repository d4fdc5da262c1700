// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/powerwatch.h"
#include "tests/models/analysis/detect/watch/watchedcolumns.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

namespace {

WatchedColumns<PowerWatch> poweredHall()
{
    WatchedColumns<PowerWatch> hall(test::TestHall(2, nodesEach, gpusEach).topology);
    hall.columns
        = {std::vector<float>(gpuCount, 700),  std::vector<float>(gpuCount, 0),   std::vector<float>(gpuCount, 1.98e9F),
           std::vector<float>(gpuCount, 0.9F), std::vector<float>(gpuCount, 600), std::vector<float>(gpuCount, 60)};
    return hall;
}

} // namespace

class TestPowerWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRackHeldBelowItsPowerIsReportedOnce();
    void aNodeOrAGpuAloneIsReportedAsSuch();
    void gpusAtTheirOwnLimitAreAtWork();
    void aClockThatNothingExplainsIsReported();
    void withoutReasonsAGpuSlowerThanItsPeersIsReported();
    void aNodeThatBecomesSlowerWithinAJobIsReported();
    void idleClocksAreLow();
};

void TestPowerWatch::aRackHeldBelowItsPowerIsReportedOnce()
{
    auto hall = poweredHall();
    hall.run(60);
    QCOMPARE(hall.count(), std::size_t{0});
    for (std::uint32_t gpu = 0; gpu < gpuCount / 2; ++gpu) {
        hall.columns[0][gpu] = 620;
        hall.columns[1][gpu] = 0x84;
        hall.columns[2][gpu] = 1.8e9F;
    }
    hall.run(30);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.code, std::string("power.cap"));
    QCOMPARE(hall.reported.events[0].entity, rackRef(0));
    QVERIFY2(hall.texts().find("32 GPUs limited to 620\u2009W per GPU, previously 700\u2009W\nclock 1.80\u2009GHz")
                 != std::string::npos,
             hall.texts().c_str());
    for (auto& column : hall.columns)
        column.assign(gpuCount, noData); // a silence is neither
    hall.run(100);
    QCOMPARE(hall.count(), std::size_t{1});
    hall.columns = poweredHall().columns;
    hall.run(60);
    QVERIFY2(hall.count() == 2 && hall.reported.events[1].event.severity == Severity::Information,
             hall.texts().c_str());
}

void TestPowerWatch::aNodeOrAGpuAloneIsReportedAsSuch()
{
    auto hall = poweredHall();
    hall.run(60);
    for (std::uint32_t gpu = 8; gpu < 16; ++gpu)
        hall.columns[0][gpu] = 500;
    hall.columns[0][40] = 500;
    hall.run(30);
    QVERIFY2(hall.count() == 2, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].entity, (EntityRef{EntityKind::Node, 1}));
    QCOMPARE(hall.reported.events[1].entity, gpuRef(40));
}

void TestPowerWatch::gpusAtTheirOwnLimitAreAtWork()
{
    auto hall = poweredHall();
    hall.run(600, [&] {
        for (std::uint32_t gpu = 0; gpu < gpuCount; ++gpu) {
            const bool isHeavy = (hall.tick + gpu) % 7 < 4;
            hall.columns[1][gpu] = isHeavy ? 0x4 : 0; // software power cap
            hall.columns[2][gpu] = isHeavy ? 1.7e9F : 1.98e9F;
        }
    });
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

void TestPowerWatch::aClockThatNothingExplainsIsReported()
{
    auto hall = poweredHall();
    hall.run(60);
    hall.columns[2][5] = 1.2e9F;
    hall.run(60);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.code, std::string("gpu.clock"));
    QCOMPARE(hall.reported.events[0].entity, gpuRef(5));
    hall.columns[2][5] = 1.98e9F;
    hall.run(90);
    QCOMPARE(hall.count(), std::size_t{2});
}

void TestPowerWatch::withoutReasonsAGpuSlowerThanItsPeersIsReported()
{
    for (const bool hasReasons : {true, false}) {
        auto hall = poweredHall();
        const auto throttle = [&](std::uint32_t gpu, std::uint32_t reason, float power, float temperature) {
            hall.columns[1][gpu] = static_cast<float>(reason);
            hall.columns[2][gpu] = 1.7e9F;
            hall.columns[4][gpu] = power;
            hall.columns[5][gpu] = temperature;
        };
        const auto run = [&](int seconds, const std::function<void()>& before = nullptr) {
            hall.run(seconds, [&] {
                if (before)
                    before();
                if (!hasReasons)
                    hall.columns[1].assign(gpuCount, noData);
            });
        };
        run(600);
        run(600, [&] {
            hall.columns = poweredHall().columns;
            throttle(3, 0x4, 700, 66); // at its limit: more work than its peers
            throttle(12, 0x20, 580, 84); // hot: cooling
            for (std::uint32_t gpu = 16; gpu < 24; ++gpu)
                throttle(gpu, 0x4, gpu == 16 ? 480 : 600, 60); // the job of a node
            for (std::uint32_t gpu = 40; gpu < 48; ++gpu) { // often at their limit
                if ((hall.tick / 40 + gpu) % 3 == 0)
                    throttle(gpu, 0x4, 600, 60);
            }
        });
        QVERIFY2(hall.count() == 0, hall.texts().c_str());
        hall.columns = poweredHall().columns;
        throttle(25, 0x4, 560, 58);
        throttle(33, 0x20, 560, 58);
        run(300);
        QVERIFY2(hall.count() == (hasReasons ? 0 : 2), hall.texts().c_str());
        if (hasReasons) { // which are not true at clearly less power
            throttle(25, 0x4, 500, 58);
            throttle(33, 0x20, 500, 58);
            run(300);
        }
        QVERIFY2(hall.count() == 2, hall.texts().c_str());
        QCOMPARE(hall.reported.events[0].entity, gpuRef(25));
        QCOMPARE(hall.reported.events[0].event.code, std::string("gpu.clock"));
        QCOMPARE(hall.reported.events[1].entity, gpuRef(33));
    }
}

void TestPowerWatch::aNodeThatBecomesSlowerWithinAJobIsReported()
{
    auto hall = poweredHall();
    hall.columns[1].assign(gpuCount, noData);
    const auto set = [&](std::uint32_t node, float clock, float utilisation, float power, float temperature) {
        for (std::uint32_t gpu = node * gpusEach; gpu < (node + 1) * gpusEach; ++gpu) {
            hall.columns[2][gpu] = clock;
            hall.columns[3][gpu] = utilisation;
            hall.columns[4][gpu] = power;
            hall.columns[5][gpu] = temperature;
        }
    };
    hall.run(600);
    set(0, 0.345e9F, 0, 80, 35); // idle
    hall.run(200);
    set(0, 1.4e9F, 0.9F, 400, 50); // another job
    set(1, 1.4e9F, 0.7F, 400, 50); // less work
    set(2, 1.4e9F, 0.9F, 400, 80); // hot
    set(3, 1.4e9F, 0.9F, 620, 60); // at its power limit
    hall.run(300);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
    set(4, 1.4e9F, 0.9F, 400, 50);
    hall.run(50);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
    hall.run(30);
    QVERIFY2(hall.count() == gpusEach, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].entity, gpuRef(4 * gpusEach));
    QCOMPARE(hall.reported.events[0].event.code, std::string("gpu.clock"));
    set(4, 1.98e9F, 0.9F, 600, 60);
    hall.run(90);
    QVERIFY2(hall.count() == 2 * gpusEach, hall.texts().c_str());
}

void TestPowerWatch::idleClocksAreLow()
{
    auto hall = poweredHall();
    hall.run(1200, [&] {
        const bool isIdle = hall.tick / 100 % 2 == 1; // alternates between jobs
        hall.columns[1].assign(gpuCount, isIdle ? 1.0F : 0.0F);
        hall.columns[2].assign(gpuCount, isIdle ? 0.345e9F : 1.98e9F);
        hall.columns[3].assign(gpuCount, isIdle ? 0.0F : 0.9F);
    });
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

LOCKSTEP_TEST(tst_powerwatch, TestPowerWatch)
#include "tst_powerwatch.moc"
