// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/alertsender.h"
#include "tests/app/alerting/someofalerts.h"
#include "tests/support/testentry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint start{std::chrono::seconds(1'772'334'720)};

QStringList words(const std::vector<AlertUpdate>& news)
{
    static const QStringList names{QStringLiteral("begins"), QStringLiteral("changes"), QStringLiteral("ends")};
    QStringList list;
    for (const AlertUpdate& each : news)
        list.append(names[static_cast<int>(each.what)] + QLatin1Char(' ') + QString::fromStdString(each.alert.key));
    return list;
}

QJsonArray parsed(const std::optional<std::string>& body)
{
    return body ? QJsonDocument::fromJson(QByteArray::fromStdString(*body)).array() : QJsonArray();
}

} // namespace

/// Which changes of alerts are sent.
class TestAlertFollower : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneMessageWhenItBeginsChangesAndEnds()
    {
        AlertFollower follower;
        Alert alert = someAlert("a", start);
        QCOMPARE(words(follower.follow({alert}, start)), QStringList{QStringLiteral("begins a")});
        alert.confidence = 0.95;
        alert.findings = 7;
        alert.state = Alert::State::Acknowledged;
        alert.names.emplace_back("cdu-2");
        QVERIFY(follower.follow({alert}, start + 1s).empty());
        alert.severity = Severity::Critical;
        QCOMPARE(words(follower.follow({alert}, start + 2s)), QStringList{QStringLiteral("changes a")});
        QVERIFY(follower.follow({alert}, start + 3s).empty());
        alert.kind = "loop_fault";
        QCOMPARE(words(follower.follow({alert}, start + 4s)), QStringList{QStringLiteral("changes a")});
        alert.end = start + 5s;
        alert.state = Alert::State::Cleared;
        QCOMPARE(words(follower.follow({alert}, start + 5s)), QStringList{QStringLiteral("ends a")});
        QVERIFY(follower.follow({alert}, start + 6s).empty());
        QVERIFY(follower.follow({}, start + 700s).empty());
    }

    void whatWasOverBeforeAnybodyListenedIsNoNews()
    {
        AlertFollower follower;
        Alert alert = someAlert("a", start);
        alert.end = start + 1s;
        QVERIFY(follower.follow({alert}, start + 2s).empty());
    }

    void whatComesAgainBeginsAgain()
    {
        AlertFollower follower;
        Alert alert = someAlert("a", start);
        (void)follower.follow({alert}, start);
        alert.end = start + 1s;
        (void)follower.follow({alert}, start + 1s);
        alert.end.reset();
        QCOMPARE(words(follower.follow({alert}, start + 2s)), QStringList{QStringLiteral("begins a")});
    }

    void whatIsShelvedIsNotReported()
    {
        AlertFollower follower;
        Alert shelved = someAlert("a", start);
        shelved.state = Alert::State::Shelved;
        QVERIFY(follower.follow({shelved}, start).empty());
        shelved.state = Alert::State::Active;
        QCOMPARE(words(follower.follow({shelved}, start + 1s)), QStringList{QStringLiteral("begins a")});
        shelved.state = Alert::State::Shelved;
        QVERIFY(follower.follow({shelved}, start + 2s).empty()); // the alert is still open
        shelved.end = start + 3s;
        QCOMPARE(words(follower.follow({shelved}, start + 3s)), QStringList{QStringLiteral("ends a")});
    }

    void whatBecameAPartOfAnotherStoryEnds()
    {
        AlertFollower follower;
        (void)follower.follow({someAlert("a", start), someAlert("b", start, "slow_gpu", "node-1/gpu2")}, start);
        const auto news = follower.follow({someAlert("a", start)}, start + 9s);
        QCOMPARE(words(news), QStringList{QStringLiteral("ends b")});
        QVERIFY(news.front().alert.end == start + 9s);
    }

    void anAlertmanagerIsReportedAgainWhatLasts()
    {
        AlertmanagerList list;
        QVERIFY(!list.bodyAt(start));
        list.take({AlertUpdate::What::Begins, someAlert("a", start)}, "north", start);
        const QJsonArray first = parsed(list.bodyAt(start));
        QCOMPARE(first.size(), 1);
        const QJsonObject labels = first[0][QStringLiteral("labels")].toObject();
        QCOMPARE(labels[QStringLiteral("alertname")].toString(), QStringLiteral("PumpDegradation"));
        QCOMPARE(labels[QStringLiteral("severity")].toString(), QStringLiteral("warning"));
        QCOMPARE(labels[QStringLiteral("kind")].toString(), QStringLiteral("pump_degradation"));
        QCOMPARE(labels[QStringLiteral("entity")].toString(), QStringLiteral("cdu-1"));
        QCOMPARE(labels[QStringLiteral("cluster")].toString(), QStringLiteral("north"));
        const QJsonObject annotations = first[0][QStringLiteral("annotations")].toObject();
        QVERIFY(annotations[QStringLiteral("title")].toString().contains(QStringLiteral("\"27\"")));
        QVERIFY(annotations[QStringLiteral("story")].toString().contains(QStringLiteral("60 GPUs warm")));
        QVERIFY(annotations[QStringLiteral("runbook")].toString().endsWith(QStringLiteral("pump_degradation.md")));
        QCOMPARE(first[0][QStringLiteral("startsAt")].toString(), QStringLiteral("2026-03-01T03:12:00.000Z"));
        QVERIFY(first[0][QStringLiteral("endsAt")].toString() > first[0][QStringLiteral("startsAt")].toString());
        QVERIFY(!list.bodyAt(start + 30s)); // it knows
        QCOMPARE(parsed(list.bodyAt(start + 61s)).size(), 1);
    }

    void whatIsOverIsReportedForAWhile()
    {
        AlertmanagerList list;
        Alert alert = someAlert("a", start);
        list.take({AlertUpdate::What::Begins, alert}, "north", start);
        (void)list.bodyAt(start);
        alert.end = start + 10s;
        list.take({AlertUpdate::What::Ends, alert}, "north", start + 10s);
        const QJsonArray over = parsed(list.bodyAt(start + 10s));
        QCOMPARE(over.size(), 1);
        QCOMPARE(over[0][QStringLiteral("endsAt")].toString(), QStringLiteral("2026-03-01T03:12:10.000Z"));
        QCOMPARE(parsed(list.bodyAt(start + 80s)).size(), 1);
        QVERIFY(!list.bodyAt(start + 400s));
        QVERIFY(!list.bodyAt(start + 500s));
    }

    void whatIsKnownByOtherLabelsIsOverByTheOldOnes()
    {
        AlertmanagerList list;
        Alert alert = someAlert("a", start);
        list.take({AlertUpdate::What::Begins, alert}, "north", start);
        (void)list.bodyAt(start);
        alert.severity = Severity::Critical;
        list.take({AlertUpdate::What::Changes, alert}, "north", start + 20s);
        const QJsonArray both = parsed(list.bodyAt(start + 20s));
        QCOMPARE(both.size(), 2);
        int over = 0;
        for (const QJsonValue each : both) {
            const bool isOver = each[QStringLiteral("endsAt")].toString() == QStringLiteral("2026-03-01T03:12:20.000Z");
            const QString severity = each[QStringLiteral("labels")][QStringLiteral("severity")].toString();
            QCOMPARE(isOver, severity == QStringLiteral("warning"));
            over += isOver ? 1 : 0;
        }
        QCOMPARE(over, 1);
    }
};

LOCKSTEP_TEST(tst_alertfollower, TestAlertFollower)
#include "tst_alertfollower.moc"
