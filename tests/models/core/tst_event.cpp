// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/event.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestEvent : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void detailsFollowTheHeadline()
    {
        Event event;
        event.text = "Loop cdu-1: flow 84 L/min (low)\npumps at 61 %\nreturn 45 °C";
        QCOMPARE(headlineOf(event.text), std::string("Loop cdu-1: flow 84 L/min (low)"));
        QCOMPARE(sentenceOf(event), std::string("Loop cdu-1: flow 84 L/min (low); pumps at 61 %; return 45 °C"));
        event.fields.lasted = 57s;
        QVERIFY(sentenceOf(event).ends_with("; return 45 °C, for 57\u2009s"));
    }

    void aTitleHasNoFullStop()
    {
        QCOMPARE(headlineOf("Port hca0 is down."), std::string("Port hca0 is down"));
        QCOMPARE(headlineOf(""), std::string());
    }
};

LOCKSTEP_TEST(tst_event, TestEvent)
#include "tst_event.moc"
