// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/livesession.h"
#include "app/session/opening/startoptions.h"
#include "datasources/prometheus/engineplan.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

class TestStartOptions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingAskedForIsNoSource()
    {
        const Result<CommandLine> line = parseCommandLine({});
        QVERIFY(line.isOk());
        QVERIFY(!line.value().options.demo && line.value().options.connect.isEmpty());
        QVERIFY(!line.value().options.after);
        QVERIFY(!line.value().input.answer);
    }

    void addressesMayBeListedOrRepeated()
    {
        const Result<CommandLine> line = parseCommandLine({u"--connect"_s, u"a:1,b:2"_s, u"--connect"_s, u"c:3"_s});
        QVERIFY(line.isOk());
        QCOMPARE(line.value().options.connect, QStringList({u"a:1"_s, u"b:2"_s, u"c:3"_s}));
    }

    void aScreenshotWithoutATimeIsTakenAfterFiveSeconds()
    {
        const Result<CommandLine> line = parseCommandLine({u"--demo"_s, u"--screenshot"_s, u"x.png"_s});
        QVERIFY(line.isOk());
        QVERIFY(line.value().options.after == std::chrono::seconds(5));
    }

    void fractionsOfASecondAreKept()
    {
        const Result<CommandLine> line = parseCommandLine({u"--demo"_s, u"--after"_s, u"0.25"_s});
        QVERIFY(line.isOk());
        QVERIFY(line.value().options.after == std::chrono::milliseconds(250));
    }

    void aMomentHasARangeAroundIt()
    {
        const auto placeOf = [](const QStringList& arguments) {
            const Result<CommandLine> line = parseCommandLine(arguments);
            return line.isOk() ? line.value().options.place : std::nullopt;
        };
        const TimePoint at(std::chrono::seconds(1'795'230'764));
        const auto place = placeOf({u"--at"_s, u"2026-11-21T03:12:44.000000001Z"_s});
        QVERIFY(place && !place->isFollowing);
        QCOMPARE(place->cursor.time_since_epoch(), (at + Duration(1)).time_since_epoch());
        QVERIFY(place->range.from < place->cursor && place->cursor < place->range.to);
        const auto range = placeOf({u"--from"_s, u"1795230764"_s, u"--to"_s, u"1795230800"_s});
        QVERIFY(range && range->range == (TimeRange{at, at + std::chrono::seconds(36)}));
        QVERIFY(range->cursor == range->range.to);
        QVERIFY(!placeOf({u"--demo"_s}));
    }

    void badValuesNameTheOptionAndWhatWasExpected_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("workspace") << QStringList{u"--workspace"_s, u"6"_s} << u"from 1 to 5"_s;
        QTest::newRow("size") << QStringList{u"--size"_s, u"big"_s} << u"WIDTHxHEIGHT"_s;
        QTest::newRow("theme") << QStringList{u"--theme"_s, u"pink"_s} << u"expected dark, light"_s;
        QTest::newRow("after") << QStringList{u"--after"_s, u"-1"_s} << u"--after: expected a number from 0"_s;
        QTest::newRow("not a number") << QStringList{u"--after"_s, u"nan"_s} << u"--after: expected a number"_s;
        QTest::newRow("history") << QStringList{u"--history"_s, u"0"_s} << u"whole number from 1 to 1440"_s;
        QTest::newRow("unknown") << QStringList{u"--conect"_s, u"a:1"_s} << u"conect"_s;
        QTest::newRow("a key without a CA")
            << QStringList{u"--cert"_s, u"me.pem"_s, u"--key"_s, u"me.key"_s, u"--connect"_s, u"a:1"_s} << u"--ca"_s;
        QTest::newRow("a certificate without its key")
            << QStringList{u"--cert"_s, u"me.pem"_s, u"--ca"_s, u"ca.pem"_s} << u"without its private key"_s;
        QTest::newRow("no time") << QStringList{u"--at"_s, u"noon"_s} << u"--at: expected a time such as"_s;
        QTest::newRow("backwards") << QStringList{u"--from"_s, u"1795230764"_s, u"--to"_s, u"1795230700"_s}
                                   << u"--to: expected a time after --from"_s;
        QTest::newRow("outside") << QStringList{u"--from"_s,     u"1795230700"_s, u"--to"_s,
                                                u"1795230764"_s, u"--at"_s,       u"1795230900"_s}
                                 << u"--at: expected a time between"_s;
        QTest::newRow("stray word") << QStringList{u"a:1"_s} << u"'a:1'"_s;
    }

    void badValuesNameTheOptionAndWhatWasExpected()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const Result<CommandLine> line = parseCommandLine(arguments);
        QVERIFY(!line.isOk());
        const QString message = QString::fromStdString(line.error().message);
        QVERIFY2(message.contains(says), qPrintable(message));
    }

    void whatIsNoOptionIsSaidInOneSentence()
    {
        const auto said = [](const QStringList& arguments) {
            return QString::fromStdString(parseCommandLine(arguments).error().message);
        };
        QCOMPARE(said({u"--bogus"_s}), u"unknown option --bogus; see lockstep --help"_s);
        const QString missing = said({u"--connect"_s});
        QVERIFY2(!missing.contains(u".;"_s) && missing.contains(u"connect"_s), qPrintable(missing));
    }

    void ticksOfAnotherLengthGoToAFolderOfTheirOwn()
    {
        const auto folderOf = [](const QStringList& arguments, std::chrono::milliseconds period) {
            const Result<CommandLine> line = parseCommandLine(arguments);
            auto engine = std::make_shared<EnginePlan>();
            engine->period = period;
            LiveSources sources;
            sources.engine = engine;
            return line.isOk() ? line.value().options.record.pathFor(sources, {}) : QString();
        };
        const QStringList engine{u"--prometheus"_s, u"http://host:9090"_s};
        const QString usual = folderOf(engine, std::chrono::milliseconds(1000));
        QVERIFY2(usual.endsWith(u"/lockstep/recording"_s), qPrintable(usual));
        QCOMPARE(folderOf(engine, std::chrono::milliseconds(15'000)), usual + u"-every-15000ms"_s);
        const QStringList named = engine + QStringList{u"--record"_s, u"/named"_s};
        QCOMPARE(folderOf(named, std::chrono::milliseconds(15'000)), u"/named"_s);
        QVERIFY(folderOf(engine + QStringList{u"--no-record"_s}, std::chrono::milliseconds(15'000)).isEmpty());
    }

    void anExerciseHasARoleAndANumber()
    {
        const Result<CommandLine> line
            = parseCommandLine({u"--exercise"_s, u"surprise"_s, u"--role"_s, u"both"_s, u"--seed"_s, u"7"_s});
        QVERIFY2(line.isOk(), line.isOk() ? "" : line.error().message.c_str());
        QCOMPARE(line.value().options.exercise, u"surprise"_s);
        QCOMPARE(line.value().options.role, u"both"_s);
        QVERIFY(line.value().options.exerciseSeed == std::uint64_t{7});
        QVERIFY(!parseCommandLine({u"--exercise"_s, u"surprise"_s, u"--role"_s, u"boss"_s}).isOk());
    }

    void whatIsSimulatedNeverLiesAmongWhatIsReal()
    {
        const RecordFolder own = RecordFolder::usersOwn(u"/data"_s);
        LiveSources sources;
        QCOMPARE(own.pathFor(sources, {}), u"/data/recording"_s);
        sources.demo = true;
        QCOMPARE(own.pathFor(sources, {}), u"/data/demo"_s);
        SimulatedDrill drill;
        drill.isExercise = true;
        sources.drill = std::make_shared<const SimulatedDrill>(drill);
        QCOMPARE(own.pathFor(sources, TimePoint(std::chrono::sys_days(std::chrono::year(2026) / 11 / 23))),
                 u"/data/exercises/20261123-000000"_s);
        QCOMPARE(RecordFolder::named(u"/named"_s).pathFor(sources, {}), u"/named"_s);
        QVERIFY(RecordFolder().pathFor(sources, {}).isEmpty());
    }

    void whatIsNamedIsReplayedOrReadAsATrace()
    {
        const QTemporaryDir recording;
        const QTemporaryDir traces;
        const auto write = [](const QString& path, const QByteArray& bytes) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
        };
        const QString bundle = traces.filePath(u"incident.lockstep"_s);
        const QString trace = traces.filePath(u"rank0.json"_s);
        QVERIFY(write(recording.filePath(u"segment-20261121T031244Z-000.lockstep"_s), "x"));
        QVERIFY(write(bundle, QByteArray("SQLite format 3\0and more", 24)));
        QVERIFY(write(trace, "{}"));
        const auto optionsOf = [](const QStringList& arguments) {
            const Result<CommandLine> line = parseCommandLine(arguments);
            return line.isOk() ? line.value().options : StartOptions();
        };
        QCOMPARE(optionsOf({recording.path()}).replay, recording.path());
        QVERIFY(optionsOf({recording.path()}).record.pathFor({}, {}).isEmpty());
        QCOMPARE(optionsOf({bundle}).replay, bundle);
        QCOMPARE(optionsOf({trace}).traces, QStringList{trace});
        QCOMPARE(optionsOf({traces.path()}).traces, QStringList{traces.path()}); // a folder of trace files
        QVERIFY(!parseCommandLine({bundle, trace}).isOk());
        QVERIFY(!parseCommandLine({bundle, recording.path()}).isOk());
    }

    void helpAnswersWithText()
    {
        const Result<CommandLine> help = parseCommandLine({u"--help"_s});
        QVERIFY(help.isOk() && help.value().input.answer);
        QVERIFY(help.value().input.answer->find("--stats-json") != std::string::npos);
    }
};

LOCKSTEP_TEST(tst_startoptions, TestStartOptions)
#include "tst_startoptions.moc"
