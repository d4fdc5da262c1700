// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/imports/importtext.h"
#include "datasources/recording/recording.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <cmath>

using namespace lockstep;

namespace {

constexpr std::int64_t t0 = 1'700'000'000;

struct Imported
{
    explicit Imported(std::string_view text, bool isCsv = false,
                      std::optional<Duration> tickPeriod = std::chrono::seconds(1))
    {
        ImportedSeries series{tickPeriod};
        if (isCsv)
            outcome = importCsv(text, "table.csv", series).value();
        else
            outcome = importMetricsText(text, "metrics.txt", series);
        if (const Result<TickRange> writing = series.write(folder.path().toStdString()); !writing.isOk())
            written = writing.error();
        counts = series.counts();
        ticks = series.ticks();
        if (written.isOk())
            recording.emplace(Recording::open(folder.path().toStdString()).value());
    }
    float value(std::string_view metric, std::string_view path, TickIndex tick)
    {
        const MetricId id = recording->metrics().find(metric);
        if (!id.isValid())
            return -1;
        const EntityKind kind = recording->metrics().descriptor(id).entityKind;
        const RecordedBlock block = recording->block(id, RecordedBlock::firstOf(tick));
        const std::span<const float> row = block.row(tick);
        for (std::uint32_t index = 0; index < recording->topology()->count(kind); ++index) {
            if (recording->topology()->path({kind, index}).ends_with(path))
                return index < row.size() ? row[index] : noData;
        }
        return -2;
    }

    QTemporaryDir folder;
    ImportOutcome outcome;
    Status written = success();
    ImportedSeries::Counts counts;
    ImportedSeries::Ticks ticks;
    std::optional<Recording> recording;
};

} // namespace

class TestImport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void dcgmNamesComeOntoTheCatalogueInItsUnits()
    {
        Imported got("# HELP DCGM_FI_DEV_GPU_TEMP t\n# TYPE DCGM_FI_DEV_GPU_TEMP gauge\n"
                     "DCGM_FI_DEV_GPU_TEMP{gpu=\"3\",UUID=\"GPU-1\",Hostname=\"n17\"} 71 1700000000\n"
                     "DCGM_FI_DEV_SM_CLOCK{gpu=\"3\",UUID=\"GPU-1\",Hostname=\"n17\"} 1755 1700000000.000\n"
                     "DCGM_FI_DEV_FB_USED{gpu=\"3\",Hostname=\"n17\"} 1024 1700000000000\n"
                     "DCGM_FI_DEV_GPU_UTIL{gpu=\"3\",Hostname=\"n17\"} 9223372036854775794 1700000000\n# EOF\n");
        QVERIFY(got.written.isOk());
        QCOMPARE(got.value("gpu.temperature", "n17 / gpu3", t0), 71.0F);
        QCOMPARE(got.value("gpu.clock.sm", "n17 / gpu3", t0), 1755e6F);
        QCOMPARE(got.value("gpu.memory.used", "n17 / gpu3", t0), 1073741824.0F);
        QVERIFY(!got.recording->metrics().find("gpu.utilisation").isValid()); // blank is no value
        QCOMPARE(got.outcome.skipped, std::uint64_t{0});
    }

    void seriesOneAfterAnotherFallIntoTheSameTicks()
    {
        std::string text;
        for (const int gpu : {0, 1}) {
            for (int second = 199; second >= 0; --second) // and back to front
                text += "gpu_power{node=\"a\",gpu=\"" + std::to_string(gpu) + "\"} "
                    + std::to_string(100 * gpu + second) + " " + std::to_string(t0 + second) + "\n";
        }
        Imported got(text);
        QVERIFY(got.written.isOk());
        QCOMPARE(got.counts.samples, std::uint64_t{400});
        QCOMPARE(got.recording->counts().samples, std::uint64_t{400});
        for (const int second : {0, 63, 64, 199}) {
            QCOMPARE(got.value("gpu.power", "a / gpu0", t0 + second), static_cast<float>(second));
            QCOMPARE(got.value("gpu.power", "a / gpu1", t0 + second), static_cast<float>(100 + second));
        }
        QCOMPARE(got.recording->ticks().from, TickIndex{t0});
        QCOMPARE(got.recording->ticks().to, TickIndex{t0 + 200});
    }

    void unknownNamesAreKeptAndTheirSeriesApart()
    {
        Imported got("queue_depth{instance=\"h:9100\",queue=\"a\"} 1 1700000000\n"
                     "queue_depth{instance=\"h:9100\",queue=\"b\"} 2 1700000000\n"
                     "plain 3 1700000000\n");
        QCOMPARE(got.value("queue_depth", "h / queue=a", t0), 1.0F);
        QCOMPARE(got.value("queue_depth", "h / queue=b", t0), 2.0F);
        QCOMPARE(got.value("plain", "imported", t0), 3.0F);
    }

    void whatHasNoTimeIsReportedAndLeftOut()
    {
        Imported got("a 1\nb{x=\"1} 2 3\nc 1 1700000000\nd word 1700000000\n");
        QCOMPARE(got.outcome.skipped, std::uint64_t{3});
        QVERIFY(got.outcome.firstSkipped.find("metrics.txt:1") != std::string::npos);
        QCOMPARE(got.value("c", "imported", t0), 1.0F);
        Imported nothing("a 1\n");
        QVERIFY(!nothing.written.isOk());
    }

    void samplesOnOneTickAreCounted()
    {
        Imported got("gpu_power{gpu=\"0\"} 1 1700000000.1\ngpu_power{gpu=\"0\"} 2 1700000000.2\n"
                     "gpu_power{gpu=\"0\"} 3 1700000000.2\n");
        QCOMPARE(got.counts.merged, std::uint64_t{1});
        QCOMPARE(got.counts.repeated, std::uint64_t{1});
        QCOMPARE(got.value("gpu.power", "gpu0", t0), 3.0F);
        QCOMPARE(got.counts.kept(), got.recording->counts().samples);
    }

    void tenSamplesASecondAreAllKept()
    {
        std::string text = "time,node,load\n";
        for (int at = 0; at < 1000; ++at)
            text += fmt::format("{}.{},n1,{}\n", t0 + at / 10, at % 10, at);
        Imported got(text, true, std::nullopt);
        QVERIFY(got.written.isOk());
        QVERIFY(got.ticks.isFound);
        QCOMPARE(got.ticks.period, Duration(std::chrono::milliseconds(100)));
        QCOMPARE(got.counts.kept(), std::uint64_t{1000});
        QCOMPARE(got.recording->counts().samples, std::uint64_t{1000});
        QCOMPARE(got.recording->tickPeriod(), Duration(std::chrono::milliseconds(100)));
        for (const int at : {0, 7, 10, 999})
            QCOMPARE(got.value("load", "n1", t0 * 10 + at), static_cast<float>(at));
    }

    void aMinuteBetweenSamplesIsNotSixtyTicks()
    {
        std::string text;
        for (int at = 0; at < 50; ++at)
            text += fmt::format("a {} {}\n", at, t0 + 60 * at);
        Imported got(text, false, std::nullopt);
        QCOMPARE(got.ticks.period, Duration(std::chrono::minutes(1)));
        QCOMPARE(got.recording->ticks().length(), TickIndex{50});
    }

    void oneSampleTellsNoPeriod()
    {
        Imported got("a 1 1700000000\n", false, std::nullopt);
        QVERIFY(!got.ticks.isFound);
        QCOMPARE(got.ticks.period, Duration(std::chrono::seconds(1)));
        QCOMPARE(got.value("a", "imported", t0), 1.0F);
    }

    void everySampleIsAccountedFor()
    {
        Imported got("gpu_power{gpu=\"0\"} 1 1700000000\ngpu_power{gpu=\"0\",modelName=\"H\"} 2 1700000000\n"
                     "gpu_power{gpu=\"0\",modelName=\"H\"} 2 1700000001\nother -1e300 1700000000\n"
                     "other NaN 1700000001\n",
                     false, std::nullopt);
        QCOMPARE(got.counts.clashes, std::uint64_t{1});
        QCOMPARE(got.counts.clashSamples, std::uint64_t{2});
        QCOMPARE(got.counts.tooLarge, std::uint64_t{1});
        QCOMPARE(got.counts.kept(), got.recording->counts().samples);
    }

    void spreadsheetsOfHalfTheWorldWriteSemicolons()
    {
        Imported got("time;node;load\n1700000000;n1;1,5\n1700000001;n1;2\n", true);
        QCOMPARE(got.value("load", "n1", t0), 1.5F);
        QCOMPARE(got.value("load", "n1", t0 + 1), 2.0F);
        QCOMPARE(got.outcome.skipped, std::uint64_t{0});
    }

    void aRealPumpLoopComesInWhole()
    {
        const QString path = QDir(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR"))
                                 .filePath(QStringLiteral("../shared/data/skab/anomaly-free.csv"));
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("the recordings of a real pump loop (SKAB) are not here");
        const QByteArray text = file.readAll();
        const auto rows = static_cast<std::uint64_t>(text.trimmed().count('\n'));
        Imported got(text.toStdString(), true, std::nullopt);
        QVERIFY(got.written.isOk());
        QCOMPARE(got.outcome.skipped, std::uint64_t{0});
        QCOMPARE(got.ticks.period, Duration(std::chrono::seconds(1)));
        QCOMPARE(got.counts.samples, 8 * rows);
        QCOMPARE(got.counts.repeated + got.counts.merged, std::uint64_t{0});
        QCOMPARE(got.recording->counts().samples, 8 * rows);
    }

    void tablesHaveThingsAndValuesInColumns()
    {
        Imported got("time,node,gpu,gpu.temperature,\"odd, name\",state\n"
                     "2023-11-14T22:13:20Z,n1,0,60,5,ok\n"
                     "2023-11-15 00:13:21+02:00,n1,1,,6,ok\n"
                     "1700000002,n1,0,62,x,ok\nlater,n1,0,1,1,ok\n",
                     true);
        QVERIFY(got.written.isOk());
        QCOMPARE(got.value("gpu.temperature", "n1 / gpu0", t0), 60.0F);
        QCOMPARE(got.value("gpu.temperature", "n1 / gpu0", t0 + 2), 62.0F);
        QVERIFY(std::isnan(got.value("gpu.temperature", "n1 / gpu0", t0 + 1)));
        QCOMPARE(got.outcome.skipped, std::uint64_t{2});
        QVERIFY(got.recording->metrics().find("odd, name").isValid());
    }

    void aTableWithoutTimesIsAnError()
    {
        ImportedSeries series{std::chrono::seconds(1)};
        const auto outcome = importCsv("a,b\n1,2\n", "x.csv", series);
        QVERIFY(!outcome.isOk());
        QVERIFY(outcome.error().message.find("x.csv") != std::string::npos);
    }

    void momentsAreReadInAllTheirForms_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ns");
        QTest::newRow("seconds") << "1700000000" << qint64{t0 * 1'000'000'000};
        QTest::newRow("fraction") << "1700000000.25" << qint64{t0 * 1'000'000'000 + 250'000'000};
        QTest::newRow("milliseconds") << "1700000000123" << qint64{t0 * 1'000'000'000 + 123'000'000};
        QTest::newRow("nanoseconds") << "1700000000123456789" << qint64{t0 * 1'000'000'000 + 123'456'789};
        QTest::newRow("iso") << "2023-11-14T22:13:20.5Z" << qint64{t0 * 1'000'000'000 + 500'000'000};
        QTest::newRow("zone") << "2023-11-14T17:13:20-0500" << qint64{t0 * 1'000'000'000};
    }
    void momentsAreReadInAllTheirForms()
    {
        QFETCH(QString, text);
        QFETCH(qint64, ns);
        const auto moment = parseMoment(text.toStdString());
        QVERIFY(moment);
        QCOMPARE(moment->time_since_epoch().count(), ns);
    }

    void whatNoClockCountsIsNoMoment_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("year 4046") << "4046-11-14T22:13:20Z";
        QTest::newRow("year 1") << "0001-01-01T00:00:00";
        QTest::newRow("fraction of thousands") << "2023-11-14T22:13:20.5e300Z";
        QTest::newRow("nanoseconds to the brim") << "9223372036854775807.5";
        QTest::newRow("number to the brim") << "9.3e18";
    }
    void whatNoClockCountsIsNoMoment()
    {
        QFETCH(QString, text);
        const auto moment = parseMoment(text.toStdString());
        QVERIFY(!moment || *moment > TimePoint()); // never wrapped around to before 1970
    }

    void realScrapesComeInOnceTheyHaveATime()
    {
        const QString data = qEnvironmentVariable(
            "LOCKSTEP_DATA_DIR",
            QDir(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR")).filePath(QStringLiteral("../shared/data")));
        QFile file(data + QStringLiteral("/dcgm_exporter/h100_node1_dcgm_sampled.prom.txt"));
        if (!file.open(QIODevice::ReadOnly))
            QSKIP("the real DCGM scrape is not here; set LOCKSTEP_DATA_DIR");
        std::string text;
        for (const QByteArray& line : file.readAll().split('\n'))
            text += line.trimmed().isEmpty() ? std::string() : line.trimmed().toStdString() + " 1700000000\n";
        Imported got(text);
        QVERIFY(got.written.isOk());
        QCOMPARE(got.counts.clashes, std::uint64_t{0});
        QCOMPARE(got.recording->topology()->count(EntityKind::Gpu), std::size_t{8});
        QCOMPARE(got.value("gpu.temperature", "gpu-node-1 / gpu1", t0), 29.0F);
        QCOMPARE(got.value("gpu.power", "gpu-node-1 / gpu1", t0), 68.347F);
    }
};

LOCKSTEP_TEST(tst_import, TestImport)
#include "tst_import.moc"
