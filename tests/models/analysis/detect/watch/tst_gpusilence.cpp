// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/gpusilence.h"
#include "tests/models/analysis/detect/watch/watchedcolumns.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

namespace {

WatchedColumns<GpuSilence> heardHall()
{
    WatchedColumns<GpuSilence> hall(test::TestHall(2, nodesEach, gpusEach).topology);
    hall.columns = {std::vector<float>(gpuCount, 50), std::vector<float>(gpuCount, 500),
                    std::vector<float>(gpuCount, 0.9F), std::vector<float>(2 * nodesEach, 1)};
    return hall;
}

void silence(WatchedColumns<GpuSilence>& hall, std::uint32_t first, std::uint32_t count)
{
    for (std::size_t column = 0; column < 3; ++column) {
        for (std::uint32_t gpu = first; gpu < first + count; ++gpu)
            hall.columns[column][gpu] = noData;
    }
}

} // namespace

class TestGpuSilence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGpuThatFallsSilentIsReported();
    void allGpusOfANodeAreTheNodes();
    void aNodeThatIsSilentAltogetherIsNotGpuSilence();
};

void TestGpuSilence::aGpuThatFallsSilentIsReported()
{
    auto hall = heardHall();
    silence(hall, 60, 1); // never reported
    hall.run(20);
    silence(hall, 11, 1);
    hall.run(2);
    QCOMPARE(hall.count(), std::size_t{0}); // a tick may be late
    hall.run(20);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].entity, gpuRef(11));
    QCOMPARE(hall.reported.events[0].event.severity, Severity::Critical);
    hall.columns = heardHall().columns;
    hall.run(20);
    QCOMPARE(hall.count(), std::size_t{2});
    QCOMPARE(hall.reported.events[1].event.severity, Severity::Information);
}

void TestGpuSilence::allGpusOfANodeAreTheNodes()
{
    auto hall = heardHall();
    hall.run(20);
    silence(hall, 16, 8);
    hall.run(20);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].entity, (EntityRef{EntityKind::Node, 2}));
}

void TestGpuSilence::aNodeThatIsSilentAltogetherIsNotGpuSilence()
{
    auto hall = heardHall();
    hall.run(20);
    silence(hall, 16, 8);
    hall.columns[3][2] = noData;
    hall.run(60);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
    hall.columns = heardHall().columns;
    hall.run(20);
    for (int outage = 0; outage < 3; ++outage) { // a node that stops and starts reports a tick without its GPUs
        silence(hall, 16, 8);
        hall.run(1);
        hall.columns[3][2] = noData;
        hall.run(60);
        hall.columns[3][2] = 1;
        hall.run(1);
        hall.columns = heardHall().columns;
        hall.run(20);
    }
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

LOCKSTEP_TEST(tst_gpusilence, TestGpuSilence)
#include "tst_gpusilence.moc"
