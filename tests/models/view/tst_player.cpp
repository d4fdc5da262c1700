// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/time/player.h"
#include "models/view/time/timewindow.h"
#include "tests/support/testentry.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr TimePoint recordingStart{1'700'000'000s};

/// An hour of data, with a visible range of one minute at its beginning.
struct Hour
{
    Hour()
    {
        time.setExtent({recordingStart, recordingStart + 1h});
        time.setRange({recordingStart, recordingStart + 1min});
        time.setCursor(recordingStart);
    }
    TimeWindow time;
    Player player{time};
};

} // namespace

class TestPlayer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void speedScalesTime()
    {
        Hour hour;
        hour.player.setSpeed(0.1);
        hour.player.advance(1s);
        QCOMPARE(hour.time.cursor(), recordingStart + 100ms);
        hour.player.setSpeed(1000);
        hour.player.advance(1s);
        QCOMPARE(hour.time.cursor(), recordingStart + 100ms + 1000s);
    }

    void theWindowMovesAlong()
    {
        Hour hour;
        hour.player.setSpeed(10);
        for (int second = 0; second < 60; ++second) {
            hour.player.advance(1s);
            QVERIFY(hour.time.range().contains(hour.time.cursor()));
        }
        QCOMPARE(hour.time.range().length(), Duration(1min));
    }

    void aRecordingEndsWhereItsDataEnd()
    {
        Hour hour;
        hour.player.setJoinsLive(false);
        hour.player.play();
        QVERIFY(hour.player.isPlaying());
        hour.time.setCursor(recordingStart + 1h - 1s);
        hour.player.advance(5s);
        QCOMPARE(hour.time.cursor(), recordingStart + 1h);
        QVERIFY(!hour.player.isPlaying());
        QVERIFY(!hour.time.isFollowing());
        hour.player.play(); // over: from the beginning
        QCOMPARE(hour.time.cursor(), recordingStart);
    }

    /// L went to "LIVE" in a recording, with the clock of now.
    void theEndOfARecordingIsNotLive()
    {
        Hour hour;
        hour.player.setJoinsLive(false);
        hour.time.follow();
        QVERIFY(!hour.time.isFollowing());
        QCOMPARE(hour.time.cursor(), recordingStart + 1h);
        QCOMPARE(hour.time.range().to, recordingStart + 1h);
    }

    void aLiveClusterIsJoinedAtItsEnd()
    {
        Hour hour;
        hour.player.play();
        hour.time.setCursor(recordingStart + 1h - 1s);
        hour.player.advance(5s);
        QVERIFY(hour.time.isFollowing());
        QVERIFY(!hour.player.isPlaying());
    }

    void aMarkedStretchIsPlayedRoundAndRound()
    {
        Hour hour;
        hour.time.setMarked(TimeRange{recordingStart + 10s, recordingStart + 20s});
        hour.player.play();
        QCOMPARE(hour.time.cursor(), recordingStart + 10s);
        hour.player.advance(9s);
        QCOMPARE(hour.time.cursor(), recordingStart + 19s);
        hour.player.advance(2s);
        QCOMPARE(hour.time.cursor(), recordingStart + 10s);
    }

    void pausingLiveHoldsItStill()
    {
        Hour hour;
        hour.time.follow();
        hour.player.toggle();
        QVERIFY(!hour.time.isFollowing());
        QVERIFY(!hour.player.isPlaying());
        QCOMPARE(hour.time.cursor(), recordingStart + 1h);
    }

    void followingStopsPlaying()
    {
        Hour hour;
        hour.player.play();
        QSignalSpy changed(&hour.player, &Player::changed);
        hour.time.follow();
        QVERIFY(!hour.player.isPlaying());
        QCOMPARE(changed.size(), 1);
    }

    void speedsGoUpAndDownAndEnd()
    {
        Hour hour;
        for (int step = 0; step < 20; ++step)
            hour.player.faster();
        QCOMPARE(hour.player.speed(), 1000.0);
        hour.player.slower();
        QCOMPARE(hour.player.speed(), 300.0);
        for (int step = 0; step < 20; ++step)
            hour.player.slower();
        QCOMPARE(hour.player.speed(), 0.1);
    }
};

LOCKSTEP_TEST(tst_player, TestPlayer)
#include "tst_player.moc"
