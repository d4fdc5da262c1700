// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/prometheus/prometheusengine.h"
#include "models/core/work/mutex.h"
#include "models/ingest/derived.h"
#include "models/ingest/placedqueue.h"

#include <deque>

#include <array>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace lockstep {

struct RemoteWriteOptions
{
    EngineEndpoint endpoint; ///< see RemoteWriter::addressOf()
    Duration tickPeriod = std::chrono::seconds(1); ///< of results
    std::chrono::milliseconds interval = std::chrono::seconds(5); ///< samples of a series in it share one set of labels
    /// Delay before results are sent, measured against newer results, because analyses correct recent ones and a server
    /// keeps only one value for each time.
    Duration hold = std::chrono::seconds(10);
    std::chrono::milliseconds firstPause = std::chrono::seconds(1); ///< after a failure; doubles
    std::chrono::milliseconds maxPause = std::chrono::seconds(30);
};

struct RemoteWriteStatus
{
    std::uint64_t sent = 0; ///< samples that the server has accepted
    std::uint64_t rejected = 0; ///< samples that the server rejected, or did not accept before the end
    /// Ticks and columns of results that newer ones displaced while the server was down, or that were still waiting at
    /// the end.
    std::uint64_t dropped = 0;
    std::string problem; ///< why the last request failed, with the server's address; empty: it was accepted
};

/// Sends samples and results to a server by Prometheus' remote write protocol, version 1.0, on its own thread. Series
/// have Lockstep's own names, under which EnginePlan finds them again, values the unit of the metric, and times the
/// local clock. Never blocks the caller: while the server is down, data waits in memory up to a limit; then the oldest
/// is dropped and counted. Used by one thread, which may be any.
class RemoteWriter
{
public:
    /// @param options endpoint.url as returned by addressOf()
    explicit RemoteWriter(RemoteWriteOptions options);
    ~RemoteWriter(); ///< returns soon; see finish()
    RemoteWriter(const RemoteWriter&) = delete;
    RemoteWriter& operator=(const RemoteWriter&) = delete;

    /// Address for remote write; the usual path if the address has none. An Error for other text.
    [[nodiscard]] static Result<std::string> addressOf(std::string_view url);

    void write(const PlacedBatches& placed);
    /// @param topology of all their entities
    void write(const Derived& derived, TopologyPtr topology);
    [[nodiscard]] RemoteWriteStatus status() const;
    /// Waits until everything is sent, at most @p timeout, and ends. @return the final status
    RemoteWriteStatus finish(std::chrono::milliseconds timeout);

private:
    class Request;

    void work(const std::stop_token& stop);
    void sendTicks(Request& request, const std::stop_token& stop);
    /// Removes and returns the results that are to be sent now.
    /// @param isLast returns all of them
    [[nodiscard]] std::vector<DerivedColumn> takeResults(bool isLast) LOCKSTEP_REQUIRES(m_mutex);
    void sendResults(Request& request, std::vector<DerivedColumn> columns, const std::stop_token& stop);
    void deliver(Request& request, const std::stop_token& stop);
    [[nodiscard]] const std::vector<std::uint8_t>& nameOf(const MetricDescriptor& metric);
    [[nodiscard]] const std::vector<std::uint8_t>& labelsOfEntity(const Topology& topology, EntityRef entity);

    const RemoteWriteOptions m_options;
    PlacedQueue m_ticks;
    HttpClient m_client; ///< the worker's alone, like the next three
    std::unordered_map<std::string, std::vector<std::uint8_t>> m_names; ///< encoded label by metric
    std::array<std::vector<std::vector<std::uint8_t>>, entityKindCount> m_labels; ///< encoded, by kind and entity
    std::unordered_map<std::string, std::vector<TickIndex>> m_sentUntil; ///< ends of results, by metric and entity

    mutable Mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<DerivedColumn> m_results LOCKSTEP_GUARDED_BY(m_mutex);
    TickIndex m_newestResult LOCKSTEP_GUARDED_BY(m_mutex) = std::numeric_limits<TickIndex>::min();
    std::size_t m_resultBytes LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    TopologyPtr m_topology LOCKSTEP_GUARDED_BY(m_mutex);
    bool m_isEnding LOCKSTEP_GUARDED_BY(m_mutex) = false;
    bool m_isDone LOCKSTEP_GUARDED_BY(m_mutex) = false; ///< everything is sent
    RemoteWriteStatus m_status LOCKSTEP_GUARDED_BY(m_mutex);
    std::jthread m_thread; ///< last
};

} // namespace lockstep
