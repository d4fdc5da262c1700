// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/eccwatch.h"
#include "tests/models/analysis/detect/watch/watchedcolumns.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

class TestEccWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void memoryThatFailsIsReported();
    void rowsThatWaitOrCannotBeRemappedAreReported();
};

void TestEccWatch::rowsThatWaitOrCannotBeRemappedAreReported()
{
    WatchedColumns<EccWatch> hall(test::TestHall(2, nodesEach, gpusEach).topology);
    hall.columns.assign(EccWatch::watched.size(), std::vector<float>(gpuCount, 0));
    hall.run(10);
    hall.columns[2][9] = 1;
    hall.run(10);
    QVERIFY2(hall.count() == 1 && hall.reported.events[0].entity == gpuRef(9), hall.texts().c_str());
    QVERIFY(hall.reported.events[0].event.severity == Severity::Warning);
    hall.columns[2][9] = noData;
    hall.run(600); // silence does not clear a fault
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    hall.columns[3][9] = 1;
    hall.run(10);
    QVERIFY2(hall.count() == 2 && hall.reported.events[1].event.severity == Severity::Critical, hall.texts().c_str());
    QVERIFY2(hall.texts().find("could not be remapped") != std::string::npos, hall.texts().c_str());
    hall.columns[2][9] = hall.columns[3][9] = 0; // another board
    hall.run(150);
    QVERIFY2(hall.count() == 3 && hall.reported.events[2].event.severity == Severity::Information,
             hall.texts().c_str());
}

void TestEccWatch::memoryThatFailsIsReported()
{
    WatchedColumns<EccWatch> hall(test::TestHall(2, nodesEach, gpusEach).topology);
    hall.columns = {std::vector<float>(gpuCount, 0), std::vector<float>(gpuCount, 0), {}, {}}; // nothing of rows
    hall.run(3600, [&] { hall.columns[0][3] = hall.tick % 120 == 0 ? 1.0F : 0.0F; });
    QVERIFY2(hall.count() == 0, hall.texts().c_str()); // error correction is expected to correct some errors
    hall.columns[0][3] = 0;
    hall.columns[0][9] = 2;
    hall.run(6);
    QVERIFY2(hall.count() == 1 && hall.reported.events[0].entity == gpuRef(9), hall.texts().c_str());
    hall.columns[1][9] = 1;
    hall.run(1);
    QVERIFY2(hall.count() == 2 && hall.reported.events[1].event.severity == Severity::Critical, hall.texts().c_str());
    hall.columns[0].assign(gpuCount, 0);
    hall.columns[1].assign(gpuCount, 0);
    hall.run(1800);
    QVERIFY2(hall.count() == 3 && hall.reported.events[2].event.severity == Severity::Information,
             hall.texts().c_str());
}

LOCKSTEP_TEST(tst_eccwatch, TestEccWatch)
#include "tst_eccwatch.moc"
