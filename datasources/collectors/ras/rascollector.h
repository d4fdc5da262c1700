// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/ras/rasstatus.h"
#include "datasources/text/filedescriptor.h"
#include "models/core/result.h"
#include "models/core/work/tokenbucket.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace lockstep {

/// Determines missing and lagging ranks from successive RAS answers. A rank lags if it has launched fewer collectives
/// than the others of its communicator, and no rank has launched any for longer than the communicator's recent pauses.
/// Ranks of a job that is starting do not lag. Reports the beginning and the end of each condition. A plain value; one
/// thread.
class RasJudge
{
public:
    using Time = std::chrono::steady_clock::time_point;
    /// Time without any launch in a communicator before lagging ranks are reported.
    static constexpr auto stallTimeout = std::chrono::milliseconds(900);
    static constexpr auto initialStallTimeout
        = std::chrono::minutes(10); ///< threshold before a communicator has a pace
    static constexpr auto timeOfPace = std::chrono::seconds(10);
    static constexpr std::uint32_t minMoves = 5;
    static constexpr int stallFactor = 3; ///< minimum age in multiples of the longest pause
    static constexpr std::size_t reported = 8; ///< maximum per communicator

    struct Finding
    {
        enum class Kind : std::uint8_t { Missing, Behind };

        Kind kind = Kind::Missing;
        bool isOver = false;
        bool isDead = false;
        std::string about; ///< "communicator 0xae...: rank 1 (...)"
        std::string text;
    };

    [[nodiscard]] std::vector<Finding> judge(const RasStatus& status, Time now);

    [[nodiscard]] std::size_t missing() const { return m_missing; }
    [[nodiscard]] std::size_t behind() const { return m_behind; }
    /// Some ranks differ from others: query again soon.
    [[nodiscard]] bool isSuspicious() const { return m_isSuspicious; }

private:
    struct Known
    {
        std::vector<std::int64_t> counts; ///< of all ranks, in order
        Time begun;
        Time since; ///< time of the last change
        Time::duration longest{}; ///< longest recent pause with ranks behind
        std::uint32_t moves = 0; ///< number of queries with progress
        std::map<std::string, Finding> reported; ///< by rank
    };

    static void getOn(Known& known, Time now);
    [[nodiscard]] static Time::duration timeoutFor(const Known& known);
    static void judgeOne(const RasCommunicator& communicator, Known& known, Time now, std::vector<Finding>& current);

    std::map<std::string, Known> m_communicators; ///< by hash
    std::size_t m_missing = 0;
    std::size_t m_behind = 0;
    bool m_isSuspicious = false;
};

/// Queries NCCL's RAS port on this node for the state of communicators: usually every two seconds, every second while
/// ranks disagree, and less often if NCCL responds slowly. Also listens for RAS events. Has its own thread; the time
/// and the size of a response are limited. Owned by the RAS collector.
class RasClient
{
public:
    struct Options
    {
        std::string address = "127.0.0.1"; ///< IPv4
        std::uint16_t port = 28028;
        std::chrono::milliseconds timeout{5000}; ///< of one answer
        std::size_t maxResponseBytes = std::size_t{16} << 20U; ///< bytes
        /// All nodes of a job get the same answers; the node of a communicator's first rank reports it. Empty: all
        /// report.
        std::function<bool(const std::string& host)> isOwnHost = isThisHost;
        RasJudge judge; ///< including its knowledge of earlier jobs
    };
    struct News
    {
        std::vector<RasJudge::Finding> findings;
        std::vector<RasEvent> events;
        std::size_t missing = 0;
        std::size_t behind = 0;
        std::size_t communicators = 0;
        std::string dialect; ///< note on text answers: "NCCL 2.26.2 answers in text, ..."
        bool isThere = false; ///< the last answer was readable
        std::string problem; ///< error of the last attempt, if something answered that is not readable
    };

    /// Whether it is an address or the name of this machine.
    [[nodiscard]] static bool isThisHost(const std::string& host);

    explicit RasClient(Options options);
    ~RasClient();
    RasClient(const RasClient&) = delete;
    RasClient& operator=(const RasClient&) = delete;

    [[nodiscard]] News take();

private:
    void run(const std::stop_token& stop);
    void ask();
    void listen(const std::stop_token& stop, std::chrono::milliseconds length);
    void readEvents();
    /// Waits for a socket. @return false at the deadline, or if stopped
    [[nodiscard]] bool isReady(int socket, short what, std::chrono::steady_clock::time_point deadline) const;
    [[nodiscard]] FileDescriptor connect() const;
    [[nodiscard]] Result<std::string> answerTo(const char* command) const;

    Options m_options;
    FileDescriptor m_monitor;
    std::string m_monitored; ///< not parsed yet
    bool m_answersInText = false; ///< the last answer was text
    std::chrono::milliseconds m_pause{2000};
    FileDescriptor m_wakeUp;
    std::mutex m_mutex;
    News m_news;
    std::jthread m_thread; ///< last member, because it uses all others
};

/// NCCL's own view of its ranks (RAS, enabled by default since NCCL 2.24): missing, lagging and dead ranks. Needs no
/// plugin. One node of a job answers for the whole job.
class RasCollector final : public Collector
{
public:
    explicit RasCollector(RasClient::Options options);

    [[nodiscard]] std::string_view name() const override { return "ras"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override { return m_isThere != m_wasThere || m_problem + m_dialect != m_reported; }
    void declare(LayoutBuilder& layout) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    void reportNews(TimePoint now, const RasClient::News& news, TickWriter& tick);
    void reportOne(Severity severity, const char* code, const std::string& text, TickWriter& tick);

    RasClient::Options m_options;
    std::unique_ptr<RasClient> m_client;
    bool m_isThere = false; ///< whether there has been an answer
    bool m_wasThere = false; ///< value at the last detect()
    std::string m_problem;
    std::string m_dialect;
    std::string m_reported; ///< problem and dialect at the last detect()
    TokenBucket m_words{0.5, 32}; ///< rate limit, because any user may listen on the port and send anything
    std::size_t m_unreported = 0;
    Slot m_communicatorsSlot, m_missingSlot, m_behindSlot;
};

} // namespace lockstep
