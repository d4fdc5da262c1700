// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/causes.h"
#include "models/analysis/drain/drainreport.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;

namespace {

/// A job of 100 GPUs with 10,000 s to run, of which the fault costs a tenth. A checkpoint takes 10 s, a restart 90 s.
DrainRow rowOfTenth()
{
    DrainRow row;
    row.entry.alert.title = "node-0001 gpu3 runs slowly";
    row.entry.remedy = remedyOfKind(kinds::slowGpu);
    row.entry.nodes = {{EntityKind::Node, 1}};
    row.entry.job = "train-a";
    row.entry.hasSpares = true;
    row.entry.its = {100, 0.1, 10'000, true, 50'000, 10, 600, 90, false, 300, true, true};
    row.entry.verdict = evaluateDrain(row.entry.its);
    row.lostGpus = 10;
    row.idleNodes = 2;
    return row;
}

const Figure* figureIn(const std::vector<FigureGroup>& groups, const std::string& name)
{
    for (const FigureGroup& group : groups) {
        const auto found = std::ranges::find(group.figures, name, &Figure::name);
        if (found != group.figures.end())
            return &*found;
    }
    return nullptr;
}

} // namespace

/// All texts of one entry of the queue.
class TestDrainReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachNumberHasItsFormulaAndInputs()
    {
        const DrainRow row = rowOfTenth();
        QCOMPARE(drainAdvice(row.entry), std::string("Checkpoint, then drain"));
        Rates rates;
        rates.gpuHour = 3.6;
        const std::vector<FigureGroup> groups = drainReport(row, rates);
        // 100 x 0.1 x 10 000 s - 100 x (10 + 90) s = 90 000 GPU s = 25 GPU h = 90 USD
        const Figure* const won = figureIn(groups, "Gain over continuing");
        QVERIFY(won != nullptr && won->value.starts_with("25") && won->value.find("90") != std::string::npos);
        QVERIFY(!won->formula.empty() && won->inputs.size() == 4);
        const Figure* const now = figureIn(groups, "Drain now");
        QVERIFY(now != nullptr);
        const auto restart = std::ranges::find(now->inputs, "restart", &std::pair<std::string, std::string>::first);
        QVERIFY(restart != now->inputs.end() && restart->second.ends_with("assumed, because none was observed"));
        QVERIFY(figureIn(groups, "Recoverable")->value == "yes: reset the GPU");
        QVERIFY(figureIn(groups, "Spares")->value == "yes");
        QVERIFY(figureIn(groups, "Loss now")->value.find("10") != std::string::npos);
    }

    void whatIsNotKnownSaysSo()
    {
        DrainRow row = rowOfTenth();
        row.lostGpus.reset();
        row.entry.its = {};
        row.entry.verdict = evaluateDrain(row.entry.its);
        QCOMPARE(drainAdvice(row.entry), std::string("Unknown"));
        QVERIFY(!figureIn(drainReport(row, {}), "Loss now")->isKnown);
        row.entry.job.clear();
        QCOMPARE(drainAdvice(row.entry), std::string("Drain: no job is running on it"));
        QVERIFY(figureIn(drainReport(row, {}), "Continue") == nullptr);
        row.entry.alert.kind = kinds::nodeSilent; // a silent node may still run jobs
        QCOMPARE(drainAdvice(row.entry), std::string("Unknown"));
        QVERIFY(!row.entry.isWorthDraining());
        QVERIFY(!figureIn(drainReport(row, {}), "Jobs on the node")->isKnown);
        row.entry.nodes.clear();
        QCOMPARE(drainAdvice(row.entry), std::string("Draining does not help"));
        QVERIFY(!figureIn(drainReport(row, {}), "Drain")->isKnown);
    }
};

LOCKSTEP_TEST(tst_drainreport, TestDrainReport)
#include "tst_drainreport.moc"
