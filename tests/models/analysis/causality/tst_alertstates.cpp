// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alerts.h"
#include "tests/models/analysis/causality/smallhallalerts.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <chrono>
#include <optional>
#include <string>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

using State = Alert::State;

} // namespace

/// An alert over time: when it is raised, acknowledged, shelved and over, and that its key stays the same.
class TestAlertStates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSymptomWaitsForItsCause()
    {
        const Events events{
            SmallHall::reported(50, m_hall.node(0), "job.step_time", "train-a: steps take 20 % longer")};
        QVERIFY(alertsOf(m_hall, events, 60).empty());
        QCOMPARE(lineOf(alertsOf(m_hall, events, 71).at(0)), std::string("slow_job of job train-a"));
        QCOMPARE(alertsOf(m_hall, events, 71).at(0).raisedAt, SmallHall::at(70));
    }

    void aSymptomBecomesItsCauseUnderOneKey()
    {
        // The rank is late at once, but a detector needs a while to find that its GPU has worse cooling.
        Events events{
            SmallHall::reported(60, m_hall.gpu(2, 1), "sync.straggler", "train-a: rank 9 keeps the others waiting")};
        const Alert before = alertsOf(m_hall, events, 90).front();
        QCOMPARE(lineOf(before), std::string("slow_gpu of node-2/gpu1"));
        events.push_back(
            SmallHall::reported(95, m_hall.gpu(2, 1), "gpu.cooling", "node-2 gpu1: 9 K hotter, for 50\u2009s"));
        const auto after = alertsOf(m_hall, events, 100);
        QVERIFY2(after.size() == 1, linesOf(after).c_str());
        QCOMPARE(lineOf(after.front()), std::string("blocked_cold_plate of node-2/gpu1"));
        QCOMPARE(after.front().key, before.key);
        QCOMPARE(after.front().onset, SmallHall::at(45));
        QCOMPARE(after.front().raisedAt, before.raisedAt);
        QVERIFY2(after.front().title.starts_with("node-2 gpu1: 9 K hotter \u2192"), after.front().title.c_str());
    }

    void theKeyOutlivesWhatJoinsIt()
    {
        const Events all = failingPump(m_hall, 40);
        Events events;
        std::string key;
        for (const DerivedEvent& each : all) {
            events.push_back(each);
            const auto alerts = alertsOf(m_hall, events, 300);
            QCOMPARE(alerts.size(), 1UL);
            QVERIFY(key.empty() || alerts.front().key == key);
            key = alerts.front().key;
        }
    }

    void aTitleSaysThatOnlyTheEffectsLast()
    {
        Events events = slowGpu(m_hall, 30);
        const auto titleAt = [&](double second) {
            return alertsOf(m_hall, events, second).front().title;
        };
        QVERIFY2(titleAt(80).starts_with("train-b: rank 25 keeps the others waiting in tp1 \u2192"),
                 titleAt(80).c_str());
        events.push_back(SmallHall::over(100, m_hall.gpu(6, 1), "sync.straggler"));
        QVERIFY2(titleAt(120).starts_with("train-b: rank 25 keeps the others waiting in tp1 (ended) \u2192"),
                 titleAt(120).c_str());
    }

    void whatIsOverStaysForTenMinutesAndIsNotReportedAnew()
    {
        Events events = slowGpu(m_hall, 40);
        events.push_back(SmallHall::over(100, m_hall.gpu(6, 1), "sync.straggler"));
        QCOMPARE(alertsOf(m_hall, events, 110).at(0).state, State::Active); // the job has not recovered yet
        events.push_back(SmallHall::over(120, m_hall.node(4), "job.step_time"));
        const Alert over = alertsOf(m_hall, events, 130).at(0);
        QCOMPARE(over.state, State::Cleared);
        QCOMPARE(over.end, std::optional(SmallHall::at(120)));
        QCOMPARE(alertsOf(m_hall, events, 719).size(), 1UL);
        QVERIFY(alertsOf(m_hall, events, 720).empty());
        // If it returns within ten minutes it is the same alert; later, it is a new one.
        Events again = events;
        again.push_back(
            SmallHall::reported(600, m_hall.gpu(6, 1), "sync.straggler", "train-b: rank 25 keeps others waiting"));
        QCOMPARE(alertsOf(m_hall, again, 610).at(0).key, over.key);
        QCOMPARE(alertsOf(m_hall, again, 610).at(0).state, State::Active);
        events.push_back(
            SmallHall::reported(900, m_hall.gpu(6, 1), "sync.straggler", "train-b: rank 25 keeps others waiting"));
        QCOMPARE(alertsOf(m_hall, events, 910).size(), 1UL);
        QVERIFY(alertsOf(m_hall, events, 910).at(0).key != over.key);
    }

    void anAcknowledgementLastsUntilItIsWorse()
    {
        Events events = failingPump(m_hall, 40);
        events.push_back({m_hall.loop(), acknowledgement(alertsOf(m_hall, events, 60).front(), SmallHall::at(62))});
        QCOMPARE(alertsOf(m_hall, events, 61).at(0).state, State::Active);
        QCOMPARE(alertsOf(m_hall, events, 62).at(0).state, State::Acknowledged);
        QCOMPARE(alertsOf(m_hall, events, 105).at(0).state, State::Acknowledged); // GPUs are warm, as expected
        QCOMPARE(alertsOf(m_hall, events, 111).at(0).state, State::Active); // critical
    }

    void anAcknowledgementOutlivesItsFinding()
    {
        // An acknowledgement of a symptom remains when an earlier finding changes the alert's key.
        Events events{
            SmallHall::reported(60, m_hall.gpu(2, 1), "sync.straggler", "train-a: rank 9 keeps the others waiting")};
        events.push_back({m_hall.gpu(2, 1), acknowledgement(alertsOf(m_hall, events, 80).front(), SmallHall::at(90))});
        events.push_back(SmallHall::reported(2, m_hall.rack("A2"), "power.cap", "Rack A2 is held at 460 of 700 W"));
        const auto alerts = alertsOf(m_hall, events, 100);
        QVERIFY2(alerts.size() == 1, linesOf(alerts).c_str());
        QCOMPARE(alerts.front().state, State::Acknowledged);
    }

    void aShelvedAlertComesBackByItself()
    {
        Events events = slowGpu(m_hall, 40);
        const Alert alert = alertsOf(m_hall, events, 70).front();
        events.push_back({m_hall.gpu(6, 1), shelving(alert, SmallHall::at(80), 30min, "spare on its way")});
        QCOMPARE(alertsOf(m_hall, events, 79).at(0).state, State::Active);
        QCOMPARE(alertsOf(m_hall, events, 81).at(0).state, State::Shelved);
        QCOMPARE(alertsOf(m_hall, events, 80 + 1799).at(0).state, State::Shelved);
        QCOMPARE(alertsOf(m_hall, events, 80 + 1801).at(0).state, State::Active);
        // Shelved again, which is undone.
        events.push_back({m_hall.gpu(6, 1), shelving(alert, SmallHall::at(200), 30min, {})});
        QVERIFY(alertsOf(m_hall, events, 201).at(0).shelvedUntil == SmallHall::at(200 + 1800));
        events.push_back({m_hall.gpu(6, 1), shelving(alert, SmallHall::at(210), 30min - 130s, {})});
        QVERIFY(alertsOf(m_hall, events, 211).at(0).shelvedUntil == SmallHall::at(80 + 1800));
        QCOMPARE(alertsOf(m_hall, events, 80 + 1799).at(0).state, State::Shelved);
        QCOMPARE(alertsOf(m_hall, events, 80 + 1801).at(0).state, State::Active);
    }

    void aReopenedAlertIsActiveAgain()
    {
        Events events = slowGpu(m_hall, 40);
        const Alert alert = alertsOf(m_hall, events, 70).front();
        events.push_back({m_hall.gpu(6, 1), acknowledgement(alert, SmallHall::at(75))});
        events.push_back({m_hall.gpu(6, 1), shelving(alert, SmallHall::at(80), 30min, {})});
        events.push_back({m_hall.gpu(6, 1), shelving(alert, SmallHall::at(90), 0s, {})});
        QCOMPARE(alertsOf(m_hall, events, 81).at(0).state, State::Shelved);
        QCOMPARE(alertsOf(m_hall, events, 91).at(0).state, State::Active);
        events.push_back({m_hall.gpu(6, 1), acknowledgement(alert, SmallHall::at(95))});
        QCOMPARE(alertsOf(m_hall, events, 96).at(0).state, State::Acknowledged);
    }

private:
    SmallHall m_hall;
};

LOCKSTEP_TEST(tst_alertstates, TestAlertStates)
#include "tst_alertstates.moc"
