// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/baseline/episodes.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

/// Input as one letter per tick: w warning, c critical, . healthy, ? unclear, space: silence. Expected output, one
/// letter per tick: B begun, W worse, O over, . no change.
class TestEpisodes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsReported_data()
    {
        QTest::addColumn<QByteArray>("found");
        QTest::addColumn<QByteArray>("reported");
        const auto row = [](const char* name, const char* found, const char* reported) {
            QTest::newRow(name) << QByteArray(found) << QByteArray(reported);
        };
        row("it has to last", "ww.www", ".....B");
        row("once", "wwwwwwww", "..B.....");
        row("worse has to last, too", "wwwcwccc", "..B....W");
        row("milder is no news", "cccwwwww", "..B.....");
        row("critical at once", "wcc.....", "..B....O");
        row("over when it was calm", "www.....", "..B....O");
        row("what hovers is one episode", "www....w....w.....", "..B..............O");
        row("unclear is not well", "www..?.....", "..B.......O");
        row("calm goes on over a silence", "www..  ...", "..B....O..");
        row("an episode goes on over a silence", "www       ", "..B.......");
        row("never reported, never over", "ww......", "........");
        row("it comes again", "www.....www", "..B....O..B");
        row("well from the first", "........", "........");
    }

    void whatIsReported()
    {
        QFETCH(QByteArray, found);
        QFETCH(QByteArray, reported);
        QCOMPARE(reportedOf(found, {.lasts = 3, .calm = 5}), reported);
    }

    void beforeItIsReportedItMayBeAwayForAPause()
    {
        QCOMPARE(reportedOf("w..ww", {.lasts = 3, .calm = 5, .pause = 2}), QByteArray("...B."));
        QCOMPARE(reportedOf("w...ww", {.lasts = 3, .calm = 5, .pause = 2}), QByteArray("......"));
    }

    void aRuleOfSecondsHoldsAtTicksOfAnyLength()
    {
        const EpisodeRule rule{.lasts = 45, .calm = 60};
        QCOMPARE(rule.inTicksOf(1).lasts, TickIndex{45});
        QCOMPARE(rule.inTicksOf(0.1F).lasts, TickIndex{450});
        QCOMPARE(rule.inTicksOf(15).lasts, TickIndex{3});
        QCOMPARE(rule.inTicksOf(15).calm, TickIndex{4});
        // However far apart samples are, a single one may be bad.
        QCOMPARE(rule.inTicksOf(60).lasts, TickIndex{2});
        QCOMPARE(rule.lastsAtTicksOf(60), Duration(std::chrono::seconds(120)));
        QCOMPARE((EpisodeRule{.lasts = 1, .calm = 60}).inTicksOf(60).lasts, TickIndex{1});
        QCOMPARE((EpisodeRule{.lasts = 3, .calm = 5, .samples = 3}).inTicksOf(15).lasts, TickIndex{3});
    }

    void theEndSaysWhomItWasReportedOfFirstAndWhen()
    {
        Episodes episodes;
        const EntityRef rack{EntityKind::Rack, 1};
        const EntityRef worst{EntityKind::Gpu, 7};
        const TimePoint start{std::chrono::seconds(100)};
        QVERIFY(episodes.found({rack}, {}, {1, start}, Severity::Warning, worst).isBad());
        QVERIFY(episodes.found({rack}, {}, {2, start + std::chrono::seconds(1)}, Severity::Critical, rack).isBad());
        QCOMPARE(episodes.reported({rack}), std::optional(Severity::Critical));
        const auto news = episodes.notFound({rack}, {}, {3, start + std::chrono::seconds(2)});
        QVERIFY(news.isOver());
        QCOMPARE(news.about, worst);
        QVERIFY(news.since == start);
        QVERIFY(episodes.isEmpty());
    }

    void whatWasNotFoundIsListed()
    {
        Episodes episodes;
        const Episodes::Key one{{EntityKind::Node, 1}, "a"};
        const Episodes::Key other{{EntityKind::Node, 1}, "b"};
        (void)episodes.found(one, {}, {1, {}}, Severity::Warning);
        (void)episodes.found(other, {}, {2, {}}, Severity::Warning);
        QCOMPARE(episodes.notFoundAt(2).size(), std::size_t{1});
        QVERIFY(episodes.notFoundAt(2).front() == one);
    }

    void timeThatBeginsAnewForgets()
    {
        Episodes episodes;
        const EpisodeRule rule{.lasts = 2, .calm = 5};
        (void)episodes.found({{}}, rule, {100, {}}, Severity::Warning);
        QVERIFY(episodes.found({{}}, rule, {101, {}}, Severity::Warning).isBad());
        QVERIFY(!episodes.found({{}}, rule, {5, {}}, Severity::Warning).isBad());
        QVERIFY(episodes.found({{}}, rule, {6, {}}, Severity::Warning).isBad());
    }

private:
    static QByteArray reportedOf(const QByteArray& found, const EpisodeRule& rule)
    {
        Episodes episodes;
        QByteArray reported;
        const Episodes::Key key{{EntityKind::Node, 3}};
        for (TickIndex tick = 0; tick < found.size(); ++tick) {
            const char what = found[static_cast<int>(tick)];
            const AnalysedTick now{tick, TimePoint(std::chrono::seconds(tick))};
            Episodes::News news;
            if (what == 'w' || what == 'c')
                news = episodes.found(key, rule, now, what == 'c' ? Severity::Critical : Severity::Warning);
            else if (what != ' ')
                news = episodes.notFound(key, rule, now,
                                         what == '?' ? Episodes::State::Unclear : Episodes::State::Healthy);
            reported += ".BWO"[static_cast<int>(news.kind)];
        }
        return reported;
    }
};

LOCKSTEP_TEST(tst_episodes, TestEpisodes)
#include "tst_episodes.moc"
