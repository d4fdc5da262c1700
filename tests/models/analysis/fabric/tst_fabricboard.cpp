// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricboard.h"
#include "tests/support/testentry.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;

namespace {

FabricBoard::Flows flowsOf(float bandwidth)
{
    auto flows = std::make_shared<std::vector<CommunicatorFlow>>(1);
    flows->front().busBandwidth = bandwidth;
    return flows;
}

} // namespace

class TestFabricBoard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNewestIsShownUntilAMomentIs()
    {
        FabricBoard board;
        QSignalSpy changes(&board, &FabricBoard::changed);
        QVERIFY(board.flows() != nullptr && board.flows()->empty());
        board.publish(flowsOf(10));
        board.publish(flowsOf(20));
        QCOMPARE(changes.count(), 2);
        QCOMPARE(board.flows()->front().busBandwidth, 20.0F);
        const auto before = flowsOf(5);
        board.show(before);
        board.show(before);
        board.publish(flowsOf(30));
        QCOMPARE(changes.count(), 3);
        QCOMPARE(board.flows(), before);
        board.show(nullptr);
        QVERIFY(board.flows() == nullptr);
        board.showNewest();
        QCOMPARE(changes.count(), 5);
        QCOMPARE(board.flows()->front().busBandwidth, 30.0F);
        board.clear();
        QVERIFY(board.flows()->empty());
    }
};

LOCKSTEP_TEST(tst_fabricboard, TestFabricBoard)
#include "tst_fabricboard.moc"
