// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/remotewriter.h"

#include "datasources/exporters/exposedmetric.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/codec/bytestream.h"
#include "models/core/work/backoff.h"
#include "models/core/work/stoppablewait.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <snappy.h>
#include <span>
#include <string_view>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t waitingTicks = 65'536; ///< half a minute of 2,048 nodes
// The same amount may also be held for a request that the server has not accepted yet.
constexpr std::size_t waitingTickBytes = budget::queueBytes / 2;
constexpr std::size_t waitingResultBytes = budget::queueBytes / 4;
constexpr std::size_t ticksAtOnce = 16'384;
constexpr std::size_t requestBytes = 2U << 20U; ///< before compression
constexpr std::size_t maxOfAnswer = 16U << 10U;
constexpr std::size_t maxReplyInError = 200;
constexpr std::string_view usualPath = "/api/v1/write";

/// Tags of the protocol's messages (prometheus.io/docs/specs/prw/remote_write_spec): field number and wire type.
constexpr std::uint8_t firstTag = 0x0A; ///< a series of a request, a label of a series, the name of a label
constexpr std::uint8_t secondTag = 0x12; ///< a sample of a series, the value of a label
constexpr std::uint8_t valueTag = 0x09; ///< of a sample, as the next: a double, and a varint
constexpr std::uint8_t timeTag = 0x10;

using Bytes = std::vector<std::uint8_t>;
static_assert(std::endian::native == std::endian::little, "doubles are written as they lie in memory");

void appendBytes(Bytes& to, std::uint8_t tag, std::span<const std::uint8_t> bytes)
{
    ByteWriter out(to);
    out.byte(tag);
    out.number(bytes.size());
    out.bytes(bytes);
}

void appendText(Bytes& to, std::uint8_t tag, std::string_view text)
{
    appendBytes(to, tag, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

Bytes encodedLabel(std::string_view name, std::string_view value)
{
    Bytes label;
    appendText(label, firstTag, name);
    appendText(label, secondTag, value);
    Bytes whole;
    appendBytes(whole, firstTag, label);
    return whole;
}

void appendSample(Bytes& to, double value, TimePoint time)
{
    Bytes sample;
    ByteWriter out(sample);
    out.byte(valueTag);
    out.bytes(std::bit_cast<std::array<std::uint8_t, sizeof value>>(value));
    out.byte(timeTag);
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
    out.number(static_cast<std::uint64_t>(ms));
    appendBytes(to, secondTag, sample);
}

/// A short decimal that is the same float: servers store decimals in fewer bytes.
double asDecimal(float value)
{
    constexpr double mostDigits = 1e6;
    const auto exact = static_cast<double>(value);
    for (double scale = 1; scale <= mostDigits; scale *= 10) {
        const double decimal = std::round(exact * scale) / scale;
        if (static_cast<float>(decimal) == value)
            return decimal;
    }
    return exact;
}

bool isTransient(const Result<HttpReply>& reply)
{
    return !reply.isOk() || reply.value().status == 408 || reply.value().status == 429 || reply.value().status >= 500;
}

std::size_t bytesOf(const DerivedColumn& column)
{
    return sizeof column + column.values.size() * sizeof(float);
}

} // namespace

/// The series of one request, encoded.
class RemoteWriter::Request
{
public:
    /// Adds samples of an entity.
    /// @param labels of the entity; empty: unknown, so the samples are skipped
    /// @param samples encoded samples
    /// @param count number of samples
    void add(const Bytes& name, const Bytes& labels, const Bytes& samples, std::uint64_t count)
    {
        if (count == 0 || labels.empty())
            return;
        ByteWriter out(m_body);
        out.byte(firstTag);
        out.number(name.size() + labels.size() + samples.size());
        for (const Bytes* const part : {&name, &labels, &samples})
            out.bytes(*part);
        m_samples += count;
    }
    [[nodiscard]] bool isFull() const { return m_body.size() >= requestBytes; }
    [[nodiscard]] std::uint64_t samples() const { return m_samples; }
    [[nodiscard]] std::string compressed() const
    {
        std::string packed;
        snappy::Compress(reinterpret_cast<const char*>(m_body.data()), m_body.size(), &packed);
        return packed;
    }
    void clear()
    {
        m_body.clear();
        m_samples = 0;
    }

private:
    Bytes m_body;
    std::uint64_t m_samples = 0;
};

RemoteWriter::RemoteWriter(RemoteWriteOptions options)
    : m_options(std::move(options)),
      m_ticks(waitingTicks, waitingTickBytes),
      m_client(m_options.endpoint.credentials, {.bytes = maxOfAnswer, .isTruncationAllowed = true}),
      m_thread([this](const std::stop_token& stop) { work(stop); })
{ }

RemoteWriter::~RemoteWriter() = default;

Result<std::string> RemoteWriter::addressOf(std::string_view url)
{
    Result<std::string> checked = HttpClient::checkedUrl(url);
    if (checked.isOk() && checked.value().find('/', checked.value().find("://") + 3) == std::string::npos)
        return checked.value() + std::string(usualPath);
    return checked;
}

void RemoteWriter::write(const PlacedBatches& placed)
{
    {
        const Lock guard(m_mutex);
        m_topology = placed.topology; // first, because the rest needs it
    }
    for (const PlacedBatchPtr& each : placed.batches) {
        if (each->tick && each->tick->placement && each->tick->order != TickOrder::Repeated)
            m_ticks.push(each);
    }
}

void RemoteWriter::write(const Derived& derived, TopologyPtr topology)
{
    const Lock guard(m_mutex);
    m_topology = std::move(topology);
    for (const DerivedColumn& column : derived.columns) {
        m_results.push_back({column.metric, column.tick, column.values, {}});
        m_resultBytes += bytesOf(m_results.back());
        m_newestResult = std::max(m_newestResult, column.tick);
    }
    while (m_resultBytes > waitingResultBytes) {
        m_resultBytes -= bytesOf(m_results.front());
        m_results.pop_front();
        ++m_status.dropped;
    }
}

RemoteWriteStatus RemoteWriter::status() const
{
    const Lock guard(m_mutex);
    RemoteWriteStatus status = m_status;
    status.dropped += m_ticks.droppedTicks();
    return status;
}

RemoteWriteStatus RemoteWriter::finish(std::chrono::milliseconds timeout)
{
    {
        Lock guard(m_mutex);
        m_isEnding = true;
        m_changed.notify_all();
        m_changed.wait_for(guard, timeout, [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_isDone; });
    }
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
    return status();
}

void RemoteWriter::work(const std::stop_token& stop)
{
    Request request;
    Lock guard(m_mutex);
    while (!stop.stop_requested() && !m_isDone) {
        m_changed.wait_for(guard, stop, m_options.interval, [this]() LOCKSTEP_REQUIRES(m_mutex) { return m_isEnding; });
        const bool isLast = m_isEnding;
        std::vector<DerivedColumn> results = takeResults(isLast);
        guard.unlock();
        sendTicks(request, stop);
        sendResults(request, std::move(results), stop);
        if (request.samples() > 0)
            deliver(request, stop);
        guard.lock();
        m_isDone = isLast;
    }
    m_status.dropped += m_ticks.size() + m_results.size();
    m_changed.notify_all();
}

/// Ticks of a node with the same layout are sent together.
void RemoteWriter::sendTicks(Request& request, const std::stop_token& stop)
{
    for (std::size_t left = m_ticks.size(); left > 0 && !stop.stop_requested();) {
        const std::vector<PlacedBatchPtr> taken = m_ticks.take(std::min(left, ticksAtOnce));
        left = taken.empty() ? 0 : left - taken.size();
        TopologyPtr topology;
        {
            const Lock guard(m_mutex);
            topology = m_topology;
        }
        std::unordered_map<const LayoutPlacement*, std::vector<const PlacedBatch*>> byLayout;
        for (const PlacedBatchPtr& each : taken) {
            if (each->tick) // otherwise it was dropped
                byLayout[each->tick->placement.get()].push_back(each.get());
        }
        Bytes samples;
        for (const auto& [placement, batches] : byLayout) {
            for (const PlacementRun& run : placement->runs()) {
                const MetricDescriptor& metric = placement->metricOf(run);
                for (std::uint32_t at = 0; at < run.count; ++at) {
                    samples.clear();
                    std::uint64_t count = 0;
                    for (const PlacedBatch* const placed : batches) {
                        const std::vector<float>& values = placed->batch->tick->values;
                        const std::size_t offset = std::size_t{run.sourceOffset} + at;
                        if (offset >= values.size() || !std::isfinite(values[offset]))
                            continue;
                        appendSample(samples, asDecimal(values[offset]), placed->tick->time);
                        ++count;
                    }
                    if (count > 0)
                        request.add(nameOf(metric),
                                    labelsOfEntity(*topology, {metric.entityKind, run.firstEntity + at}), samples,
                                    count);
                    if (request.isFull())
                        deliver(request, stop);
                }
            }
        }
    }
}

std::vector<DerivedColumn> RemoteWriter::takeResults(bool isLast)
{
    std::vector<DerivedColumn> taken;
    std::deque<DerivedColumn> kept;
    for (DerivedColumn& column : std::exchange(m_results, {})) {
        if (isLast || column.tick + m_options.hold / m_options.tickPeriod <= m_newestResult) {
            m_resultBytes -= bytesOf(column);
            taken.push_back(std::move(column));
        } else {
            kept.push_back(std::move(column));
        }
    }
    m_results = std::move(kept);
    return taken;
}

/// Each series once, in order of time. If there are several values for a time, sends the last one. Later times have not
/// been sent yet.
void RemoteWriter::sendResults(Request& request, std::vector<DerivedColumn> columns, const std::stop_token& stop)
{
    TopologyPtr topology;
    {
        const Lock guard(m_mutex);
        topology = m_topology;
    }
    std::ranges::stable_sort(columns, {}, &DerivedColumn::tick);
    std::unordered_map<std::string_view, std::vector<const DerivedColumn*>> byMetric;
    for (const DerivedColumn& column : columns)
        byMetric[column.metric.name].push_back(&column);
    Bytes samples;
    for (const auto& [name, ofMetric] : byMetric) {
        const MetricDescriptor& metric = ofMetric.front()->metric;
        std::size_t width = 0;
        for (const DerivedColumn* const column : ofMetric)
            width = std::max(width, column->values.size());
        width = std::min(width, topology->count(metric.entityKind));
        std::vector<TickIndex>& sentUntil = m_sentUntil[metric.name];
        sentUntil.resize(std::max(sentUntil.size(), width), std::numeric_limits<TickIndex>::min());
        for (std::uint32_t entity = 0; entity < width; ++entity) {
            const auto valueIn = [entity](const DerivedColumn& column) {
                return entity < column.values.size() ? column.values[entity] : noData;
            };
            samples.clear();
            std::uint64_t count = 0;
            for (auto each = ofMetric.begin(); each != ofMetric.end();) {
                const TickIndex tick = (*each)->tick;
                float value = noData;
                for (; each != ofMetric.end() && (*each)->tick == tick; ++each) {
                    if (const float newer = valueIn(**each); std::isfinite(newer))
                        value = newer;
                }
                if (!std::isfinite(value) || tick < sentUntil[entity])
                    continue;
                appendSample(samples, asDecimal(value), timeOfTick(tick, m_options.tickPeriod));
                sentUntil[entity] = tick + 1;
                ++count;
            }
            request.add(nameOf(metric), labelsOfEntity(*topology, {metric.entityKind, entity}), samples, count);
            if (request.isFull())
                deliver(request, stop);
        }
    }
}

/// Sends the request and empties it. Tries again until the server accepts or rejects it.
void RemoteWriter::deliver(Request& request, const std::stop_token& stop)
{
    const BackOff pauses{m_options.firstPause, m_options.maxPause};
    const HttpRequest post{.url = m_options.endpoint.url,
                           .method = "POST",
                           .body = request.compressed(),
                           .headers = {"Content-Type: application/x-protobuf", "Content-Encoding: snappy",
                                       "X-Prometheus-Remote-Write-Version: 0.1.0"}};
    bool isAccepted = false;
    bool isToTryAgain = true;
    for (std::uint64_t failures = 0; isToTryAgain && !stop.stop_requested();) {
        const Result<HttpReply> reply = m_client.send(post, stop);
        isAccepted = reply.isOk() && reply.value().isOk();
        isToTryAgain = isTransient(reply);
        {
            const Lock guard(m_mutex);
            if (isAccepted)
                m_status.problem.clear();
            else if (!stop.stop_requested())
                m_status.problem = reply.isOk()
                    ? fmt::format("{} rejects samples: status {}: {}", post.url, reply.value().status,
                                  std::string_view(reply.value().body).substr(0, maxReplyInError))
                    : fmt::format("cannot send samples to {}: {}", post.url, reply.error().message);
        }
        if (isToTryAgain)
            (void)waitFor(pauses.pauseAfter(++failures), stop);
    }
    const Lock guard(m_mutex);
    (isAccepted ? m_status.sent : m_status.rejected) += request.samples();
    request.clear();
}

const std::vector<std::uint8_t>& RemoteWriter::nameOf(const MetricDescriptor& metric)
{
    Bytes& label = m_names[metric.name];
    if (label.empty())
        label = encodedLabel("__name__", ownNameOf(metric));
    return label;
}

const std::vector<std::uint8_t>& RemoteWriter::labelsOfEntity(const Topology& topology, EntityRef entity)
{
    std::vector<Bytes>& ofKind = m_labels[static_cast<std::size_t>(entity.kind)];
    if (entity.index >= ofKind.size())
        ofKind.resize(std::max<std::size_t>(topology.count(entity.kind), entity.index + 1));
    Bytes& encoded = ofKind[entity.index];
    if (!encoded.empty() || !topology.contains(entity))
        return encoded;
    const std::vector<PlaceStep> place = placeIn(topology, entity);
    Labels labels = labelsOf(place);
    if (!place.empty() && place.front().kind == EntityKind::Node)
        labels.emplace_back("instance", place.front().name);
    std::ranges::sort(labels); // as the protocol requires; "__name__" sorts before these
    for (const auto& [name, value] : labels)
        ByteWriter(encoded).bytes(encodedLabel(name, value));
    return encoded;
}

} // namespace lockstep
