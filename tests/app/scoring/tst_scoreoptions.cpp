// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/scoreoptions.h"
#include "datasources/text/commandpage.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::scoring;

namespace {

Result<ScoreOptions> parsed(const std::vector<std::string>& words)
{
    const Result<CommandInput> line = readCommand(scorePage(), words);
    return line.isOk() ? scoreOptions(line.value()) : line.error();
}

} // namespace

class TestScoreOptions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allAreRead()
    {
        const auto options = parsed({"--drills",  "d",        "--cluster",    "c",          "--nodes",    "16",
                                     "--seeds",   "3",        "--first-seed", "9",          "--severity", "0.33",
                                     "--places",  "4",        "--pairs",      "--duration", "60",         "--baseline",
                                     "--permute", "--events", "--threads",    "2",          "--json"});
        QVERIFY2(options.isOk(), options.isOk() ? "" : options.error().message.c_str());
        const ScoreOptions& read = options.value();
        QCOMPARE(read.drills, "d");
        QCOMPARE(read.clusterFile, "c");
        QCOMPARE(read.nodes.value(), 16U);
        QCOMPARE(read.seeds, 3U);
        QCOMPARE(read.firstSeed, 9U);
        QCOMPARE(read.severity, 0.33);
        QCOMPARE(read.places, 4U);
        QCOMPARE(read.durationSeconds.value(), 60.0);
        QCOMPARE(read.threads, 2U);
        QVERIFY(read.pairs && read.baseline && read.permute && read.events && read.json);
        QVERIFY(parsed({"--quiet-hours", "24"}).isOk());
        const auto site = parsed(
            {"--drills", "d", "--sensors", "dcgm+node", "--interval", "15", "--noise", "site", "--before", "1800"});
        QVERIFY(site.isOk() && site.value().site.sensors == SensorSet::DcgmNode && site.value().site.isNoisy);
        QCOMPARE(site.value().site.intervalSeconds, 15U);
        QCOMPARE(site.value().beforeSeconds.value(), 1800.0);
    }

    void errorsSayWhatWasExpected_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* title, const char* words, const char* message) {
            QTest::newRow(title) << QString::fromLatin1(words) << QString::fromLatin1(message);
        };
        row("nothing", "", "expected --drills");
        row("no seeds", "--drills d --seeds 0", "--seeds: expected a whole number from 1");
        row("no number", "--drills d --severity much", "--severity: expected a number");
        row("no such sensors", "--drills d --sensors some", "--sensors: expected full, agent");
        row("no such noise", "--drills d --noise loud", "--noise loud: expected site");
        row("unknown", "--drills d --points", "unknown option --points");
        row("a word too many", "--drills d e", "unexpected argument \"e\"");
        row("quiet with drills", "--drills d --quiet-hours 1", "--quiet-hours cannot be combined");
    }

    void errorsSayWhatWasExpected()
    {
        QFETCH(QString, words);
        QFETCH(QString, message);
        std::vector<std::string> arguments;
        for (const QString& word : words.split(u' ', Qt::SkipEmptyParts))
            arguments.push_back(word.toStdString());
        const auto options = parsed(arguments);
        QVERIFY(!options.isOk());
        QVERIFY2(options.error().message.find(message.toStdString()) != std::string::npos,
                 options.error().message.c_str());
    }
};

LOCKSTEP_TEST(tst_scoreoptions, TestScoreOptions)
#include "tst_scoreoptions.moc"
