// SPDX-License-Identifier: GPL-3.0-or-later
// The remaining data of a recording after its ticks have been deleted.
#include "datasources/recording/recording.h"
#include "datasources/recording/recordingtier.h"
#include "datasources/recording/tierwriter.h"
#include "tests/support/testentry.h"
#include "tests/support/tieredrecording.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lockstep;
using namespace std::chrono_literals;
using lockstep::test::TieredRecording;

namespace {

constexpr TickIndex first = TieredRecording::firstTick;
constexpr TickRange threeHours{first, first + 10'800};

std::string folderOf(const QTemporaryDir& folder)
{
    return folder.path().toStdString();
}

Recording openWithTiers(const QTemporaryDir& folder)
{
    return Recording::open(folderOf(folder), {}, Recording::Reads::TicksAndTiers).value();
}

std::uint64_t tierBytes(const std::string& folder)
{
    std::uint64_t bytes = 0;
    for (const SegmentFile& segment : listSegments(folder))
        bytes += segment.bytes;
    return bytes;
}

float summaryOf(Recording& recording, std::size_t tier, Summary summary, TickIndex step, std::uint32_t gpu)
{
    const MetricId power = recording.metrics().find(TieredRecording::metric);
    const RecordedBlock block = recording.summaries(tier, power, summary, RecordedBlock::firstOf(step));
    const std::span<const float> row = block.row(step);
    const float value = gpu < row.size() ? row[gpu] : noData;
    const bool isMean = std::isnan(value) && (summary == Summary::Minimum || summary == Summary::Maximum);
    return isMean ? summaryOf(recording, tier, Summary::Mean, step, gpu) : value;
}

bool isNear(double actual, double expected)
{
    return std::abs(actual - expected) <= 5.1e-4 * std::abs(expected); // four digits
}

/// Compares each step with the ticks themselves. @return what differs; empty: nothing
QString differenceFrom(Recording& recording, std::size_t tier, TickRange ticks)
{
    const TickIndex length = recordingTiers()[tier].step / TieredRecording::period;
    for (TickIndex step = ticks.from / length; step * length < ticks.to; ++step) {
        const TickRange own{std::max(step * length, ticks.from), std::min((step + 1) * length, ticks.to)};
        for (std::uint32_t gpu = 0; gpu < TieredRecording::gpus; ++gpu) {
            const TieredRecording::Expected expected = TieredRecording::expected(own, gpu);
            const std::array<double, summaryCount> all{expected.mean, static_cast<double>(expected.low),
                                                       static_cast<double>(expected.high),
                                                       static_cast<double>(expected.count)};
            for (std::size_t at = 0; at < summaryCount; ++at) {
                const float value = summaryOf(recording, tier, static_cast<Summary>(at), step, gpu);
                if (!isNear(static_cast<double>(value), all[at]))
                    return QString::fromStdString("tier " + std::to_string(tier) + " step "
                                                  + std::to_string(step * length - first) + " s, gpu "
                                                  + std::to_string(gpu) + ", summary " + std::to_string(at) + ": "
                                                  + std::to_string(value) + ", expected " + std::to_string(all[at]));
            }
        }
    }
    return {};
}

/// Ticks of the segments that a tier has.
TickRange ticksIn(const Recording& recording, std::size_t tier)
{
    const std::vector<TickRange> parts = recording.tierTicks(tier);
    return parts.empty() ? TickRange{} : TickRange{parts.front().from, parts.back().to};
}

} // namespace

class TestTiers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hoursRollIntoMinutesAndTenMinutes()
    {
        const QTemporaryDir folder;
        QCOMPARE(TieredRecording::write(TieredRecording::options(folderOf(folder)), threeHours), QString());
        Recording recording = openWithTiers(folder);
        QVERIFY(recording.problems().empty());
        QVERIFY(recording.ticks().from > TieredRecording::spike); // gone at full resolution
        QCOMPARE(recording.ticksWithTiers(), threeHours);
        for (std::size_t tier = 0; tier < tierCount; ++tier) {
            const TickRange covered = ticksIn(recording, tier);
            QCOMPARE(covered.from, threeHours.from);
            QVERIFY(covered.to > threeHours.to - 2 * 20 * 60);
            QCOMPARE(differenceFrom(recording, tier, covered), QString());
        }
        // The summarised part ends where full resolution begins.
        const std::vector<SummarisedRange> summarised = recording.summarised();
        QCOMPARE(summarised.size(), std::size_t{1});
        QCOMPARE(summarised.front(), (SummarisedRange{{threeHours.from, recording.ticks().from}, 1min}));
        // Its events are still there, each once.
        std::vector<RecordedEvent> events = recording.events({TimePoint::min(), TimePoint::max()});
        std::erase_if(events, [](const RecordedEvent& each) { return each.event.code != "test.spike"; });
        QCOMPARE(events.size(), std::size_t{1});
        QCOMPARE(recording.topology()->name(events.front().entity), std::string("gpu3"));
    }

    void aSpikeOfOneSecondIsInEachTier()
    {
        const QTemporaryDir folder;
        QCOMPARE(TieredRecording::write(TieredRecording::options(folderOf(folder)), threeHours), QString());
        Recording recording = openWithTiers(folder);
        for (std::size_t tier = 0; tier < tierCount; ++tier) {
            const TickIndex step = TieredRecording::spike / (recordingTiers()[tier].step / TieredRecording::period);
            QCOMPARE(summaryOf(recording, tier, Summary::Maximum, step, TieredRecording::spikeGpu),
                     TieredRecording::spikeWatts);
            QVERIFY(summaryOf(recording, tier, Summary::Maximum, step - 1, TieredRecording::spikeGpu) < 600);
            QVERIFY(summaryOf(recording, tier, Summary::Mean, step, TieredRecording::spikeGpu) < 600);
        }
    }

    void shortRunsContinueTheirTiersAndStepsAcrossThem()
    {
        const QTemporaryDir folder;
        RecorderOptions options = TieredRecording::options(folderOf(folder));
        for (TickIndex from = first; from < first + 3000; from += 500) // neither on a minute nor on a block
            QCOMPARE(TieredRecording::write(options, {from, from + 500}), QString());
        Recording recording = openWithTiers(folder);
        for (std::size_t tier = 0; tier < tierCount; ++tier) {
            QCOMPARE(ticksIn(recording, tier), (TickRange{first, first + 2500})); // the last one is not old yet
            QCOMPARE(differenceFrom(recording, tier, {first, first + 2500}), QString());
            QCOMPARE(listSegments(tierFolder(folderOf(folder), recordingTiers()[tier])).size(), std::size_t{1});
        }
    }

    void aStopInTheMiddleLosesAndRepeatsNothing()
    {
        const QTemporaryDir folder;
        RecorderOptions options = TieredRecording::options(folderOf(folder));
        options.caps.bytes = RecordingCaps().bytes;
        options.tierCaps = {{{0, 0s}, {0, 0s}}}; // none yet
        QCOMPARE(TieredRecording::write(options, threeHours), QString());
        const std::vector<SegmentFile> segments = listSegments(folderOf(folder));
        QVERIFY(segments.size() > 4);
        std::stop_source stopped;
        stopped.request_stop();
        for (const SegmentFile& segment : segments) { // each by a program of its own, which is stopped once before
            TierWriter writer(folderOf(folder), recordingTiers()[0], defaultTierCaps[0]);
            QVERIFY(!writer.has(segment.path));
            QVERIFY(!writer.add(segment.path, stopped.get_token()).isOk());
            QVERIFY(!writer.has(segment.path));
            QVERIFY(writer.add(segment.path, {}).isOk());
            QVERIFY(writer.has(segment.path));
        }
        Recording recording = openWithTiers(folder);
        QCOMPARE(ticksIn(recording, 0), threeHours);
        QCOMPARE(differenceFrom(recording, 0, threeHours), QString());
    }

    /// A file size limit kills the writer in the middle of a write, each time a little later.
    void aKillInTheMiddleLosesAndRepeatsNothing()
    {
        const QTemporaryDir folder;
        RecorderOptions options = TieredRecording::options(folderOf(folder));
        options.caps.bytes = RecordingCaps().bytes;
        options.tierCaps = {{{0, 0s}, {0, 0s}}};
        QCOMPARE(TieredRecording::write(options, threeHours), QString());
        const std::vector<SegmentFile> segments = listSegments(folderOf(folder));
        int killed = 0;
        for (rlim_t bytes = 4096; bytes < (1U << 20U); bytes += bytes / 3) {
            const pid_t child = ::fork();
            if (child == 0) {
                std::signal(SIGXFSZ, SIG_DFL);
                const rlimit tight{bytes, bytes};
                ::setrlimit(RLIMIT_FSIZE, &tight);
                TierWriter writer(folderOf(folder), recordingTiers()[0], defaultTierCaps[0]);
                for (const SegmentFile& segment : segments) {
                    if (!writer.has(segment.path))
                        (void)writer.add(segment.path, {});
                }
                std::raise(SIGKILL);
            }
            int state = 0;
            QCOMPARE(::waitpid(child, &state, 0), child);
            QVERIFY(WIFSIGNALED(state));
            killed += WTERMSIG(state) == SIGXFSZ ? 1 : 0;
        }
        QVERIFY(killed > 3);
        TierWriter writer(folderOf(folder), recordingTiers()[0], defaultTierCaps[0]);
        for (const SegmentFile& segment : segments) {
            if (!writer.has(segment.path))
                QVERIFY(writer.add(segment.path, {}).isOk());
        }
        QVERIFY(writer.close().isOk());
        Recording recording = openWithTiers(folder);
        QCOMPARE(ticksIn(recording, 0), threeHours);
        QCOMPARE(differenceFrom(recording, 0, threeHours), QString());
        std::vector<RecordedEvent> events = Recording::open(tierFolder(folderOf(folder), recordingTiers()[0]))
                                                .value()
                                                .events({TimePoint::min(), TimePoint::max()});
        std::erase_if(events, [](const RecordedEvent& each) { return each.event.code != "test.spike"; });
        QCOMPARE(events.size(), std::size_t{1});
    }

    void aDamagedTierFileIsNamedAndTheRestIsRead()
    {
        const QTemporaryDir folder;
        QCOMPARE(TieredRecording::write(TieredRecording::options(folderOf(folder)), threeHours), QString());
        const std::string damaged = listSegments(tierFolder(folderOf(folder), recordingTiers()[0])).front().path;
        QFile file(QString::fromStdString(damaged));
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.write(QByteArray(100, 'x'));
        file.close();
        Recording recording = openWithTiers(folder);
        QCOMPARE(recording.problems().size(), std::size_t{1});
        QVERIFY(QString::fromStdString(recording.problems().front()).contains(QString::fromStdString(damaged)));
        QCOMPARE(recording.summarised().front().step, Duration(10min)); // the next tier has it, too
        QCOMPARE(differenceFrom(recording, 1, ticksIn(recording, 1)), QString());
        QVERIFY(!recording.row(recording.metrics().find(TieredRecording::metric), recording.ticks().to - 1).empty());
        // A recorder starts a separate file.
        QCOMPARE(
            TieredRecording::write(TieredRecording::options(folderOf(folder)), {threeHours.to, threeHours.to + 3000}),
            QString());
        Recording again = openWithTiers(folder);
        QCOMPARE(again.tierTicks(0).back().to, again.tierTicks(1).back().to);
    }

    void aPinnedRangeStaysAtFullResolution()
    {
        const QTemporaryDir folder;
        const RecorderOptions options = TieredRecording::options(folderOf(folder));
        const TimePoint spike = timeOfTick(TieredRecording::spike, TieredRecording::period);
        QCOMPARE(TieredRecording::write(options, {first, first + 1500}), QString());
        QVERIFY(pinRange(folderOf(folder), {spike - 10s, spike + 10s}).isOk());
        QCOMPARE(TieredRecording::write(options, {first + 1500, threeHours.to}), QString());
        Recording recording = openWithTiers(folder);
        QCOMPARE(recording.row(recording.metrics().find(TieredRecording::metric),
                               TieredRecording::spike)[TieredRecording::spikeGpu],
                 TieredRecording::spikeWatts);
        const auto isSummarised = [&](TickIndex tick) {
            return std::ranges::any_of(recording.summarised(),
                                       [tick](const SummarisedRange& each) { return each.ticks.contains(tick); });
        };
        QVERIFY(!isSummarised(TieredRecording::spike));
        QVERIFY(isSummarised(TieredRecording::spike + 3600));
    }

    void tiersObeyTheirCaps()
    {
        const QTemporaryDir folder;
        RecorderOptions options = TieredRecording::options(folderOf(folder));
        options.tierCaps[0].bytes = std::uint64_t{3} << 20U;
        options.tierCaps[1].bytes = 0;
        QCOMPARE(TieredRecording::write(options, {first, first + 3600}), QString());
        // As many days as needed, with the same segments.
        const std::string minutes = tierFolder(folderOf(folder), recordingTiers()[0]);
        QVERIFY(!std::filesystem::exists(tierFolder(folderOf(folder), recordingTiers()[1])));
        for (int day = 1; day <= 40; ++day) { // files of other days
            const SegmentFile newest = listSegments(minutes).back();
            const QByteArray filler(100'000, 'x');
            QFile file(QString::fromStdString(
                newSegmentPath(minutes, segmentStart(newest.path) - std::chrono::hours(24 * day))));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(filler);
        }
        QVERIFY(tierBytes(minutes) > options.tierCaps[0].bytes);
        QCOMPARE(TieredRecording::write(options, {first + 3600, first + 7200}), QString());
        QVERIFY(tierBytes(minutes) <= options.tierCaps[0].bytes);
    }

    void earlierRecordingsAreSummarisedOnTheNextStart()
    {
        const QTemporaryDir folder;
        RecorderOptions options = TieredRecording::options(folderOf(folder));
        options.caps.bytes = RecordingCaps().bytes;
        options.tierCaps = {{{0, 0s}, {0, 0s}}};
        QCOMPARE(TieredRecording::write(options, {first, first + 7200}), QString());
        QVERIFY(openWithTiers(folder).tierTicks(0).empty());
        QCOMPARE(TieredRecording::write(TieredRecording::options(folderOf(folder)), {first + 7200, threeHours.to}),
                 QString());
        Recording recording = openWithTiers(folder);
        QCOMPARE(recording.tierTicks(0).front().from, first);
        QCOMPARE(differenceFrom(recording, 0, {first, first + 7180}), QString()); // whole minutes
    }
};

LOCKSTEP_TEST(tst_tiers, TestTiers)

#include "tst_tiers.moc"
