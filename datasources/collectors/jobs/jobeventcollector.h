// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/jobs/inbox/jobevent.h"
#include "datasources/collectors/jobs/inbox/jobinbox.h"
#include "datasources/collectors/jobs/inbox/jobsocket.h"
#include "datasources/collectors/jobs/jobprocesses.h"
#include "datasources/collectors/jobs/pendingcollectives.h"
#include "datasources/collectors/jobs/rankprocesses.h"
#include "datasources/collectors/layoutbuilder.h"
#include "datasources/collectors/tickwriter.h"
#include "models/core/time.h"
#include "models/core/work/tokenbucket.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace lockstep {

/// Another source of job activity besides the socket for job events. Its events are subject to the same limits and
/// claims. Owned by the job-event collector; sampling thread.
class JobEventSource
{
public:
    struct Post
    {
        SenderId sender = 0; ///< according to the kernel
        pid_t process = 0; ///< 0: unknown
        JobEvent event;
    };

    virtual ~JobEventSource() = default;

    /// Opens the source in the folder of the agent's sockets. @return text for the inventory
    [[nodiscard]] virtual std::string open(const std::string& folder) = 0;
    virtual void declare(LayoutBuilder& layout) = 0;
    /// Called many times per second. Takes data that would otherwise be lost.
    virtual void look() = 0;
    /// Events since the last tick. @param now monotonic
    [[nodiscard]] virtual std::vector<Post> take(TimePoint now, TickWriter& tick) = 0;
};

/// Assigns lane names if several jobs run on one node or GPU, because their ranks have the same names. The first job
/// keeps the name until its process ends or is silent for a while. Bounded; owned by the job-event collector; sampling
/// thread.
class LaneNames
{
public:
    using StateOf = std::function<ProcessState(pid_t)>;
    static constexpr Duration forgotten = std::chrono::minutes(1);

    explicit LaneNames(StateOf stateOf = processStateOf) : m_stateOf(std::move(stateOf)) { }

    /// @param entity of the lane in the layout
    [[nodiscard]] const std::string& nameOf(const JobInbox::Post& post, std::uint32_t entity, TimePoint now);

private:
    struct Name
    {
        std::string text;
        TimePoint last;
        pid_t process = 0;
    };
    using Place = std::pair<std::uint32_t, std::string>; ///< entity, lane
    using Key = std::tuple<std::uint32_t, std::string, std::string>; ///< entity, lane and job

    static constexpr std::size_t capacity = 8192;

    [[nodiscard]] bool isFree(const Place& place, TimePoint now);

    StateOf m_stateOf;
    std::map<Place, std::string> m_holders; ///< job of each place
    std::map<Key, Name> m_names;
};

/// Metadata of jobs whose rank 0 is on this node, reported as metrics of the jobs with every tick while the job takes
/// steps. Only rank 0 reports, because a cluster entity has one reporter. A member of the job-event collector.
class JobDocuments
{
public:
    static constexpr std::size_t capacity = 64; ///< jobs; the most recent ones are kept
    /// Limits changes, because each makes a new layout for all readers.
    static constexpr auto minInterval = std::chrono::seconds(10);
    static constexpr auto longestSilence = std::chrono::minutes(2); ///< after which rank 0 may be on another node
    using Time = std::chrono::steady_clock::time_point;

    /// @param event a step of a job; ignored for ranks other than 0
    void take(const JobEvent& event, Time now);
    /// Whether a job must be declared or has ended.
    [[nodiscard]] bool hasChanged(Time now);
    void declare(LayoutBuilder& layout);
    void write(TickWriter& tick) const;

private:
    static constexpr std::size_t valueCount = 7;

    struct Job
    {
        JobDocument document;
        Time last;
        std::array<Slot, valueCount> slots;
    };

    void dropOldest();

    std::map<std::string, Job> m_jobs; ///< by name
    bool m_hasChanged = false;
    std::optional<Time> m_lastChange;
};

/// Loss and gradient norm of each rank on this node, by GPU, so that ranks can be compared at the same step. A member
/// of the job-event collector.
class RankNumbers
{
public:
    static constexpr auto minInterval = std::chrono::seconds(10); ///< between two layouts
    static constexpr auto longestSilence = std::chrono::minutes(2); ///< after this, no rank runs on the GPU
    using Time = std::chrono::steady_clock::time_point;

    /// @param event a step of a job; ignored without a GPU
    void take(const JobEvent& event, Time now);
    [[nodiscard]] bool hasChanged(Time now);
    /// @param gpus entities of this node's GPUs, by index; reports about others are ignored
    void declare(LayoutBuilder& layout, const std::vector<std::uint32_t>& gpus);
    void write(TickWriter& tick) const;

private:
    struct Gpu
    {
        double step = 0;
        std::optional<double> loss;
        std::optional<double> gradientNorm;
        Time last;
        Slot stepSlot, lossSlot, gradientNormSlot;
    };

    std::map<std::uint32_t, Gpu> m_gpus; ///< by index on the node
    bool m_hasChanged = false;
    std::optional<Time> m_lastChange;
};

/// Reports the spans and markers that jobs post, as many as fit into a tick; the rest follows in the next one. Job
/// metadata becomes metrics of the jobs. Rejected events (malformed, another user's job, over a limit) are counted and
/// reported with user and reason, at most every ten seconds with back-off.
class JobEventCollector final : public Collector
{
public:
    /// @param options an empty path means defaultJobSocketPath()
    /// @param processes receives the process of each rank; may be null
    explicit JobEventCollector(JobSocket::Options options, std::vector<std::unique_ptr<JobEventSource>> sources = {},
                               std::shared_ptr<JobProcesses> processes = nullptr);

    [[nodiscard]] std::string_view name() const override { return "jobs"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sampleFast(TimePoint now) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    static constexpr Duration minInterval = std::chrono::seconds(10);
    static constexpr Duration maxInterval = std::chrono::minutes(5);

    [[nodiscard]] Status listen();
    void takeFromSources(TimePoint now, TickWriter& tick);
    static void reportFailures(const std::vector<JobInbox::Post>& posts, TickWriter& tick);
    void reportWaiting(TickWriter& tick);
    void reportProcesses(TickWriter& tick);
    void take(const JobInbox::Post& post, TickWriter& tick);
    void writeGoingOn(const JobInbox::Post& post, TickWriter& tick);
    void writeSpan(const JobInbox::Post& post, TickWriter& tick);
    [[nodiscard]] bool isNews(const JobInbox::Post& post);
    void reportNewJobs(TimePoint now, const std::vector<JobInbox::Post>& posts, TickWriter& tick);
    void note(const std::vector<JobInbox::Loss>& losses, TickWriter& tick);
    void report(TimePoint now, TickWriter& tick);

    JobSocket::Options m_options;
    std::unique_ptr<JobSocket> m_socket;
    JobDocuments m_documents;
    RankNumbers m_numbers;
    std::vector<std::unique_ptr<JobEventSource>> m_sources;
    std::string m_sourcesDetail; ///< for the inventory
    PendingCollectives m_pending;
    RankProcesses m_rankProcesses;
    LaneNames m_laneNames;
    std::shared_ptr<JobProcesses> m_processes;
    std::vector<std::uint32_t> m_gpus; ///< entity of each GPU by index; the node if unknown

    std::vector<JobInbox::Loss> m_losses; ///< not reported yet, in order of each sender's first
    std::optional<TimePoint> m_lastReport;
    Duration m_quiet = minInterval; ///< interval between reports; longer while losses continue
    std::set<std::pair<std::string, JobWay>> m_ways; ///< channels of jobs already reported
    TokenBucket m_newJobs; ///< limits reports of new jobs
    std::size_t m_pendingJobs = 0;
    TokenBucket m_spansOut; ///< limits spans of all senders; with more, readers would receive the node's ticks late
    Slot m_spansSlot, m_malformedSlot, m_refusedSlot, m_droppedSlot, m_waitingSlot;
};

} // namespace lockstep
