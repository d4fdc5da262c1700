// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricresults.h"
#include "tests/support/testentry.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;

namespace {

FabricResults::Flows flowsOf(float bandwidth)
{
    auto flows = std::make_shared<std::vector<CommunicatorFlow>>(1);
    flows->front().busBandwidth = bandwidth;
    return flows;
}

} // namespace

class TestFabricResults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNewestIsShownUntilAMomentIs()
    {
        FabricResults fabricResults;
        QSignalSpy changes(&fabricResults, &FabricResults::changed);
        QVERIFY(fabricResults.flows() != nullptr && fabricResults.flows()->empty());
        fabricResults.publish(flowsOf(10));
        fabricResults.publish(flowsOf(20));
        QCOMPARE(changes.count(), 2);
        QCOMPARE(fabricResults.flows()->front().busBandwidth, 20.0F);
        const auto before = flowsOf(5);
        fabricResults.show(before);
        fabricResults.show(before);
        fabricResults.publish(flowsOf(30));
        QCOMPARE(changes.count(), 3);
        QCOMPARE(fabricResults.flows(), before);
        fabricResults.show(nullptr);
        QVERIFY(fabricResults.flows() == nullptr);
        fabricResults.showNewest();
        QCOMPARE(changes.count(), 5);
        QCOMPARE(fabricResults.flows()->front().busBandwidth, 30.0F);
    }
};

LOCKSTEP_TEST(tst_fabricresults, TestFabricResults)
#include "tst_fabricresults.moc"
