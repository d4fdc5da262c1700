// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/workspace/incidentworkspace.h"
#include "tests/models/incidents/sampleincident.h"
#include "tests/support/testentry.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

/// Operators' judgements of alerts.
class TestJudgement : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAreStable()
    {
        using Verdict = Judgement::Verdict;
        for (const Verdict each : {Verdict::Confirmed, Verdict::Rejected, Verdict::Muted, Verdict::Assigned})
            QCOMPARE(verdictFromName(verdictName(each)), std::optional(each));
        QVERIFY(!verdictFromName("liked"));
        QVERIFY(!verdictFromName(""));
    }

    void itsSentenceNamesWhoAndWhereItIsFrom()
    {
        Judgement judgement = sampleJudgement(1);
        QCOMPARE(judgementText(judgement), std::string("rejected by noor: a test of the pump"));
        judgement.origin = "run7.lockstep";
        QCOMPARE(judgementText(judgement),
                 std::string("rejected by noor: a test of the pump (claimed by run7.lockstep)"));
        judgement = sampleJudgement(1, Judgement::Verdict::Assigned);
        judgement.text = "sam";
        QCOMPARE(judgementText(judgement), std::string("assigned to sam by noor"));
    }

    void itIsAboutAnIncidentOfItsKindAtItsPlace()
    {
        const Incident incident = sampleIncident();
        Judgement judgement = sampleJudgement(1);
        QVERIFY(appliesTo(judgement, incident));
        judgement.place = "node-17/gpu3";
        QVERIFY(appliesTo(judgement, incident));
        judgement.place = "node-7/gpu3";
        QVERIFY(!appliesTo(judgement, incident));
        judgement.place = "gpu33";
        QVERIFY(!appliesTo(judgement, incident));
        judgement.place.clear();
        QVERIFY(appliesTo(judgement, incident));
        judgement.kind = "slow_gpu";
        QVERIFY(!appliesTo(judgement, incident));
    }

    void mutesCountForTheirKindAtTheirPlaceWhileTheyLast()
    {
        Judgement mute = sampleJudgement(1, Judgement::Verdict::Muted);
        mute.until = mute.made + 1h;
        const Judgements all{{mute.key, mute}};
        const auto count = [&](const char* kind, const char* place, Duration after) {
            return judgementsOf(all, "another", kind, {place}, mute.made + after).size();
        };
        QCOMPARE(count("cooling", "loop-2", 1min), 1UL);
        QCOMPARE(count("cooling", "loop-2", -1min), 0UL);
        QCOMPARE(count("cooling", "loop-2", 1h), 0UL);
        QCOMPARE(count("cooling", "loop-3", 1min), 0UL);
        QCOMPARE(count("slow_gpu", "loop-2", 1min), 0UL);
    }

    void ownOnesComeBeforeOthersAndTheLatestFirst()
    {
        Judgements all;
        for (const std::uint64_t key : {1U, 2U, 3U})
            all.emplace(JudgementKey{key}, sampleJudgement(key));
        all.at({3}).origin = "elsewhere";
        const auto found = judgementsOf(all, "loop/loop-2/loop.flow", "cooling", {"loop-2"}, incidentStart);
        QCOMPARE(found.size(), 3UL);
        QCOMPARE(found[0].key.value, 2U);
        QCOMPARE(found[1].key.value, 1U);
        QCOMPARE(found[2].key.value, 3U);
    }

    void itIsUndoneLikeAnyEdit()
    {
        IncidentWorkspace workspace("noor");
        QSignalSpy changed(&workspace, &IncidentWorkspace::judgementsChanged);
        IncidentChange change;
        change.text = "Confirm alert";
        change.judgements = {{std::nullopt, sampleJudgement(1)}};
        workspace.make(change);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(workspace.records().judgements().size(), 1UL);
        workspace.undo();
        QVERIFY(workspace.records().judgements().empty());
        workspace.redo();
        QCOMPARE(workspace.records().judgements().at({1}), sampleJudgement(1));
        QCOMPARE(changed.size(), 3);
        workspace.setAnnotations({}, {}, {sampleJudgement(1)}, 9);
        QCOMPARE(changed.size(), 3); // equal to the file
        workspace.setAnnotations({}, {}, {}, 9);
        QCOMPARE(changed.size(), 4);
    }
};

LOCKSTEP_TEST(tst_judgement, TestJudgement)
#include "tst_judgement.moc"
