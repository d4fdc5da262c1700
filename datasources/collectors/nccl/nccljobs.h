// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/jobeventcollector.h"
#include "datasources/collectors/nccl/ringreader.h"
#include "datasources/text/filedescriptor.h"
#include "models/core/result.h"

#include <array>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// The Unix socket where processes hand over their rings. The kernel identifies the process's user, and closes the
/// connection when the process ends. Bounded per user, and never makes the agent wait. Owned by NcclJobs; sampling
/// thread.
class NcclServer
{
public:
    struct Client
    {
        FileDescriptor connection;
        uid_t user = 0;
        pid_t process = 0;
        int rank = -1;
        int gpu = -1;
        std::string job; ///< printable, not empty
        RingReader ring;
    };

    static constexpr std::size_t maxClients = 256; ///< maximum number of processes, also for one user alone
    static constexpr std::size_t maxClientsPerUser = 64;
    static constexpr std::size_t helpersOfUser = 8; ///< per user; further ones wait

    ~NcclServer();
    NcclServer() = default;
    NcclServer(const NcclServer&) = delete;
    NcclServer& operator=(const NcclServer&) = delete;

    /// Starts listening. A stale socket file is replaced.
    [[nodiscard]] Status open(const std::string& path);
    /// Processes that have connected since the last call and passed a ring. @param present users of the known rings
    [[nodiscard]] std::vector<Client> admit(const std::vector<uid_t>& present);
    /// Number of rejected ones since the last call.
    [[nodiscard]] std::size_t takeRefused() { return std::exchange(m_refused, 0); }

    [[nodiscard]] static bool hasEnded(const Client& client);

private:
    struct PendingClient
    {
        FileDescriptor connection;
        uid_t user = 0;
        pid_t process = 0;
        unsigned checks = 0; ///< checks without any message
        FileDescriptor answer{}; ///< of the helper that checks its ring
    };
    /// A process that receives descriptors from a user, and passes on a sealed ring only. It may hang for as long as
    /// the user likes, because closing a file of a FUSE file system waits for that file system.
    struct Helper
    {
        uid_t user = 0;
        pid_t process = 0;
    };

    void accept(const std::vector<uid_t>& present);
    void reapHelpers();
    void startHelper(PendingClient& pending);
    [[nodiscard]] Result<Client> identify(PendingClient& pending, bool& isSilent);

    std::string m_path;
    FileDescriptor m_socket;
    std::vector<PendingClient> m_pending;
    std::vector<Helper> m_helpers;
    std::size_t m_refused = 0;
};

/// Collectives of jobs whose processes have loaded the plugin, as job events. If a job runs more collectives than a
/// node can report, only every 2nd, 4th, 8th... of each communicator is reported, by sequence number, so that all ranks
/// report the same ones. Collectives that are entered and not left are always reported.
class NcclJobs final : public JobEventSource
{
public:
    static constexpr double spansPerSecond = 2'000; ///< per node
    static constexpr std::size_t recordsPerTick = 262'144; ///< over all processes: 20 MB

    [[nodiscard]] std::string open(const std::string& folder) override;
    void declare(LayoutBuilder& layout) override;
    void look() override;
    [[nodiscard]] std::vector<Post> take(TimePoint now, TickWriter& tick) override;

private:
    struct Process
    {
        NcclServer::Client client;
        RingReader::News news;
        std::map<std::uint16_t, std::string> communicators; ///< names, by slot
        std::map<std::uint64_t, std::uint32_t> ranksOf; ///< by slot
        std::unordered_map<std::uint64_t, std::int64_t>
            reportedAsEnded; ///< start by identity, of collectives still missing from the ring
        std::map<std::uint64_t, JobEvent> entered; ///< collectives reported as entered
        std::uint64_t pairs = 0; ///< total of sends and receives
        double perSecond = 0; ///< recent rate of collectives
        bool hasEnded = false;
    };
    struct Totals
    {
        double collectives = 0;
        double lost = 0;
        double costNs = 0;
        std::array<double, 3> waitsUs{};
    };

    void admit();
    void read(Process& process, std::int64_t nowNs);
    void readAll(std::int64_t nowNs);
    void reportProcess(Process& process, double seconds, std::vector<Post>& posts, Totals& totals);
    void reportEnded(Process& process, std::uint64_t stride, std::vector<Post>& posts, Totals& totals);
    void reportOpen(Process& process, std::vector<Post>& posts);
    [[nodiscard]] static std::uint64_t identityOf(const RingReader::Work& work);
    [[nodiscard]] JobEvent eventOf(Process& process, const RingReader::Work& work) const;
    void writeTotals(const Totals& totals, double seconds, TickWriter& tick) const;

    NcclServer m_server;
    std::list<Process> m_processes;
    std::int64_t m_wallAheadNs = 0; ///< wall clock minus CLOCK_MONOTONIC
    std::optional<TimePoint> m_lastTake;
    Slot m_processesSlot, m_collectivesSlot, m_lostSlot, m_costSlot;
    std::array<Slot, 3> m_waitSlots;
};

} // namespace lockstep
