// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs that restart repeatedly.
#include "models/analysis/sync/live/jobwatch.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

namespace {
constexpr std::int64_t second = 1'000'000'000;
}

class TestRestartWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void twoRestartsWithinAQuarterOfAnHourAreReported()
    {
        RestartWatch watch;
        const std::int64_t minute = 60 * second;
        for (int rank = 0; rank < 3; ++rank)
            QVERIFY(!watch.restart(1, 0, 30 * second));
        QVERIFY(!watch.restart(2, 5 * minute, 6 * minute));
        const auto news = watch.restart(1, 10 * minute, 11 * minute);
        QVERIFY(news);
        QVERIFY2(news->text.find("2 times") != std::string::npos, news->text.c_str());
        QVERIFY(!watch.restart(1, 10 * minute, 11 * minute));
        QVERIFY(!watch.restart(1, 12 * minute, 13 * minute));
        QVERIFY(!watch.goOn(1, 20 * minute));
        const auto over = watch.goOn(1, 28 * minute);
        QVERIFY(over && over->isOver);
        QVERIFY(!watch.goOn(1, 29 * minute));
    }

    void restartsFarApartAreWhatFailuresCost()
    {
        RestartWatch watch;
        for (std::int64_t hour = 0; hour < 10; ++hour)
            QVERIFY(!watch.restart(1, hour * 3600 * second, (hour * 3600 + 60) * second));
    }
};

LOCKSTEP_TEST(tst_restartwatch, TestRestartWatch)
#include "tst_restartwatch.moc"
