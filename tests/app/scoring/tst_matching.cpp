// SPDX-License-Identifier: GPL-3.0-or-later
// Rules for matching alerts with faults, on tables that are small enough to check by hand.
#include "app/scoring/matching.h"
#include "app/scoring/scorereport.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::scoring;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint begin{std::chrono::hours(1000)};

RealFault fault(std::string kind, std::vector<std::string> entities, Duration onset, Duration end = Duration::max())
{
    const TimePoint until = end == Duration::max() ? TimePoint::max() : begin + end;
    return {std::move(kind), std::move(entities), 0.5, begin + onset, until, begin + onset + 2s};
}

RaisedAlert alert(Duration reported, Cause first, Cause last, std::vector<std::string> alternatives = {})
{
    return {"alert", begin + reported, begin + reported, std::move(first), std::move(last), std::move(alternatives),
            {}};
}

RaisedAlert alert(Duration reported, const Cause& cause, std::vector<std::string> alternatives = {})
{
    return alert(reported, cause, cause, std::move(alternatives));
}

std::vector<std::string> split(const QString& names)
{
    std::vector<std::string> list;
    for (const QString& name : names.split(u';', Qt::SkipEmptyParts))
        list.push_back(name.toStdString());
    return list;
}

} // namespace

class TestMatching : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void culpritsNameAFault_data()
    {
        QTest::addColumn<QString>("culprits");
        QTest::addColumn<QString>("faulted");
        QTest::addColumn<bool>("isNamed");
        const auto row = [](const char* title, const char* culprits, const char* faulted, bool isNamed) {
            QTest::newRow(title) << QString::fromLatin1(culprits) << QString::fromLatin1(faulted) << isNamed;
        };
        row("itself", "node-1/gpu2", "node-1/gpu2", true);
        row("among few", "node-1/gpu2;node-1/gpu3", "node-1/gpu2", true);
        row("another", "node-1/gpu3", "node-1/gpu2", false);
        row("its node is not it", "node-1", "node-1/gpu2", false);
        row("who names everything has found nothing", "n/gpu0;n/gpu1;n/gpu2;n/gpu3;n/gpu4", "n/gpu2", false);
        row("nobody", "", "node-1/gpu2", false);
        row("the other end of the link", "r2-spine03/to:r2-leaf01", "r2-leaf01/to:r2-spine03", true);
        row("the switch of a link is not the link", "r2-leaf01", "r2-leaf01/to:r2-spine03", false);
        row("the node of all its GPUs", "n", "n/gpu0;n/gpu1", true);
        row("the spine of all links to it", "s1", "l1/to:s1;l2/to:s1", true);
        row("the leaf of one of these", "l1", "l1/to:s1;l2/to:s1", false);
        row("the rack that it is aimed at", "rack B4", "rack B4;rack B3;rack B5", true);
        row("one of three that only suffers", "rack B5", "rack B4;rack B3;rack B5", false);
        row("two of three", "rack B3;rack B5", "rack B4;rack B3;rack B5", true);
    }

    void culpritsNameAFault()
    {
        QFETCH(QString, culprits);
        QFETCH(QString, faulted);
        QFETCH(bool, isNamed);
        QCOMPARE(namesFault(split(culprits), fault("slow_gpu", split(faulted), 0s), {}), isNamed);
    }

    void anAlertCountsWhileItsFaultIsThereAndALittleAfter_data()
    {
        QTest::addColumn<int>("reported");
        QTest::addColumn<int>("verdict");
        QTest::newRow("before") << 39 << static_cast<int>(AlertVerdict::False);
        QTest::newRow("at onset") << 40 << static_cast<int>(AlertVerdict::Right);
        QTest::newRow("at its end") << 100 << static_cast<int>(AlertVerdict::Right);
        QTest::newRow("a minute later") << 160 << static_cast<int>(AlertVerdict::Right);
        QTest::newRow("long after") << 161 << static_cast<int>(AlertVerdict::False);
    }

    void anAlertCountsWhileItsFaultIsThereAndALittleAfter()
    {
        QFETCH(int, reported);
        QFETCH(int, verdict);
        const std::vector faults{fault("slow_gpu", {"a"}, 40s, 100s)};
        const std::vector alerts{alert(std::chrono::seconds(reported), {"slow_gpu", {"a"}})};
        QCOMPARE(static_cast<int>(match(faults, alerts, {}).alerts.front()), verdict);
    }

    void kindAndCulpritMustBothBeRightToName()
    {
        const std::vector faults{fault("slow_gpu", {"a"}, 40s)};
        const auto verdict = [&](const RaisedAlert& reported) {
            return match(faults, std::vector{reported}, {}).faults.front();
        };
        const FaultVerdict named = verdict(alert(50s, {"slow_gpu", {"a"}}));
        QVERIFY(named.isDetected && named.isNamedFirst && named.isNamedAtLast && named.isInTopThree);
        const FaultVerdict called = verdict(alert(50s, {"rack_power_cap", {"a"}}));
        QVERIFY(called.isDetected && !called.isNamedFirst && !called.isNamedAtLast && !called.isInTopThree);
        const FaultVerdict considered = verdict(alert(50s, {"rack_power_cap", {"a"}}, {"x", "slow_gpu"}));
        QVERIFY(considered.isInTopThree && !considered.isNamedAtLast);
        QVERIFY(!verdict(alert(50s, {"rack_power_cap", {"a"}}, {"x", "y", "slow_gpu"})).isInTopThree);
        QVERIFY(!verdict(alert(50s, {"slow_gpu", {"b"}})).isDetected);
        const FaultVerdict later = verdict(alert(50s, Cause{"", {"a"}}, Cause{"slow_gpu", {"a"}}));
        QVERIFY(later.isNamedAtLast && !later.isNamedFirst);
        const FaultVerdict lost = verdict(alert(50s, Cause{"slow_gpu", {"a"}}, Cause{"nic_down", {"b"}}));
        QVERIFY(lost.isDetected && lost.isNamedFirst && !lost.isNamedAtLast);
    }

    void twoFaultsAreTwoAlerts()
    {
        const std::vector faults{fault("slow_gpu", {"a"}, 40s), fault("nic_down", {"b/mlx5_0/1"}, 60s)};
        const std::vector alerts{alert(50s, {"slow_gpu", {"a"}}), alert(70s, {"slow_gpu", {"c"}})};
        const MatchResult result = match(faults, alerts, {});
        QVERIFY(result.faults[0].isNamedFirst);
        QVERIFY(!result.faults[1].isDetected);
        QCOMPARE(result.alerts[1], AlertVerdict::Beside);
        QVERIFY(!result.isKindRight[1]);
    }

    void totalsAreWorkedByHand()
    {
        // 100 s with a fault from 40 s to the end. It is visible at 42 s and reported at 50 s. One alert is earlier,
        // and one is about something else.
        TrialResult broken;
        broken.start = begin;
        broken.seconds = 100;
        broken.faults = {fault("slow_gpu", {"a"}, 40s)};
        broken.alerts
            = {alert(10s, {"slow_gpu", {"a"}}), alert(50s, {"slow_gpu", {"a"}}), alert(60s, {"nic_down", {"z"}})};
        broken.match = match(broken.faults, broken.alerts, {});
        // A fault without effect need not be detected; alerts about it are false.
        TrialResult unseen = broken;
        unseen.faults.front().effect.reset();
        unseen.alerts = {alert(50s, {"slow_gpu", {"a"}})};
        unseen.match = match(unseen.faults, unseen.alerts, {});
        const Totals totals = totalsOf(std::vector{broken, unseen}, {});
        QCOMPARE(totals.faults, std::size_t{1});
        QCOMPARE(totals.withoutEffect, std::size_t{1});
        QCOMPARE(totals.detected, std::size_t{1});
        QCOMPARE(totals.missed(), std::size_t{0});
        QCOMPARE(totals.medianSeconds.value(), 8.0);
        QCOMPARE(totals.medianSecondsFromOnset.value(), 10.0);
        QCOMPARE(totals.alertsPerFault().value(), 2.0);
        QCOMPARE(totals.falseAlerts, std::size_t{2});
        QCOMPARE(totals.quietSeconds, 140.0);
        QCOMPARE(totals.falseAlertsPerDay().value(), 2 * 86'400 / 140.0);
        QCOMPARE(totals.kinds.at("slow_gpu").recall().value(), 1.0);
        QCOMPARE(totals.kinds.at("slow_gpu").precision().value(), 1.0 / 3);
        QCOMPARE(totals.kinds.at("nic_down").precision().value(), 0.0);
        QVERIFY(!totals.kinds.at("nic_down").recall().has_value());
    }

    void faultsThatOverlapAreCountedOnceAsTimeWithAFault()
    {
        TrialResult trial;
        trial.start = begin;
        trial.seconds = 400;
        trial.faults = {fault("slow_gpu", {"a"}, 40s, 100s), fault("nic_down", {"b"}, 60s, 140s)};
        trial.match = match(trial.faults, {}, {});
        // Both with the minute after: 40 s to 200 s.
        QCOMPARE(totalsOf(std::vector{trial}, {}).quietSeconds, 240.0);
    }
};

LOCKSTEP_TEST(tst_matching, TestMatching)
#include "tst_matching.moc"
