// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricboard.h"
#include "tests/support/testentry.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;

namespace {

FabricBoard::Flows flowsOf(std::size_t count, float bandwidth)
{
    auto flows = std::make_shared<std::vector<CommunicatorFlow>>(count);
    for (CommunicatorFlow& flow : *flows)
        flow.busBandwidth = bandwidth;
    return flows;
}

} // namespace

class TestFabricBoard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachTickTellsItsOwnOrTheLastBefore()
    {
        FabricBoard board;
        QSignalSpy changes(&board, &FabricBoard::changed);
        QVERIFY(board.flows() != nullptr && board.flows()->empty());
        QVERIFY(board.flowsAt(100) == nullptr);
        board.publish(100, flowsOf(1, 10));
        board.publish(103, flowsOf(1, 20));
        QCOMPARE(changes.count(), 2);
        QVERIFY(board.flowsAt(99) == nullptr);
        QCOMPARE(board.flowsAt(100)->front().busBandwidth, 10.0F);
        QCOMPARE(board.flowsAt(102)->front().busBandwidth, 10.0F);
        QCOMPARE(board.flowsAt(104)->front().busBandwidth, 20.0F);
        QVERIFY(board.flowsAt(200) == nullptr); // too long ago to speak for it
        QCOMPARE(board.flows()->front().busBandwidth, 20.0F);
    }

    void timeThatBeginsAgainReplacesWhatCameAfter()
    {
        FabricBoard board;
        board.publish(100, flowsOf(1, 10));
        board.publish(105, flowsOf(1, 20));
        board.publish(102, flowsOf(1, 30));
        QCOMPARE(board.flowsAt(105)->front().busBandwidth, 30.0F);
        QCOMPARE(board.flowsAt(101)->front().busBandwidth, 10.0F);
        board.clear();
        QVERIFY(board.flowsAt(102) == nullptr);
        QVERIFY(board.flows()->empty());
    }

    void theOldestAreForgottenByNumber()
    {
        FabricBoard board;
        constexpr std::size_t many = 1000;
        constexpr auto ticks = static_cast<TickIndex>(FabricBoard::maxKept / many) + 50;
        for (TickIndex tick = 0; tick < ticks; ++tick)
            board.publish(tick, flowsOf(many, static_cast<float>(tick)));
        QVERIFY(board.flowsAt(40) == nullptr);
        QVERIFY(board.flowsAt(60) != nullptr);
        QCOMPARE(board.flowsAt(ticks - 1)->front().busBandwidth, static_cast<float>(ticks - 1));
        board.publish(ticks, flowsOf(FabricBoard::maxKept + 1, 1)); // the newest stays, however large
        QCOMPARE(board.flowsAt(ticks)->size(), FabricBoard::maxKept + 1);
        QVERIFY(board.flowsAt(ticks - 1) == nullptr);
    }
};

LOCKSTEP_TEST(tst_fabricboard, TestFabricBoard)
#include "tst_fabricboard.moc"
