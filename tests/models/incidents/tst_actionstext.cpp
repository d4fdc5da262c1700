// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/actionstext.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

class TestActionsText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void actionsAreReadAsTheyAreTyped();
    void whatIsWrittenIsReadBack();
    void tagsAreWordsBetweenCommas();
    void respondersHaveRolesAndComeBackAsTheyWere();
};

void TestActionsText::actionsAreReadAsTheyAreTyped()
{
    const std::vector<IncidentAction> expected{
        {"Replace the impeller", "sam", false},
        {"Alert on flow", "", true},
        {"Ask vendor@example", "", false},
        {"Old list", "noor", true},
    };
    QVERIFY(actionsFromText("[ ] Replace the impeller  @sam\n\n[x]Alert on flow\r\nAsk vendor@example\n"
                            "- [X] Old list @noor\n[ ]\n[x] \n")
            == expected);
    QVERIFY(actionsFromText("").empty());
}

void TestActionsText::whatIsWrittenIsReadBack()
{
    const std::vector<IncidentAction> actions{{"a", "b", true}, {"Find out why", "", false}};
    QVERIFY(actionsFromText(actionsToText(actions)) == actions);
    QCOMPARE(actionsToText(actions), std::string("[x] a @b\n[ ] Find out why\n"));
}

void TestActionsText::tagsAreWordsBetweenCommas()
{
    const std::vector<std::string> expected{"cooling", "ring of 8"};
    QVERIFY(tagsFromText(" cooling,, ring of 8 ,cooling,") == expected);
    QCOMPARE(tagsToText(expected), std::string("cooling, ring of 8"));
    QVERIFY(tagsFromText(" , ").empty());
}

void TestActionsText::respondersHaveRolesAndComeBackAsTheyWere()
{
    const std::vector<IncidentResponder> expected{{"commander", "noor"}, {"", "sam"}, {"scribe", "a: b"}};
    QVERIFY(respondersFromText(" commander : noor, sam,, scribe: a: b, empty: ") == expected);
    QCOMPARE(respondersToText(expected), std::string("commander: noor, sam, scribe: a: b"));
    QVERIFY(respondersFromText(respondersToText(expected)) == expected);
    QVERIFY(respondersFromText("").empty());
}

LOCKSTEP_TEST(tst_actionstext, TestActionsText)
#include "tst_actionstext.moc"
