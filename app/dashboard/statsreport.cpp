// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/statsreport.h"

#include "app/dashboard/composition.h"
#include "datasources/text/outputfile.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <sys/resource.h>
#include <unistd.h>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

double secondsOf(std::chrono::steady_clock::duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

double cpuSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return double(time.tv_sec) + double(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double residentMegabytes()
{
    QFile statm(u"/proc/self/statm"_s);
    if (!statm.open(QIODevice::ReadOnly))
        return 0;
    const QList<QByteArray> fields = statm.readAll().split(' ');
    return fields.size() > 1 ? fields[1].toDouble() * double(sysconf(_SC_PAGESIZE)) / 1e6 : 0;
}

std::uint64_t gapCount(const ClusterStore& store)
{
    std::uint64_t gaps = 0;
    const auto nodes = static_cast<std::uint32_t>(store.topology()->count(EntityKind::Node));
    for (std::uint32_t node = 0; node < nodes; ++node)
        gaps += store.node({EntityKind::Node, node}).gaps.size();
    return gaps;
}

} // namespace

QByteArray statsReport(const Composition& composition, std::chrono::steady_clock::time_point processStart)
{
    const FrameStats& frames = composition.session().frames();
    const ClusterStore& store = composition.cluster().store();
    const Percentiles frame = frames.frameMilliseconds();
    const Percentiles latency = frames.sampleToPixelMilliseconds();
    const auto firstData = composition.session().pump().firstDataFrame();
    const bool hasData = firstData.has_value();

    const QJsonObject report{
        {u"frames"_s, qint64(frames.frames())},
        {u"frame_ms"_s, QJsonObject{{u"p50"_s, frame.p50}, {u"p95"_s, frame.p95}, {u"p99"_s, frame.p99}}},
        {u"first_data_frame_s"_s, hasData ? QJsonValue(secondsOf(*firstData - processStart)) : QJsonValue()},
        {u"batches"_s, qint64(store.batchesApplied())},
        {u"samples"_s, qint64(store.samplesApplied())},
        {u"dropped_batches"_s, qint64(composition.session().queue().droppedTicks())},
        {u"gaps"_s, qint64(gapCount(store))},
        {u"sample_to_pixel_ms"_s,
         QJsonObject{{u"p50"_s, hasData ? QJsonValue(latency.p50) : QJsonValue()},
                     {u"p99"_s, hasData ? QJsonValue(latency.p99) : QJsonValue()}}},
        {u"cpu_s"_s, cpuSeconds()},
        {u"wall_s"_s, secondsOf(std::chrono::steady_clock::now() - processStart)},
        {u"rss_mb"_s, residentMegabytes()},
    };
    return QJsonDocument(report).toJson();
}

Status writeStatsReport(const QString& path, const QByteArray& report)
{
    const Status written = writeOutput(path.toStdString(), {report.data(), static_cast<std::size_t>(report.size())});
    return written.isOk() ? success() : Status(Error{"Cannot write statistics: " + written.error().message});
}

} // namespace lockstep
