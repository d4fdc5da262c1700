// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/burstwatch.h"
#include "tests/models/analysis/detect/watch/watchedcolumns.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <random>

using namespace lockstep;
using namespace lockstep::test;

namespace {

/// Eight ports of a node that carry a fifth of their rate, in bursts.
WatchedColumns<BurstWatch> burstyPorts(std::size_t count = 8)
{
    TopologyBuilder builder;
    const EntityRef node = builder.addNode("node-1", {}, {});
    for (int port = 0; port < static_cast<int>(count); ++port)
        builder.add(EntityKind::Port, "mlx5_" + std::to_string(port), node);
    WatchedColumns<BurstWatch> hall(builder.build());
    for (std::vector<float>& column : hall.columns)
        column.assign(count, 0);
    hall.columns[4].assign(count, 0.2F);
    hall.columns[5].assign(count, 1.0F);
    return hall;
}

} // namespace

class TestBurstWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void burstsAtAPortThatIsHardlyUsedAreReported();
    void noBurstsAreReportedOfWhatIsUsualFullOrNeverNearItsRate();
};

void TestBurstWatch::burstsAtAPortThatIsHardlyUsedAreReported()
{
    for (const std::size_t sign : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
        WatchedColumns<BurstWatch> hall = burstyPorts();
        std::normal_distribution<float> noise(1, 0.1F);
        std::mt19937 random(3);
        const float usual = sign < 2 ? 0.0F : 100.0F; // a lossless fabric drops nothing
        const auto at = [&](float rate) {
            return [&hall, &noise, &random, sign, rate, usual] {
                for (std::size_t port = 0; port < 8; ++port)
                    hall.columns[sign][port] = (port == 5 ? rate : usual) * noise(random);
            };
        };
        hall.run(300, at(usual));
        QVERIFY2(hall.count() == 0, hall.texts().c_str());
        hall.run(60, at(2000));
        QVERIFY2(hall.count() == 1, hall.texts().c_str());
        QCOMPARE(hall.reported.events[0].entity, (EntityRef{EntityKind::Port, 5}));
        QCOMPARE(hall.reported.events[0].event.code, std::string("port.microburst"));
        QVERIFY2(hall.reported.events[0].event.text.find("/s\nmean load 20 %, peaks 100 %") != std::string::npos,
                 hall.texts().c_str());
        hall.run(300, at(usual));
        QVERIFY2(hall.count() == 2, hall.texts().c_str());
        QCOMPARE(hall.reported.events[1].event.severity, Severity::Information);
    }
}

void TestBurstWatch::noBurstsAreReportedOfWhatIsUsualFullOrNeverNearItsRate()
{
    WatchedColumns<BurstWatch> usual = burstyPorts();
    usual.columns[2].assign(8, 5000); // from the start
    usual.run(600);
    QVERIFY2(usual.count() == 0, usual.texts().c_str());
    for (const bool isFull : {true, false}) {
        WatchedColumns<BurstWatch> hall = burstyPorts();
        hall.run(300);
        hall.columns[4].assign(8, isFull ? 0.9F : 0.2F); // ordinary congestion, or
        hall.columns[5].assign(8, isFull ? 1.0F : 0.3F); // the drops have another cause
        hall.run(60);
        hall.columns[0].assign(8, 500);
        hall.run(120);
        QVERIFY2(hall.count() == 0, hall.texts().c_str());
    }
    WatchedColumns<BurstWatch> shared = burstyPorts(40); // a job whose traffic changes
    shared.columns[2].assign(40, 100);
    shared.run(300);
    shared.columns[2].assign(40, 5000);
    shared.run(600);
    QVERIFY2(shared.count() == 0, shared.texts().c_str());
    shared.columns[2][7] = 50'000; // then one port has more than that
    shared.run(60);
    QVERIFY2(shared.count() == 1, shared.texts().c_str());
    WatchedColumns<BurstWatch> silent = burstyPorts();
    silent.run(300);
    silent.columns[4].assign(8, noData);
    silent.columns[0].assign(8, 500);
    silent.run(60);
    QVERIFY2(silent.count() == 0, silent.texts().c_str());
}

LOCKSTEP_TEST(tst_burstwatch, TestBurstWatch)
#include "tst_burstwatch.moc"
