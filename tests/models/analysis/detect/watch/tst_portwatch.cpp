// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/portwatch.h"
#include "tests/models/analysis/detect/watch/watchedcolumns.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

namespace {

WatchedColumns<PortWatch> linkedHall()
{
    WatchedColumns<PortWatch> hall(linkedPorts());
    hall.columns.assign(PortWatch::watched.size(), std::vector<float>(5, 0));
    hall.columns[0] = {1, 1, 1, 1, 0};
    return hall;
}

} // namespace

class TestPortWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLinkThatFallsIsReportedOnceForBothEnds();
    void errorsOfALinkThatIsUpAreReported();
    void anNvlinkIsNamedWithItsGpu();
    void errorsOfAGpusLinksAreReportedUnlessAllHaveThem();
};

void TestPortWatch::aLinkThatFallsIsReportedOnceForBothEnds()
{
    auto hall = linkedHall();
    hall.run(30);
    QVERIFY2(hall.count() == 0, hall.texts().c_str()); // ports that never came up are unused
    hall.columns[0] = {0, 0, 0, 0, 0};
    hall.run(10);
    QVERIFY2(hall.count() == 2, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].entity, (EntityRef{EntityKind::Port, 0}));
    QCOMPARE(hall.reported.events[0].event.severity, Severity::Critical);
    QCOMPARE(hall.reported.events[1].entity, (EntityRef{EntityKind::Port, 2}));
    QCOMPARE(hall.reported.events[1].event.severity, Severity::Warning);
    hall.columns[0] = {1, 1, 1, 1, 0};
    hall.run(30);
    hall.columns[0] = {0, 0, 1, 1, 0}; // it flaps
    hall.run(10);
    QCOMPARE(hall.count(), std::size_t{2});
    hall.columns[0] = {1, 1, 1, 1, 0};
    hall.run(120);
    QVERIFY2(hall.count() == 4, hall.texts().c_str());
}

void TestPortWatch::errorsOfAGpusLinksAreReportedUnlessAllHaveThem()
{
    WatchedColumns<PortWatch> hall(test::TestHall(2, nodesEach, gpusEach).topology);
    hall.columns.assign(PortWatch::watched.size(), {});
    hall.columns[6].assign(gpuCount, 0.1F); // corrected errors of all NVLinks
    hall.columns[7].assign(gpuCount, 0);
    hall.run(1200);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
    hall.columns[6][5] = 20;
    hall.columns[7][9] = 0.2F;
    hall.run(120);
    QVERIFY2(hall.count() == 2, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].entity, gpuRef(5));
    QCOMPARE(hall.reported.events[0].event.code, std::string("port.errors"));
    QVERIFY2(hall.reported.events[1].event.text.find("PCIe replays within minutes") != std::string::npos,
             hall.texts().c_str());
    QCOMPARE(hall.reported.events[1].entity, gpuRef(9));
    hall.columns[6][5] = 0.1F;
    hall.columns[7][9] = 0;
    hall.run(2400);
    QVERIFY2(hall.count() == 4, hall.texts().c_str());
}

void TestPortWatch::anNvlinkIsNamedWithItsGpu()
{
    TopologyBuilder builder;
    const EntityRef gpu = builder.add(EntityKind::Gpu, "gpu6", builder.addNode("n1", {}, {}));
    (void)builder.add(EntityKind::Port, "nvlink3", gpu);
    WatchedColumns<PortWatch> hall(builder.build());
    hall.columns.assign(PortWatch::watched.size(), std::vector<float>(1, 0));
    hall.columns[0] = {1};
    hall.columns[5] = {2}; // it trains again and again
    hall.run(30);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    const std::string& text = hall.reported.events[0].event.text;
    QVERIFY2(text.starts_with("n1 gpu6 nvlink3: "), text.c_str());
    QVERIFY2(text.find("board") != std::string::npos && text.find("cable") == std::string::npos, text.c_str());
}

void TestPortWatch::errorsOfALinkThatIsUpAreReported()
{
    auto hall = linkedHall();
    hall.run(3600, [&] { hall.columns[1][2] = hall.tick % 400 == 0 ? 1.0F : 0.0F; });
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
    hall.columns[1][2] = 0;
    hall.run(30, [&] { hall.columns[1][1] = hall.tick % 2 == 0 ? 3.0F : 0.0F; });
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.code, std::string("port.errors"));
    hall.columns[1][1] = 0;
    hall.run(1200);
    QCOMPARE(hall.count(), std::size_t{2});
}

LOCKSTEP_TEST(tst_portwatch, TestPortWatch)
#include "tst_portwatch.moc"
