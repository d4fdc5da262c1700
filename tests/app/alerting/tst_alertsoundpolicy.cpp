// SPDX-License-Identifier: GPL-3.0-or-later
// When a new alert plays a sound, and when not.
#include "app/alerting/alertsoundpolicy.h"
#include "tests/app/alerting/someofalerts.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint noon{std::chrono::seconds(1'772'366'400)};

Alert critical(const std::string& key, TimePoint reported = noon)
{
    Alert alert = someAlert(key, reported);
    alert.severity = Severity::Critical;
    return alert;
}

} // namespace

class TestAlertSoundPolicy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCriticalAlertIsHeardOnce()
    {
        AlertSoundPolicy bell;
        QVERIFY(!bell.rings({}, noon));
        QVERIFY(bell.rings({critical("a")}, noon));
        QVERIFY(!bell.rings({critical("a")}, noon + 1s));
        QVERIFY(bell.rings({critical("a"), critical("b", noon + 2s)}, noon + 2s));
    }

    void aWarningIsHeardWhenItHasBecomeCritical()
    {
        AlertSoundPolicy bell;
        Alert alert = someAlert("a", noon);
        QVERIFY(!bell.rings({alert}, noon));
        alert.severity = Severity::Critical;
        QVERIFY(bell.rings({alert}, noon + 300s));
        QVERIFY(!bell.rings({alert}, noon + 301s));
    }

    /// It keeps its key when further findings are added.
    void whatFollowsFromItMakesNoSound()
    {
        AlertSoundPolicy bell;
        Alert alert = critical("a");
        QVERIFY(bell.rings({alert}, noon));
        alert.chain.push_back({"train-a waits", {}, noon + 5s, "train-a"});
        alert.kind = "coolant_leak";
        alert.title = "Loop cdu-1 leaks";
        QVERIFY(!bell.rings({alert}, noon + 5s));
    }

    void whatSomebodyKnowsOfMakesNoSound()
    {
        for (const Alert::State state : {Alert::State::Acknowledged, Alert::State::Shelved, Alert::State::Cleared}) {
            AlertSoundPolicy bell;
            QVERIFY(!bell.rings({}, noon));
            Alert alert = critical("a");
            alert.state = state;
            QVERIFY(!bell.rings({alert}, noon));
        }
        AlertSoundPolicy bell;
        QVERIFY(!bell.rings({}, noon));
        Alert alert = critical("a");
        alert.end = noon;
        QVERIFY(!bell.rings({alert}, noon));
    }

    /// Opening a window does not sound for yesterday's alerts.
    void whatIsOldAtTheFirstLookMakesNoSound()
    {
        AlertSoundPolicy bell;
        QVERIFY(!bell.rings({critical("a", noon - 1h)}, noon));
        QVERIFY(!bell.rings({critical("a", noon - 1h)}, noon + 1s));
        AlertSoundPolicy another;
        QVERIFY(another.rings({critical("a", noon - 10s)}, noon));
    }

    void whatComesBackAfterItWasGoneIsNew()
    {
        AlertSoundPolicy bell;
        QVERIFY(bell.rings({critical("a")}, noon));
        QVERIFY(!bell.rings({}, noon + 1h));
        QVERIFY(bell.rings({critical("a", noon + 2h)}, noon + 2h));
    }
};

LOCKSTEP_TEST(tst_alertsoundpolicy, TestAlertSoundPolicy)
#include "tst_alertsoundpolicy.moc"
