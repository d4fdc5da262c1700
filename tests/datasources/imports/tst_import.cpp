// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/mappingfile.h"
#include "datasources/imports/importtext.h"
#include "datasources/recording/recording.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <cmath>

using namespace lockstep;

namespace {

constexpr std::int64_t t0 = 1'700'000'000;

struct Imported
{
    explicit Imported(std::string_view text, bool isCsv = false,
                      std::optional<Duration> tickPeriod = std::chrono::seconds(1),
                      std::vector<ScrapedMetric> mapping = {})
    {
        ImportedSeries series{tickPeriod};
        series.useMapping(std::move(mapping));
        if (isCsv)
            outcome = importCsv(text, "table.csv", series).value();
        else
            outcome = importMetricsText(text, "metrics.txt", series);
        if (const Result<TickRange> writing = series.write(folder.path().toStdString()); !writing.isOk())
            written = writing.error();
        counts = series.counts();
        ticks = series.ticks();
        sources = series.sources();
        if (written.isOk())
            recording.emplace(Recording::open(folder.path().toStdString()).value());
    }
    Unit unit(std::string_view metric)
    {
        return recording->metrics().descriptor(recording->metrics().find(metric)).unit;
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
    std::vector<ImportedSeries::Source> sources;
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

    void theModelAndDriverOfGpusAreKnownFromTheirLabels()
    {
        const std::string labels = "Hostname=\"n1\",modelName=\"NVIDIA H100\",DCGM_FI_DRIVER_VERSION=\"580.105.08\"} ";
        Imported got("DCGM_FI_DEV_GPU_TEMP{gpu=\"0\"," + labels
                     + "71 1700000000\n"
                       "DCGM_FI_DEV_GPU_TEMP{gpu=\"1\","
                     + labels
                     + "71 1700000000\n"
                       "DCGM_FI_DEV_GPU_TEMP{gpu=\"0\",Hostname=\"n2\"} 71 1700000000\n# EOF\n");
        const auto identities = got.recording->standing(TimePoint::max()).identities;
        QCOMPARE(identities.size(), std::size_t{2});
        QCOMPARE(identities[0].identity->name, std::string("n1"));
        QCOMPARE(identities[0].identity->inventory.size(), std::size_t{1});
        QCOMPARE(identities[0].identity->inventory[0].detail, std::string("2 x NVIDIA H100"));
        QCOMPARE(identities[0].identity->property("GPU driver"), std::string_view("580.105.08"));
        QVERIFY(identities[1].identity->inventory.empty());
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
        QCOMPARE(got.recording->counts().samples, std::uint64_t{400} + got.counts.reports);
        QCOMPARE(got.counts.reports, std::uint64_t{200}); // of one node
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
        const std::uint64_t offsets = 1; // its samples have their own offset within the tick
        QCOMPARE(got.counts.kept() + got.counts.reports + offsets, got.recording->counts().samples);
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
        QCOMPARE(got.recording->counts().samples, std::uint64_t{2000}); // and that its node reported
        QCOMPARE(got.recording->tickPeriod(), Duration(std::chrono::milliseconds(100)));
        for (const int at : {0, 7, 10, 999})
            QCOMPARE(got.value("load", "n1", t0 * 10 + at), static_cast<float>(at));
    }

    void numbersAndTimesComeBackAsTheFileHasThem()
    {
        std::string text = "# TYPE bytes gauge\n";
        const auto timeOf = [](int at) { // milliseconds; ten samples per second, none of them on its tick
            return t0 * 1000 + at * 100 + (at * 7) % 20;
        };
        const auto bytesOf = [](int at) {
            return 43'000'000'000 + std::int64_t{at} * 1'234'567;
        };
        const auto lineOf = [&timeOf](const char* series, int at, const std::string& value, int later) {
            return fmt::format("{} {} {}.{:03}\n", series, value, (timeOf(at) + later) / 1000,
                               (timeOf(at) + later) % 1000);
        };
        for (int at = 0; at < 300; ++at)
            text += lineOf("bytes{node=\"n1\"}", at, fmt::format("{}", bytesOf(at)), 0);
        text += "# TYPE watts gauge\n";
        for (int at = 0; at < 300; ++at)
            text += lineOf("watts{node=\"n1\"}", at, fmt::format("{}.{:03}", 300 + at % 9, at), 0);
        text += "# TYPE late gauge\n"; // taken 20 ms after the others of its node
        for (int at = 0; at < 300; ++at)
            text += lineOf("late{node=\"n1\"}", at, fmt::format("{}", at), 20);
        Imported got(text, false, std::nullopt);
        QVERIFY(got.written.isOk());
        Recording& recording = *got.recording;
        QCOMPARE(recording.tickPeriod(), Duration(std::chrono::milliseconds(100)));
        const auto valuesOf = [&recording](const std::string& name) {
            std::map<TickIndex, double> values;
            const MetricId metric = recording.metrics().find(name);
            for (const TickIndex first : recording.blocksWithin(recording.ticks())) {
                const ExactBlock block = recording.block<double>(metric, first);
                for (TickIndex tick = first; tick < first + RecordedBlock::ticks; ++tick) {
                    if (const auto row = block.row(tick); !row.empty() && !std::isnan(row[0]))
                        values[tick] = row[0];
                }
            }
            return values;
        };
        const auto bytes = valuesOf("bytes");
        const auto watts = valuesOf("watts");
        const auto offsets = valuesOf("node.sample_offset");
        const auto lateOffsets = valuesOf("late.sample_offset");
        QCOMPARE(bytes.size(), std::size_t{300});
        QCOMPARE(offsets.size(), std::size_t{300});
        QCOMPARE(lateOffsets.size(), std::size_t{300});
        QVERIFY(!recording.metrics().find("bytes.sample_offset").isValid());
        int at = 0;
        for (const auto& [tick, value] : bytes) {
            QCOMPARE(value, static_cast<double>(bytesOf(at)));
            QCOMPARE(watts.at(tick), static_cast<double>((300 + at % 9) * 1000 + at) / 1000);
            QCOMPARE(tick * 100 + std::llround(offsets.at(tick) * 1000), timeOf(at));
            QCOMPARE(std::llround((lateOffsets.at(tick) - offsets.at(tick)) * 1000), 20LL);
            ++at;
        }
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
        QCOMPARE(got.sources.size(), std::size_t{2});
        QCOMPARE(got.sources.front().name, std::string("gpu_power"));
        QCOMPARE(got.sources.front().samples, std::uint64_t{3});
        QCOMPARE(got.sources.front().recorded, std::uint64_t{1});
        QCOMPARE(got.counts.kept() + got.counts.reports, got.recording->counts().samples);
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
        QCOMPARE(got.recording->counts().samples, 8 * rows + got.counts.reports);
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

    /// Uses the same table as servers: rates for counters, and ports and disks where labels name them.
    void countersBecomeRatesOfWhatTheyAreAbout()
    {
        Imported got("# TYPE node_load1 gauge\n# TYPE node_infiniband_port_data_received_bytes_total counter\n"
                     "# TYPE node_unheard_of_bytes_total counter\n# TYPE DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL counter\n"
                     "node_uname_info{nodename=\"n7\",release=\"6.1\"} 1 1700000000\n"
                     "node_load1 0.25 1700000000\nnode_load1 0.5 1700000010\n"
                     "node_infiniband_port_data_received_bytes_total{device=\"mlx5_0\",port=\"1\"} 1e12 1700000000\n"
                     "node_infiniband_port_data_received_bytes_total{device=\"mlx5_0\",port=\"1\"} 1000000000250 "
                     "1700000010\n"
                     "node_infiniband_rate_bytes_per_second{device=\"mlx5_0\",port=\"1\"} 5e10 1700000010\n"
                     "node_unheard_of_bytes_total{device=\"mlx5_0\",port=\"1\"} 7 1700000000\n"
                     "node_unheard_of_bytes_total{device=\"mlx5_0\",port=\"1\"} 27 1700000010\n"
                     "node_disk_read_bytes_total{device=\"sda\"} 5.5 1700000000\n"
                     "node_disk_read_bytes_total{device=\"sda\"} 10.5 1700000010\n"
                     "node_network_receive_bytes_total{device=\"lo\"} 1 1700000000\n"
                     "node_network_receive_bytes_total{device=\"lo\"} 2 1700000010\n");
        QVERIFY2(got.written.isOk(), got.written.isOk() ? "" : got.written.error().message.c_str());
        QCOMPARE(got.value("node.load.1min", "n7", t0 + 10), 0.5F);
        QCOMPARE(got.value("port.receive", "n7 / mlx5_0/1", t0 + 10), 25.0F);
        QVERIFY(std::isnan(got.value("port.receive", "n7 / mlx5_0/1", t0)));
        QCOMPARE(got.value("port.rate", "n7 / mlx5_0/1", t0 + 10), 4e11F);
        QCOMPARE(got.value("disk.read", "n7 / sda", t0 + 10), 0.5F);
        QCOMPARE(got.value("node_unheard_of_bytes_total", "n7 / mlx5_0/1", t0 + 10), 2.0F);
        QCOMPARE(got.unit("node_unheard_of_bytes_total"), Unit::BytesPerSecond);
        const auto lo
            = std::ranges::find(got.sources, "node_network_receive_bytes_total", &ImportedSeries::Source::name);
        QVERIFY(lo != got.sources.end() && lo->recorded == 0 && !lo->reason.empty());
    }

    void dcgmCountersBecomeRatesOfTheirGpu()
    {
        Imported got("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL{gpu=\"3\",Hostname=\"n1\"} 4 1700000000\n"
                     "DCGM_FI_DEV_ECC_SBE_VOL_TOTAL{gpu=\"3\",Hostname=\"n1\"} 6 1700000002\n"
                     "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"3\",Hostname=\"n1\"} 84100000 1700000000\n"
                     "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"3\",Hostname=\"n1\"} 84900000 1700000002\n"
                     "DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_L0{gpu=\"3\",Hostname=\"n1\"} 1 1700000002\n"
                     "DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_L5{gpu=\"3\",Hostname=\"n1\"} 9 1700000002\n");
        QCOMPARE(got.value("gpu.ecc.corrected", "n1 / gpu3", t0 + 2), 1.0F);
        QCOMPARE(got.value("gpu.power", "n1 / gpu3", t0 + 2), 400.0F);
        QCOMPARE(got.value("port.link_replays.total", "n1 / gpu3 / nvlink5", t0 + 2), 9.0F);
        // Where power is measured, energy is not taken for it.
        Imported both("DCGM_FI_DEV_POWER_USAGE{gpu=\"3\",Hostname=\"n1\"} 399.5 1700000002\n"
                      "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"3\",Hostname=\"n1\"} 84100000 1700000000\n"
                      "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"3\",Hostname=\"n1\"} 84900000 1700000002\n");
        QCOMPARE(both.value("gpu.power", "n1 / gpu3", t0 + 2), 399.5F);
        QCOMPARE(both.counts.clashes, std::uint64_t{0});
    }

    /// Two replicas of vLLM, scraped twice. In ten seconds, one answers 10 requests within 0.1 s. The other answers 10
    /// within 0.5 s, and 1 within 1 s.
    void histogramsOfInferenceServersBecomeQuantiles()
    {
        std::string text = "# TYPE vllm:time_to_first_token_seconds histogram\n"
                           "# TYPE vllm:generation_tokens counter\n# TYPE vllm:num_requests_running gauge\n";
        struct Replica
        {
            const char* instance;
            std::array<int, 4> more; ///< in ten seconds, below each bound
            int tokens;
        };
        for (const Replica& replica :
             {Replica{"10.0.0.1:8000", {10, 10, 10, 10}, 1000}, Replica{"10.0.0.2:8000", {0, 10, 11, 11}, 3000}}) {
            for (const int second : {0, 10}) {
                const std::string labels
                    = fmt::format(R"(engine="0",instance="{}",model_name="org/m")", replica.instance);
                std::size_t at = 0;
                for (const char* bound : {"0.1", "0.5", "1.0", "+Inf"})
                    text += fmt::format("vllm:time_to_first_token_seconds_bucket{{le=\"{}\",{}}} {} {}\n", bound,
                                        labels, 100 + (second > 0 ? replica.more[at++] : 0), t0 + second);
                text += fmt::format("vllm:time_to_first_token_seconds_sum{{{0}}} 7 {1}\n"
                                    "vllm:time_to_first_token_seconds_count{{{0}}} {2} {1}\n"
                                    "vllm:generation_tokens_total{{{0}}} {3} {1}\n"
                                    "vllm:num_requests_running{{{0}}} 3 {1}\n"
                                    "vllm:gpu_cache_usage_perc{{{0}}} 0.5 {1}\n",
                                    labels, t0 + second, 100 + (second > 0 ? replica.more[3] : 0),
                                    second > 0 ? replica.tokens : 0);
            }
        }
        Imported got(text);
        QVERIFY2(got.written.isOk(), got.written.isOk() ? "" : got.written.error().message.c_str());
        const TickIndex end = t0 + 10;
        // 21 requests: the 10.5th is in the second bucket, which has 10.
        QCOMPARE(got.value("serving.time_to_first_token", "org/m", end), 0.12F);
        QVERIFY(std::abs(got.value("serving.time_to_first_token.p99", "org/m", end) - 0.895F) < 1e-3F);
        QCOMPARE(got.value("serving.time_to_first_token", "org/m/10.0.0.1:8000", end), 0.05F);
        QCOMPARE(got.value("serving.tokens.generated", "org/m", end), 400.0F);
        QCOMPARE(got.value("serving.tokens.generated", "org/m/10.0.0.2:8000", end), 300.0F);
        QCOMPARE(got.value("serving.imbalance", "org/m", end), 0.5F); // 300 of a mean of 200
        QCOMPARE(got.value("serving.running", "org/m", end), 6.0F);
        QCOMPARE(got.value("serving.kv_cache", "org/m", end), 0.5F);
        // No part of a histogram is recorded as a separate metric.
        QVERIFY(!got.recording->metrics().find("vllm:time_to_first_token_seconds_sum").isValid());
        QVERIFY(!got.recording->metrics().find("vllm:time_to_first_token_seconds_bucket").isValid());
    }

    void aHistogramWithoutItsLastBucketHasNoQuantile()
    {
        std::string text;
        for (const int second : {0, 10}) {
            for (const char* bound : {"0.1", "0.5", "no number"})
                text += fmt::format(
                    "sglang:time_to_first_token_seconds_bucket{{le=\"{}\",model_name=\"m\",instance=\"h:1\"}} {} {}\n",
                    bound, second, t0 + second);
        }
        text += fmt::format(
            "sglang:num_running_reqs{{model_name=\"m\",engine_type=\"decode\",instance=\"h:1\"}} 4 {}\n", t0);
        Imported got(text);
        QVERIFY(std::isnan(got.value("serving.time_to_first_token", "m", t0 + 10))
                || got.value("serving.time_to_first_token", "m", t0 + 10) < 0);
        QCOMPARE(got.value("serving.running", "m/decode", t0), 4.0F);
        QCOMPARE(got.value("serving.running", "m/decode/h:1", t0), 4.0F);
    }

    void neitherAResetNorAGapGivesARate()
    {
        std::string text = "# TYPE c counter\n";
        for (const auto& [second, count] : {std::pair(0, 10), std::pair(1, 12), std::pair(2, 1), std::pair(3, 4),
                                            std::pair(60, 500), std::pair(61, 501)})
            text += fmt::format("c{{node=\"a\"}} {} {}\n", count, t0 + second);
        Imported got(text);
        QCOMPARE(got.value("c", "a", t0 + 1), 2.0F);
        QVERIFY(std::isnan(got.value("c", "a", t0 + 2)));
        QCOMPARE(got.value("c", "a", t0 + 3), 3.0F);
        QVERIFY(std::isnan(got.value("c", "a", t0 + 60)));
        QCOMPARE(got.value("c", "a", t0 + 61), 1.0F);
    }

    void whatTakesSeveralSeriesIsComputedOfOneTime()
    {
        std::string text;
        for (const int second : {0, 1, 2}) {
            for (const int cpu : {0, 1}) {
                if (second == 2 && cpu == 1)
                    continue; // with half of the CPUs missing, there is no value
                text += fmt::format("node_cpu_seconds_total{{instance=\"h:9100\",cpu=\"{0}\",mode=\"idle\"}} {1} {2}\n"
                                    "node_cpu_seconds_total{{instance=\"h:9100\",cpu=\"{0}\",mode=\"user\"}} {3} {2}\n",
                                    cpu, 100 + 0.75 * second, t0 + second, 50 + 0.25 * second);
            }
            text += fmt::format("node_memory_MemTotal_bytes{{instance=\"h:9100\"}} 8e9 {0}\n"
                                "node_memory_MemAvailable_bytes{{instance=\"h:9100\"}} 2e9 {0}\n",
                                t0 + second);
        }
        text += fmt::format("node_cpu_seconds_total{{instance=\"h:9100\",cpu=\"1\",mode=\"idle\"}} 104 {}\n", t0 + 3);
        Imported got(text);
        QCOMPARE(got.value("node.cpu.utilisation", "h", t0 + 1), 0.25F);
        QVERIFY(std::isnan(got.value("node.cpu.utilisation", "h", t0 + 2)));
        QCOMPARE(got.value("node.memory.used", "h", t0 + 2), 6e9F);
        QCOMPARE(got.value("node.memory.utilisation", "h", t0 + 2), 0.75F);
    }

    void fileSystemsOfDisksAreRead()
    {
        std::string text;
        for (const int second : {0, 1}) {
            for (const char* type : {"ext4", "squashfs"}) {
                const std::string of = fmt::format("{{instance=\"h:9100\",device=\"/dev/{0}\",fstype=\"{0}\"}}", type);
                text += fmt::format("node_filesystem_size_bytes{0} 8e9 {1}\nnode_filesystem_avail_bytes{0} 2e9 {1}\n",
                                    of, t0 + second);
            }
            for (const char* device : {"sda", "idle"})
                text
                    += fmt::format("node_disk_writes_completed_total{{instance=\"h:9100\",device=\"{0}\"}} {1} {2}\n"
                                   "node_disk_write_time_seconds_total{{instance=\"h:9100\",device=\"{0}\"}} {3} {2}\n",
                                   device, *device == 's' ? 10 * second : 5, t0 + second, 0.5 * second);
        }
        Imported got(text);
        QCOMPARE(got.value("disk.used", "h / /dev/ext4", t0 + 1), 0.75F);
        QCOMPARE(got.value("disk.used", "h / /dev/squashfs", t0 + 1), -2.0F); // no such disk
        QCOMPARE(got.value("disk.latency", "h / sda", t0 + 1), 0.05F);
        QVERIFY(std::isnan(got.value("disk.latency", "h / idle", t0 + 1)));
    }

    void aGpuThatGoesFromJobToJobIsOne()
    {
        Imported got("gpu_power{gpu=\"0\",node=\"n\",pod=\"a\"} 1 1700000000\n"
                     "gpu_power{gpu=\"0\",node=\"n\",pod=\"b\"} 2 1700000001\n");
        QCOMPARE(got.counts.clashes, std::uint64_t{0});
        QCOMPARE(got.value("gpu.power", "n / gpu0", t0), 1.0F);
        QCOMPARE(got.value("gpu.power", "n / gpu0", t0 + 1), 2.0F);
    }

    void aMappingComesBeforeTheTables()
    {
        const auto mapping
            = parseMapping("[[metric]]\nname = \"Volume Flow (m3/h)\"\nmetric = \"loop.flow\"\n"
                           "factor = 16.5\nplace = [\"loop=unit\"]\n"
                           "[[metric]]\nname = \"litres\"\nmetric = \"loop.primary.flow\"\nkind = \"rate\"\n"
                           "factor = 60\nplace = [\"loop=unit\"]\n"
                           "[[metric]]\nname = \"supply F\"\nmetric = \"loop.supply_temperature\"\n"
                           "factor = 0.5\noffset = -16\nplace = [\"loop=unit\"]\n",
                           "map.toml");
        QVERIFY2(mapping.isOk(), mapping.isOk() ? "" : mapping.error().message.c_str());
        Imported got("time,unit,Volume Flow (m3/h),litres,supply F\n1700000000,cdu-1,2,100,90\n"
                     "1700000001,cdu-1,4,103,104\n",
                     true, std::chrono::seconds(1), mapping.value());
        QVERIFY2(got.written.isOk(), got.written.isOk() ? "" : got.written.error().message.c_str());
        QCOMPARE(got.value("loop.flow", "cdu-1", t0 + 1), 66.0F);
        QCOMPARE(got.value("loop.primary.flow", "cdu-1", t0 + 1), 180.0F);
        QCOMPARE(got.value("loop.supply_temperature", "cdu-1", t0 + 1), 36.0F);
    }

    /// A column of words that changes along a series names nothing.
    void textDoesNotSplitASeries()
    {
        std::string text = "time,node,phase,queue_length,model\n";
        for (int second = 0; second < 60; ++second)
            text += fmt::format("{},n1,{},{},H100\n", t0 + second, second % 20 < 10 ? "warm-up" : "run", second);
        Imported got(text, true);
        QCOMPARE(got.outcome.textColumns, std::vector<std::string>{"phase"});
        QCOMPARE(got.counts.series, std::uint64_t{1});
        QCOMPARE(got.recording->topology()->count(EntityKind::Sensor), std::size_t{1}); // of its model
        QCOMPARE(got.value("queue_length", "n1 / model=H100", t0 + 25), 25.0F);
    }

    void wordsThatTellRowsOfOneTimeApartAreLabels()
    {
        std::string text = "time,queue,phase,depth\n";
        for (int second = 0; second < 60; ++second) {
            for (const char* queue : {"a", "b"})
                text += fmt::format("{},{},{},{}\n", t0 + second, queue, second % 7 < 3 ? "x" : "y", second);
        }
        Imported got(text, true);
        QCOMPARE(got.outcome.textColumns, std::vector<std::string>{"phase"});
        QCOMPARE(got.value("depth", "queue=a", t0 + 30), 30.0F);
        QCOMPARE(got.value("depth", "queue=b", t0 + 30), 30.0F);
    }

    void gzipIsReadAsWhatItHolds()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("t.csv.gz")).toStdString();
        const gzFile file = gzopen(path.c_str(), "wb");
        QVERIFY(gzputs(file, "time,node,load\n1700000000,n1,5\n") > 0);
        QCOMPARE(gzclose(file), Z_OK);
        ImportedSeries series{std::chrono::seconds(1)};
        const auto outcome = importFile(path, series);
        QVERIFY2(outcome.isOk(), outcome.isOk() ? "" : outcome.error().message.c_str());
        QVERIFY(series.write(folder.filePath(QStringLiteral("out")).toStdString()).isOk());
        QCOMPARE(series.counts().kept(), std::uint64_t{1});

        QFile whole(QString::fromStdString(path));
        QVERIFY(whole.open(QIODevice::ReadWrite) && whole.resize(whole.size() - 12));
        const auto damaged = importFile(path, series);
        QVERIFY(!damaged.isOk());
        QVERIFY2(damaged.error().message.find("t.csv.gz") != std::string::npos, damaged.error().message.c_str());
    }

    void jsonIsRejectedWithWhatIsExpected()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("answer.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("\n{\"status\": \"success\", \"data\": {\"result\": []}}\n");
        file.close();
        ImportedSeries series{std::chrono::seconds(1)};
        const auto outcome = importFile(file.fileName().toStdString(), series);
        QVERIFY(!outcome.isOk());
        QVERIFY2(outcome.error().message.find("answer.json: JSON cannot be imported; expected OpenMetrics")
                     != std::string::npos,
                 outcome.error().message.c_str());
    }

    /// Presence of nodes, as recordings of agents have it, so that views know which nodes reported.
    void nodesReportWhereTheyHaveSamples()
    {
        Imported got("gpu_power{gpu=\"0\",node=\"a\"} 1 1700000000\ngpu_power{gpu=\"0\",node=\"a\"} 1 1700000002\n"
                     "gpu_power{gpu=\"0\",node=\"a\"} 1 1700000004\ngpu_power{gpu=\"0\",node=\"b\"} 2 1700000004\n");
        QCOMPARE(got.value("node.reported", "a", t0), 1.0F);
        QVERIFY(std::isnan(got.value("node.reported", "b", t0)));
        QCOMPARE(got.value("node.reported", "b", t0 + 4), 1.0F);
        const RecordedRows standing = got.recording->standing(TimePoint::max());
        QCOMPARE(standing.identities.size(), std::size_t{2});
        QCOMPARE(standing.identities.front().identity->name, std::string("a"));
        QCOMPARE(standing.identities.front().identity->tickPeriod, Duration(std::chrono::seconds(2)));
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
