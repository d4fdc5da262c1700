// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/hub/wireencoder.h"
#include "datasources/recording/recordingfolder.h"
#include "models/core/batch.h"
#include "tests/hostile/childprogram.h"
#include "tests/hostile/honestcluster.h"
#include "tests/hostile/lyingagent.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <optional>
#include <random>
#include <sys/mount.h>
#include <thread>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

std::string bytesOf(const grpc::Slice& slice)
{
    return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

/// A layout of one metric on that many sensors, which pack badly with random values.
std::shared_ptr<const NodeLayout> layoutOfSensors(std::uint32_t count)
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = 1;
    MetricDescriptor metric;
    metric.name = "sensor.temperature";
    metric.entityKind = EntityKind::Sensor;
    layout->metrics = {metric};
    layout->entities = {{EntityKind::Node, "node", 0}};
    layout->columns = {{0, {}}};
    for (std::uint32_t sensor = 0; sensor < count; ++sensor) {
        layout->entities.push_back({EntityKind::Sensor, fmt::format("s{}", sensor), 0});
        layout->columns[0].entities.push_back(sensor + 1);
    }
    return layout;
}

/// An agent whose probes show a correct clock, but whose ticks are each @p step further ahead.
LyingAgent::MakeFrame ticksAhead(Duration first, Duration step)
{
    const auto layout = layoutOfSensors(8);
    return [=](std::uint64_t number) {
        NodeTick tick{
            std::chrono::floor<std::chrono::seconds>(wallClockNow()) + first + step * number, layout, {}, {}, {}};
        tick.values.assign(8, 1.5F);
        NodeIdentity identity;
        identity.name = "hostile-future";
        identity.epoch = 1;
        const std::string frame = bytesOf(encodeTick(1, number + 1, tick, 0, {}, 1));
        return number > 0 ? frame
                          : bytesOf(encodeDescription(1, identity, {})) + bytesOf(encodeLayout(1, *layout)) + frame;
    };
}

/// A past of an hour, reported as fast as it is read.
LyingAgent::MakeFrame noiseOfSensors(std::uint32_t count)
{
    const auto layout = layoutOfSensors(count);
    const TimePoint first = std::chrono::floor<std::chrono::seconds>(wallClockNow()) - 1h;
    return [=](std::uint64_t number) {
        NodeTick tick{first + std::chrono::seconds(number), layout, {}, {}, {}};
        std::mt19937 random(static_cast<std::uint32_t>(number)); // NOLINT: the same noise each time
        for (std::uint32_t sensor = 0; sensor < count; ++sensor)
            tick.values.push_back(static_cast<float>(random()) / 1e8F);
        NodeIdentity identity;
        identity.name = "hostile-noise";
        identity.epoch = 1;
        const std::string frame = bytesOf(encodeTick(1, number + 1, tick, 0, {}, 1));
        return number > 0 ? frame
                          : bytesOf(encodeDescription(1, identity, {})) + bytesOf(encodeLayout(1, *layout)) + frame;
    };
}

std::uint64_t bytesIn(const std::string& folder)
{
    std::uint64_t bytes = 0;
    for (const SegmentFile& segment : listSegments(folder))
        bytes += segment.bytes;
    return bytes;
}

} // namespace

/// Effects of agents, limits and disks on existing recordings, with `lockstep record` as a separate process.
class TestHostileRecordings : public QObject
{
    Q_OBJECT

    static constexpr std::size_t honestNodes = 4;

    static void report(const char* name, ChildProgram& recorder, const HonestCluster::Recorded& honest,
                       const std::string& more)
    {
        fmt::print("{:<34} {:>5} MiB, {:.2f} s of a core; honest samples: {} recorded, {} lost; {}\n", name,
                   recorder.peakMemoryBytes() / mebi, recorder.cpuTime().count(), honest.samples, honest.lost, more);
    }

private Q_SLOTS:
    void ticksOfTheFutureDeleteNoOldRecording()
    {
        const QTemporaryDir folder;
        const std::string out = folder.path().toStdString();
        const HonestCluster honest(honestNodes);
        {
            ChildProgram before("lockstep-record", {"record", "--connect", honest.address(), "--out", out});
            QVERIFY(before.waitForLog(" into "));
            QVERIFY(honest.waitUntilRecorded(out, 1));
            QCOMPARE(before.stop(), std::optional(0));
        }
        const auto old = listSegments(out);
        QCOMPARE(old.size(), std::size_t{1});
        const LyingAgent liar(ticksAhead(24h * 30, 7h), 50ms);
        ChildProgram recorder("lockstep-record",
                              {"record", "--connect", honest.address() + ',' + liar.address(), "--out", out});
        QTRY_VERIFY(liar.sentMessages() >= 100);
        QCOMPARE(recorder.stop(), std::optional(0));
        const auto left = listSegments(out);
        report("ticks ever further ahead", recorder, honest.recordedIn(out),
               fmt::format("segments: {} of before, {} in all",
                           left.empty() || left.front().path != old.front().path ? 0 : 1, left.size()));
        QCOMPARE(left.size(), std::size_t{2});
        QCOMPARE(left.front().path, old.front().path);
        QCOMPARE(honest.recordedIn(out).problem, std::string());
    }

    void aFloodStaysWithinTheCap()
    {
        const QTemporaryDir folder;
        const std::string out = folder.path().toStdString();
        HonestCluster honest(honestNodes);
        std::optional<LyingAgent> liar(std::in_place, noiseOfSensors(16'000), 5ms);
        constexpr std::uint64_t cap = 20 * mebi;
        ChildProgram recorder("lockstep-record",
                              {"record", "--connect", honest.address() + ',' + liar->address(), "--out", out,
                               "--max-gib", fmt::format("{}", static_cast<double>(cap) / (1U << 30U))});
        std::uint64_t max = 0;
        // More than the limit was written, so that some data had to be deleted.
        const auto look = [&] {
            const std::uint64_t bytes = bytesIn(out);
            const bool hasShrunk = bytes < max;
            max = std::max(max, bytes);
            return hasShrunk && max > cap / 2;
        };
        bool hasShrunk = look();
        for (const QDeadlineTimer deadline(hangTimeout); !hasShrunk && !deadline.hasExpired(); hasShrunk = look())
            std::this_thread::sleep_for(5ms); // between looks
        const std::uint64_t sent = liar->sentBytes();
        fmt::print("{} MiB at most of {} MiB sent\n", max / mebi, sent / mebi);
        QVERIFY(hasShrunk);
        liar.reset(); // otherwise the cap deletes the newest valid tick before it is checked
        QVERIFY(honest.finishInto(out));
        QCOMPARE(recorder.stop(), std::optional(0));
        report("a flood under a cap", recorder, honest.recordedIn(out),
               fmt::format("{} MiB sent, {} MiB on disk at most, {} allowed", sent / mebi, max / mebi, cap / mebi));
        QVERIFY(max <= cap);
        QCOMPARE(honest.recordedIn(out).problem, std::string());
        QCOMPARE(honest.recordedIn(out).lost, std::uint64_t{0});
    }

    void shortRunsKeepTheCapAsWell()
    {
        const QTemporaryDir folder;
        const std::string out = folder.path().toStdString();
        const HonestCluster honest(honestNodes);
        for (int run = 0; run < 6; ++run) {
            ChildProgram recorder("lockstep-record",
                                  {"record", "--connect", honest.address(), "--out", out, "--max-gib", "0"});
            QVERIFY(recorder.waitForLog(" into "));
            std::this_thread::sleep_for(700ms); // of a run
            QCOMPARE(recorder.stop(), std::optional(0));
        }
        fmt::print("{:<34} {} segments left\n", "six short runs with no room", listSegments(out).size());
        QVERIFY(listSegments(out).size() <= 1);
    }

    void aFullDiskIsReportedToTheEnd()
    {
        const QTemporaryDir folder;
        const std::string out = folder.path().toStdString();
        if (::mount("tmpfs", out.c_str(), "tmpfs", 0, "size=2m") != 0)
            QSKIP("needs the right to mount a small disk");
        const LyingAgent noisy(noiseOfSensors(16'000), 20ms);
        ChildProgram recorder("lockstep-record", {"record", "--connect", noisy.address(), "--out", out});
        const bool isReported = recorder.waitForLog("Not recording: ");
        std::this_thread::sleep_for(3s); // of a full disk
        const std::optional<int> code = recorder.stop();
        const std::string log = recorder.log();
        ::umount(out.c_str());
        const std::string end = log.substr(std::min(log.find("batches written"), log.size()));
        fmt::print("{:<34} {:>5} MiB; {}", "a disk that stays full", recorder.peakMemoryBytes() / mebi,
                   end.substr(0, end.find('\n') + 1));
        QVERIFY2(isReported, log.c_str());
        QCOMPARE(code, std::optional(1));
        QVERIFY2(log.find(" 0 rows lost") == std::string::npos && log.find("rows lost") != std::string::npos,
                 log.c_str());
    }
};

LOCKSTEP_TEST(tst_hostilerecordings, TestHostileRecordings)
#include "tst_hostilerecordings.moc"
