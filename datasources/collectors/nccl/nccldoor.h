// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/nccl/ringreader.h"
#include "datasources/text/filedescriptor.h"
#include "models/core/result.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep {

/// The Unix socket where processes hand over their rings. The kernel identifies the process's user, and closes the
/// connection when the process ends. Bounded per user, and never makes the agent wait. Owned by NcclJobs; sampling
/// thread.
class NcclDoor
{
public:
    struct Guest
    {
        FileDescriptor connection;
        uid_t user = 0;
        pid_t process = 0;
        int rank = -1;
        int gpu = -1;
        std::string job; ///< printable, not empty
        RingReader ring;
    };

    static constexpr std::size_t guests = 256; ///< maximum number of processes, also for one user alone
    static constexpr std::size_t guestsOfUser = 64;
    static constexpr std::size_t helpersOfUser = 8; ///< per user; further ones wait

    ~NcclDoor();
    NcclDoor() = default;
    NcclDoor(const NcclDoor&) = delete;
    NcclDoor& operator=(const NcclDoor&) = delete;

    /// Starts listening. A stale socket file is replaced.
    [[nodiscard]] Status open(const std::string& path);
    /// Processes that have connected since the last call and passed a ring. @param present users of the known rings
    [[nodiscard]] std::vector<Guest> admit(const std::vector<uid_t>& present);
    /// Number of rejected ones since the last call.
    [[nodiscard]] std::size_t takeRefused() { return std::exchange(m_refused, 0); }

    [[nodiscard]] static bool hasEnded(const Guest& guest);

private:
    struct Newcomer
    {
        FileDescriptor connection;
        uid_t user = 0;
        pid_t process = 0;
        unsigned looks = 0; ///< checks without any message
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
    void startHelper(Newcomer& newcomer);
    [[nodiscard]] Result<Guest> introduce(Newcomer& newcomer, bool& isSilent);

    std::string m_path;
    FileDescriptor m_socket;
    std::vector<Newcomer> m_newcomers;
    std::vector<Helper> m_helpers;
    std::size_t m_refused = 0;
};

} // namespace lockstep
