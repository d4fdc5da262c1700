// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/retrywatch.h"
#include "tests/models/analysis/detect/watch/watchedcolumns.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr std::uint32_t nicCount = 12;

/// One NIC in each of twelve nodes, all busy and none with retries.
WatchedColumns<RetryWatch> retryingHall()
{
    TopologyBuilder builder;
    for (std::uint32_t node = 0; node < nicCount; ++node)
        (void)builder.add(EntityKind::Port, "mlx5_0/1", builder.addNode("n" + std::to_string(node), {}, {}));
    WatchedColumns<RetryWatch> hall(builder.build());
    hall.columns.assign(RetryWatch::watched.size(), std::vector<float>(nicCount, 0));
    hall.columns[0].assign(nicCount, 10e9F);
    return hall;
}

std::vector<float>& columnOf(WatchedColumns<RetryWatch>& hall, RetryWatch::Sign sign)
{
    return hall.columns[sign + 1];
}

} // namespace

class TestRetryWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void retriesBeyondPastAndPeersAreReported_data();
    void retriesBeyondPastAndPeersAreReported();
    void retriesThatHealthyFabricsHaveAreNot_data();
    void retriesThatHealthyFabricsHaveAreNot();
    void ofALossyPortAndItsPartnersThePortIsReported();
    void ofLossesInOneDirectionTheCommonEndIsReported();
    void retriesThatAreUsualAtAPortAreNotReported();
};

void TestRetryWatch::retriesBeyondPastAndPeersAreReported_data()
{
    QTest::addColumn<int>("sign");
    QTest::addColumn<float>("rate");
    QTest::addColumn<int>("every");
    QTest::addColumn<QString>("text");
    QTest::newRow("retransmits") << int(RetryWatch::Retransmits) << 40.0F << 1 << "retransmits/s, expected 0";
    QTest::newRow("timeouts") << int(RetryWatch::AckTimeouts) << 1.0F << 10
                              << "acknowledgement timeouts/min, expected 0";
    QTest::newRow("RNR") << int(RetryWatch::RnrRetries) << 4.0F << 1 << "receiver-not-ready retries/s, expected 0";
    QTest::newRow("replays") << int(RetryWatch::LinkReplays) << 1.0F << 8 << "link replays/min, expected 0";
}

void TestRetryWatch::retriesBeyondPastAndPeersAreReported()
{
    QFETCH(int, sign);
    QFETCH(float, rate);
    QFETCH(int, every);
    QFETCH(QString, text);
    auto hall = retryingHall();
    auto& column = columnOf(hall, static_cast<RetryWatch::Sign>(sign));
    hall.run(120);
    hall.run(180, [&] { column[3] = hall.tick % every == 0 ? rate : 0.0F; });
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
    QCOMPARE(hall.reported.events[0].event.code, std::string("port.retries"));
    QCOMPARE(hall.reported.events[0].entity, (EntityRef{EntityKind::Port, 3}));
    QVERIFY2(hall.texts().find(text.toStdString()) != std::string::npos, hall.texts().c_str());
    for (auto& each : hall.columns)
        each.assign(nicCount, noData); // a silence is neither
    hall.run(600);
    QCOMPARE(hall.count(), std::size_t{1});
    hall.columns = retryingHall().columns;
    hall.run(1200);
    QVERIFY2(hall.count() == 2 && hall.reported.events[1].event.severity == Severity::Information,
             hall.texts().c_str());
}

void TestRetryWatch::retriesThatHealthyFabricsHaveAreNot_data()
{
    QTest::addColumn<int>("sign");
    QTest::addColumn<float>("rate");
    QTest::addColumn<int>("every");
    QTest::addColumn<bool>("isOfAll");
    QTest::newRow("a retransmit now and then") << int(RetryWatch::Retransmits) << 4.0F << 30 << false;
    QTest::newRow("a timeout in five minutes") << int(RetryWatch::AckTimeouts) << 1.0F << 300 << false;
    QTest::newRow("a burst when a link was reset") << int(RetryWatch::Retransmits) << 5000.0F << 600 << false;
    QTest::newRow("timeouts of one restart") << int(RetryWatch::AckTimeouts) << 64.0F << 600 << false;
    QTest::newRow("a replay an hour") << int(RetryWatch::LinkReplays) << 1.0F << 3600 << false;
    QTest::newRow("what adaptive routing does to all") << int(RetryWatch::OutOfSequence) << 300.0F << 1 << true;
}

void TestRetryWatch::retriesThatHealthyFabricsHaveAreNot()
{
    QFETCH(int, sign);
    QFETCH(float, rate);
    QFETCH(int, every);
    QFETCH(bool, isOfAll);
    auto hall = retryingHall();
    auto& column = columnOf(hall, static_cast<RetryWatch::Sign>(sign));
    hall.run(3600, [&] {
        const float now = hall.tick % every == every / 2 ? rate : 0.0F;
        for (std::uint32_t port = 0; port < nicCount; ++port)
            column[port] = isOfAll || port == 3 ? now * (1 + 0.02F * static_cast<float>(port)) : 0.0F;
    });
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

void TestRetryWatch::ofALossyPortAndItsPartnersThePortIsReported()
{
    auto hall = retryingHall();
    for (const std::uint32_t port : {4U, 5U}) // 4 sends to 5
        columnOf(hall, RetryWatch::Retransmits)[port] = 40;
    for (const std::uint32_t port : {5U, 6U}) // 5 sends to 6
        columnOf(hall, RetryWatch::OutOfSequence)[port] = 40;
    for (const auto sign : {RetryWatch::Retransmits, RetryWatch::OutOfSequence}) // 7 sends to 5, and receives from it
        columnOf(hall, sign)[7] = 4;
    hall.run(300); // from the start, by comparison with peers
    QVERIFY2(hall.count() == 1 && hall.reported.events[0].entity == (EntityRef{EntityKind::Port, 5}),
             hall.texts().c_str());
}

/// KV caches go from prefill to decode only.
void TestRetryWatch::ofLossesInOneDirectionTheCommonEndIsReported()
{
    for (const auto& [common, others] : {std::pair(RetryWatch::Retransmits, RetryWatch::OutOfSequence),
                                         std::pair(RetryWatch::OutOfSequence, RetryWatch::Retransmits)}) {
        auto hall = retryingHall();
        columnOf(hall, common)[3] = 60;
        for (const std::uint32_t port : {5U, 6U})
            columnOf(hall, others)[port] = 30;
        hall.run(300);
        QVERIFY2(hall.count() == 1 && hall.reported.events[0].entity == (EntityRef{EntityKind::Port, 3}),
                 hall.texts().c_str());
    }
}

void TestRetryWatch::retriesThatAreUsualAtAPortAreNotReported()
{
    WatchedColumns<RetryWatch> hall(linkedPorts()); // too few for peers
    hall.columns.assign(RetryWatch::watched.size(), std::vector<float>(5, 0));
    columnOf(hall, RetryWatch::Retransmits)[1] = 20;
    hall.run(900);
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
    columnOf(hall, RetryWatch::Retransmits)[1] = 100;
    hall.run(180);
    QVERIFY2(hall.count() == 1, hall.texts().c_str());
}

LOCKSTEP_TEST(tst_retrywatch, TestRetryWatch)
#include "tst_retrywatch.moc"
