// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/time/timeaxis.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace lockstep;
using namespace std::chrono_literals;

class TestTimeAxis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timeGoesToPixelsAndBack();
    void degenerateAxesMapToTheirStart();
    void momentsFarAwayDoNotOverflow();
    void marksAreRoundAndApart();
    void pausesTakeLittleRoom();
    void marksReadAsClockTimes();
    void theFirstMarkOfDaysCarriesTheDate();
    void timesHaveTheDecimalsTheyNeed_data();
    void timesHaveTheDecimalsTheyNeed();
    void durationsReadAsPeopleSayThem_data();
    void durationsReadAsPeopleSayThem();

private:
    /// 2026-03-01 03:12:44.182
    static constexpr TimePoint moment{std::chrono::seconds(1'772'334'764) + std::chrono::milliseconds(182)};
};

void TestTimeAxis::pausesTakeLittleRoom()
{
    // Two runs of ten minutes, a night between them.
    const std::vector<TimeRange> pauses{{moment + 10min, moment + 12h}};
    const TimeAxis axis{{moment, moment + 12h + 10min}, 1000, pauses};
    QVERIFY(std::abs(axis.pixelOf(moment + 10min) - (1000 - TimeAxis::pauseWidth) / 2) < 0.01);
    QVERIFY(std::abs(axis.pixelOf(moment + 12h) - axis.pixelOf(moment + 10min) - TimeAxis::pauseWidth) < 0.01);
    QVERIFY(std::abs(axis.pixelOf(moment + 12h + 10min) - 1000) < 0.01);
    for (double pixel = -50; pixel < 1050; pixel += 3.5)
        QVERIFY2(std::abs(axis.pixelOf(axis.timeAt(pixel)) - pixel) < 0.01, QByteArray::number(pixel));
    QCOMPARE(axis.runs().size(), std::size_t{2});
    const std::vector<TimeMark> marks = timeMarks(axis, 100);
    QVERIFY(marks.size() >= 4);
    for (const TimeMark& mark : marks)
        QVERIFY(!pauses.front().contains(mark.time));
    for (std::size_t at = 1; at < marks.size(); ++at)
        QVERIFY(axis.pixelOf(marks[at].time) - axis.pixelOf(marks[at - 1].time) >= 50);
}

void TestTimeAxis::timeGoesToPixelsAndBack()
{
    const TimeAxis axis{{moment, moment + 10s}, 1000};
    QCOMPARE(axis.pixelOf(moment), 0.0);
    QCOMPARE(axis.pixelOf(moment + 5s), 500.0);
    QCOMPARE(axis.pixelOf(moment - 1s), -100.0);
    QCOMPARE(axis.timeAt(250), moment + 2500ms);
    std::mt19937_64 random(1);
    for (int round = 0; round < 1000; ++round) {
        const TimeAxis any{{moment, moment + Duration(random() % 1'000'000'000'000 + 1000)}, 1600};
        const double pixel = static_cast<double>(random() % 1600);
        QVERIFY(std::abs(any.pixelOf(any.timeAt(pixel)) - pixel) < 1.0);
    }
}

void TestTimeAxis::degenerateAxesMapToTheirStart()
{
    for (const TimeAxis& axis : {TimeAxis{{moment, moment}, 100}, TimeAxis{{moment, moment - 1s}, 100},
                                 TimeAxis{{moment, moment + 1s}, 0}, TimeAxis{{moment, moment + 1s}, -5}}) {
        QCOMPARE(axis.pixelOf(moment + 1s), 0.0);
        QCOMPARE(axis.timeAt(50), moment);
        QVERIFY(timeMarks(axis, 80).empty());
    }
}

void TestTimeAxis::momentsFarAwayDoNotOverflow()
{
    const TimeAxis axis{{moment, moment + 1s}, 1000};
    QVERIFY(axis.pixelOf(TimePoint::max()) > 1e9);
    QVERIFY(axis.pixelOf(TimePoint::min()) < -1e9);
    QVERIFY(axis.timeAt(1e300) > moment);
    QVERIFY(axis.timeAt(-1e300) < moment);
}

void TestTimeAxis::marksAreRoundAndApart()
{
    std::mt19937_64 random(2);
    for (int round = 0; round < 2000; ++round) {
        const auto exponent = static_cast<double>(random() % 1300) / 100 + 3; // 1 us to 230 days
        const TimePoint from = moment + Duration(random() % 86'400'000'000'000);
        const TimeAxis axis{{from, from + Duration(static_cast<std::int64_t>(std::pow(10, exponent)))}, 1000};
        const auto marks = timeMarks(axis, 90);
        QVERIFY(marks.size() <= 12);
        QVERIFY(marks.size() >= 2); // an axis of ten times the distance can always be read
        for (std::size_t at = 0; at < marks.size(); ++at) {
            QVERIFY(axis.range.contains(marks[at].time));
            QVERIFY(!marks[at].label.empty());
            if (at == 0)
                continue;
            const Duration step = marks[at].time - marks[at - 1].time;
            QVERIFY(axis.pixelOf(marks[at].time) - axis.pixelOf(marks[at - 1].time) >= 89.999);
            QCOMPARE(step, marks[1].time - marks[0].time);
            QCOMPARE(marks[at].time.time_since_epoch() % step, Duration::zero()); // on a round moment
        }
    }
}

void TestTimeAxis::marksReadAsClockTimes()
{
    const auto labels = [](Duration length, double minimum = 100) {
        std::vector<std::string> texts;
        for (const TimeMark& mark : timeMarks({{moment, moment + length}, 1000}, minimum))
            texts.push_back(mark.label);
        return texts;
    };
    QCOMPARE(labels(10s).front(), std::string("03:12:45"));
    QCOMPARE(labels(1s).front(), std::string("03:12:44.200"));
    QCOMPARE(labels(1h).front(), std::string("03:20")); // every ten minutes
    QCOMPARE(labels(10ms).at(1), std::string("03:12:44.183"));
    QCOMPARE(labels(100us).at(1), std::string("03:12:44.182010"));
}

void TestTimeAxis::theFirstMarkOfDaysCarriesTheDate()
{
    const auto marks = timeMarks({{moment, moment + std::chrono::hours(48)}, 1000}, 100);
    QCOMPARE(marks.front().label, std::string("2026-03-01 06:00"));
    QCOMPARE(marks.at(1).label, std::string("12:00"));
    const auto days = timeMarks({{moment, moment + std::chrono::days(9)}, 1000}, 100);
    QCOMPARE(days.front().label, std::string("2026-03-02"));
}

void TestTimeAxis::timesHaveTheDecimalsTheyNeed_data()
{
    QTest::addColumn<qint64>("resolution");
    QTest::addColumn<QString>("text");
    QTest::newRow("seconds") << qint64{1'000'000'000} << u"03:12:44 UTC"_qs;
    QTest::newRow("minutes") << qint64{60'000'000'000} << u"03:12:44 UTC"_qs;
    QTest::newRow("milliseconds") << qint64{1'000'000} << u"03:12:44.182 UTC"_qs;
    QTest::newRow("tenths") << qint64{100'000'000} << u"03:12:44.182 UTC"_qs;
    QTest::newRow("microseconds") << qint64{1000} << u"03:12:44.182000 UTC"_qs;
    QTest::newRow("nanoseconds") << qint64{1} << u"03:12:44.182000000 UTC"_qs;
    QTest::newRow("none") << qint64{0} << u"03:12:44.182000000 UTC"_qs;
}

void TestTimeAxis::timesHaveTheDecimalsTheyNeed()
{
    QFETCH(qint64, resolution);
    QTEST(QString::fromStdString(formatTime(moment, Duration(resolution))), "text");
    QCOMPARE(formatDateTime(moment), std::string("2026-03-01 03:12:44 UTC"));
    QCOMPARE(formatDateTime(TimePoint(-1s)), std::string("1969-12-31 23:59:59 UTC"));
}

void TestTimeAxis::durationsReadAsPeopleSayThem_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    constexpr qint64 second = 1'000'000'000;
    QTest::newRow("zero") << qint64{0} << u"0\u2009s"_qs;
    QTest::newRow("milliseconds") << qint64{38'000'000} << u"38\u2009ms"_qs;
    QTest::newRow("seconds") << 5 * second << u"5\u2009s"_qs;
    QTest::newRow("minutes") << 125 * second << u"2\u2009min 5\u2009s"_qs;
    QTest::newRow("whole minutes") << 120 * second << u"2\u2009min"_qs;
    QTest::newRow("hours") << (3 * 3600 + 12 * 60) * second << u"3\u2009h 12\u2009min"_qs;
    QTest::newRow("days") << (50 * 3600) * second << u"2\u2009d 2\u2009h"_qs;
    QTest::newRow("nearly an hour") << 3600 * second - 1 << u"1\u2009h"_qs;
    QTest::newRow("nearly a day") << 86400 * second - 1 << u"1\u2009d"_qs;
    QTest::newRow("negative") << -125 * second << u"\u22122\u2009min 5\u2009s"_qs;
    QTest::newRow("nanoseconds") << qint64{12} << u"12\u2009ns"_qs;
}

void TestTimeAxis::durationsReadAsPeopleSayThem()
{
    QFETCH(qint64, ns);
    QTEST(QString::fromStdString(formatDuration(Duration(ns))), "text");
}

LOCKSTEP_TEST(tst_timeaxis, TestTimeAxis)
#include "tst_timeaxis.moc"
