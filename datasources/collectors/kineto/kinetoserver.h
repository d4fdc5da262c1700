// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/jobs/inbox/jobinbox.h"
#include "datasources/text/filedescriptor.h"
#include "models/core/result.h"
#include "models/core/work/tokenbucket.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace lockstep {

/// A message of dynolog's IPC fabric, used by libkineto: a datagram with a length (8 bytes), a type (32 bytes,
/// zero-padded) and a payload, in native byte order. libkineto's messages are short and of fixed form.
struct FabricMessage
{
    static constexpr std::size_t headerBytes = 40;
    static constexpr std::size_t longest = 1024; ///< maximum length; a process has few ancestors
    /// A process announces itself; the answer is the number of processes.
    static constexpr const char* context = "ctxt";
    static constexpr const char* request = "req"; ///< a process requests a configuration, which may be empty

    std::string type;
    std::string body;
};

/// nullopt: another kind of message.
[[nodiscard]] std::optional<FabricMessage> readFabricMessage(std::string_view datagram);
[[nodiscard]] std::string writeFabricMessage(std::string_view type, std::string_view body);

/// The kind of configuration requested.
struct FabricRequest
{
    static constexpr std::int32_t activities = 2;

    std::int32_t kinds = 0; ///< bit set
    std::int64_t job = 0; ///< Slurm's job id; 0: none
};
[[nodiscard]] std::optional<FabricRequest> readFabricRequest(std::string_view body);

/// Rate limit per user for libkineto's socket, so that a user who floods affects only their own processes; excess
/// messages are not read. Remembers a bounded number of users. Not thread-safe: guarded by a KinetoServer.
class FabricGate
{
public:
    using Time = std::chrono::steady_clock::time_point;
    /// Four times the rate at which a user's allowed processes send requests, each one every five seconds.
    static constexpr double messagesPerSecond = 200;
    static constexpr double burst = 1024; ///< when all processes of a job start
    static constexpr std::size_t maxUsers = 64; ///< tracked individually; all others share one place

    struct Loss
    {
        SenderId user = 0;
        std::uint64_t messages = 0;
    };

    /// @return false: too many; it was counted and must not be read
    [[nodiscard]] bool admit(SenderId user, Time now);
    /// Losses since the last call.
    [[nodiscard]] std::vector<Loss> takeLosses();

private:
    struct Place
    {
        TokenBucket messages{messagesPerSecond, burst};
        std::uint64_t lost = 0;
    };

    [[nodiscard]] Place& placeOf(SenderId user, Time now);

    std::map<SenderId, Place> m_places;
};

/// Answers libkineto in this node's processes, at the address of dynolog's daemon: registration and trace requests. The
/// kernel identifies the sender. Bounded per user in processes, messages and CPU time, so that a user who floods
/// affects only their own processes. Thread-safe.
class KinetoServer
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t maxProcesses = 1024;
    static constexpr std::size_t maxOfUser = 256;
    static constexpr double cpuShare = 0.1; ///< maximum share of a core
    static constexpr auto forgotten = std::chrono::seconds(60); ///< after its last request, as in dynolog
    static constexpr const char* dynolog = "dynolog";

    struct Client
    {
        pid_t process = 0;
        uid_t user = 0;
        std::int64_t job = 0; ///< Slurm's number as claimed; 0: none
    };

    /// @param name in the abstract namespace; an error if another program listens there, such as dynolog
    [[nodiscard]] static Result<std::unique_ptr<KinetoServer>> open(const std::string& name = dynolog);
    ~KinetoServer();
    KinetoServer(const KinetoServer&) = delete;
    KinetoServer& operator=(const KinetoServer&) = delete;

    /// Processes that have polled recently.
    [[nodiscard]] std::vector<Client> clients() const;
    /// Sets the answer to its next request. @return false: unknown process
    [[nodiscard]] bool order(pid_t process, std::string configuration);
    /// Whether the process has received its order, or has ended.
    [[nodiscard]] bool hasTaken(pid_t process) const;
    void cancel(pid_t process);
    /// Excess messages since the last call, by user.
    [[nodiscard]] std::vector<FabricGate::Loss> takeLosses();

private:
    struct Place
    {
        Client client;
        Clock::time_point last;
        std::string order; ///< empty: none
    };

    explicit KinetoServer(FileDescriptor socket, FileDescriptor wakeUp);
    void run(const std::stop_token& stop);
    void receive();
    [[nodiscard]] bool admit(uid_t user);
    [[nodiscard]] std::string answer(const FabricMessage& message, pid_t process, uid_t user);
    [[nodiscard]] Place* placeOf(pid_t process, uid_t user);

    FileDescriptor m_socket;
    FileDescriptor m_wakeUp;
    mutable std::mutex m_mutex;
    std::map<pid_t, Place> m_places;
    FabricGate m_gate;
    std::jthread m_thread; ///< last member, because it uses all others
};

} // namespace lockstep
