// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/storecoverage.h"
#include "models/view/time/player.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/common/text.h"
#include "widgets/panels/header/headerstrip.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestHeaderStrip : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void beforeAnythingIsHeardItSaysNoData()
    {
        FakeWorld world;
        HeaderStrip strip(world.context());
        strip.refresh(world.now());
        QCOMPARE(strip.state().word, QStringLiteral("NO DATA"));
        QVERIFY(!strip.grab().isNull());
    }

    void whileTicksComeItIsLiveWithTheUtcClock()
    {
        FakeWorld world({.nodes = 2});
        HeaderStrip strip(world.context());
        world.introduce();
        world.run(5);
        strip.refresh(world.now());
        QCOMPARE(strip.state().word, QStringLiteral("LIVE"));
        QCOMPARE(strip.state().time, QStringLiteral("03:12:05 UTC"));
        QVERIFY(!strip.state().alarm.has_value());
    }

    void whenNobodyIsHeardItIsStaleAndSaysForHowLong()
    {
        FakeWorld world({.nodes = 2});
        HeaderStrip strip(world.context());
        world.introduce();
        world.run(5);
        world.silence(7);
        strip.refresh(world.now());
        QCOMPARE(strip.state().word, QStringLiteral("STALE"));
        QCOMPARE(strip.state().note, ageText(7s - 5ms)); // ticks arrive 5 ms late
        QCOMPARE(strip.state().alarm, std::optional(Severity::Critical));
    }

    void pausedItShowsTheMomentShownAndTheClock()
    {
        FakeWorld world;
        HeaderStrip strip(world.context());
        world.introduce();
        world.run(30);
        world.time.setCursor(world.now() - 10s);
        strip.refresh(world.now());
        QCOMPARE(strip.state().word, QStringLiteral("PAUSED"));
        QCOMPARE(strip.state().time, QStringLiteral("03:12:20 UTC"));
        QCOMPARE(strip.state().note, ageText(10s));
    }

    void ofAnotherDayTheDayIsSaid()
    {
        FakeWorld world;
        HeaderStrip strip(world.context());
        world.introduce();
        world.run(30);
        world.time.setCursor(world.now() - 10s);
        strip.refresh(world.now() + 72h);
        QCOMPARE(strip.state().note, QStringLiteral("2026-03-01"));
        strip.refresh(world.now());
        QCOMPARE(strip.state().note, ageText(10s));
    }

    void whilePlayingItSaysSoAndHowFast()
    {
        FakeWorld world;
        Player player(world.time);
        ViewContext context = world.context();
        context.player = &player;
        HeaderStrip strip(context);
        world.introduce();
        world.run(30);
        world.time.setCursor(world.now() - 20s);
        player.setSpeed(300);
        player.play();
        strip.refresh(world.now());
        QCOMPARE(strip.state().word, QStringLiteral("PLAYING 300×"));
        player.pause();
        strip.refresh(world.now());
        QCOMPARE(strip.state().word, QStringLiteral("PAUSED"));
    }

    void aClickOnAFigureShowsWhatItIsAbout()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        HeaderStrip strip(world.context());
        QSignalSpy shown(&world.selection, &Selection::shown);
        QSignalSpy alerts(&strip, &HeaderStrip::alertsWanted);
        world.introduce();
        world.run(5);
        strip.resize(2400, 56);
        strip.show();
        strip.refresh(world.now());
        for (int x = 0; x < strip.width(); x += 20)
            QTest::mouseClick(&strip, Qt::LeftButton, Qt::NoModifier, {x, 28});
        QVERIFY(alerts.count() > 0);
        QVERIFY(shown.count() > 0);
        QCOMPARE(world.selection.current().kind, EntityKind::Gpu); // the hottest
        QVERIFY(world.selection.metric().isValid());
    }

    void theScreenReaderHearsTheFigures()
    {
        FakeWorld world({.nodes = 2});
        HeaderStrip strip(world.context());
        world.introduce();
        world.run(5);
        strip.refresh(world.now());
        QVERIFY(strip.accessibleDescription().contains(QStringLiteral("Nodes live 2/2")));
    }

    /// "12 detectors without data" was cut in its middle.
    void aNoteOfWordsIsNotCut()
    {
        FakeWorld world({.nodes = 2});
        HeaderStrip strip(world.context());
        world.introduce();
        world.run(20);
        QTRY_VERIFY(!world.coverage.at(world.now()).empty());
        for (const int width : {960, 1280, 1920, 2560}) {
            strip.resize(width, 56);
            strip.refresh(world.now());
            strip.grab();
            QVERIFY(strip.accessibleDescription().contains(QStringLiteral("detectors without data")));
            QCOMPARE(strip.truncatedNotes(), QStringList());
        }
    }

    void inANarrowWindowTheLeastImportantFiguresLeave()
    {
        FakeWorld world({.nodes = 2});
        HeaderStrip strip(world.context());
        world.introduce();
        world.run(5);
        strip.resize(700, 56);
        strip.refresh(world.now());
        const QImage narrow = strip.grab().toImage();
        QCOMPARE(narrow.width(), 700);
        QVERIFY(strip.shownFigures() < strip.figures().size());
        QVERIFY(strip.shownFigures() > 0);
        strip.resize(2400, 56);
        strip.grab();
        QCOMPARE(strip.shownFigures(), strip.figures().size());
    }
};

LOCKSTEP_GUI_TEST(tst_headerstrip, TestHeaderStrip)
#include "tst_headerstrip.moc"
