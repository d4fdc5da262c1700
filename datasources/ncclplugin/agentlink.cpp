// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/ncclplugin/agentlink.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockstep::nccl {

namespace {

constexpr int lookEveryMs = 1000;

/// The first of these variables that is set, otherwise null.
const char* fromEnvironment(const char* const (&names)[4])
{
    for (const char* const name : names) {
        const char* const value = name != nullptr ? std::getenv(name) : nullptr;
        if (value != nullptr && *value != '\0')
            return value;
    }
    return nullptr;
}

int numberOf(const char* text)
{
    if (text == nullptr)
        return -1;
    char* end = nullptr;
    const long number = std::strtol(text, &end, 10);
    return end != text && number >= 0 && number < 0x7FFFFFFF ? static_cast<int>(number) : -1;
}

/// The GPU according to the launcher, mapped like CUDA does: the third visible one may be the node's seventh.
int gpuOfProcess()
{
    const int local
        = numberOf(fromEnvironment({"LOCAL_RANK", "SLURM_LOCALID", "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID"}));
    const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
    if (local < 0 || visible == nullptr || *visible == '\0')
        return local;
    const bool isAlone = std::strchr(visible, ',') == nullptr;
    for (int at = 0; !isAlone && at < local; ++at) {
        visible = std::strchr(visible, ',');
        if (visible == nullptr)
            return -1;
        ++visible;
    }
    return numberOf(visible);
}

void append(char (&text)[128], const char* more)
{
    const std::size_t length = std::strlen(text);
    std::strncat(text, more, sizeof(text) - length - 1);
}

Hello greeting()
{
    Hello hello;
    hello.rank = numberOf(fromEnvironment({"RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK"}));
    hello.gpu = gpuOfProcess();
    // Named like in lockstep.py, so that both report the same job.
    if (const char* const name = std::getenv("LOCKSTEP_JOB"); name != nullptr && *name != '\0') {
        append(hello.job, name);
    } else if (const char* const slurm = std::getenv("SLURM_JOB_ID"); slurm != nullptr && *slurm != '\0') {
        const char* const given = std::getenv("SLURM_JOB_NAME");
        append(hello.job, given != nullptr && *given != '\0' ? given : "slurm");
        append(hello.job, " ");
        append(hello.job, slurm);
    } else if (const char* const run = std::getenv("TORCHELASTIC_RUN_ID");
               run != nullptr && *run != '\0' && std::strcmp(run, "none") != 0) {
        append(hello.job, run);
    } else {
        append(hello.job, "job");
        // Jobs of one node each would otherwise count as one job.
        const char* const ranks = std::getenv("WORLD_SIZE");
        const char* const here = std::getenv("LOCAL_WORLD_SIZE");
        char host[65] = {};
        if (ranks != nullptr && here != nullptr && std::strcmp(ranks, here) == 0
            && ::gethostname(host, sizeof(host) - 1) == 0) {
            append(hello.job, " on ");
            append(hello.job, host);
        }
    }
    return hello;
}

int connectTo(const char* folder, const char* rest)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (std::strlen(folder) + std::strlen(rest) >= sizeof(address.sun_path))
        return -1;
    std::strcpy(address.sun_path, folder);
    std::strcat(address.sun_path, rest);
    const int socket = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket < 0)
        return -1;
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0)
        return socket;
    ::close(socket);
    return -1;
}

int connectToAgent()
{
    if (const char* const named = std::getenv("LOCKSTEP_NCCL_SOCKET"); named != nullptr && *named != '\0')
        return connectTo(named, "");
    const int socket = connectTo("/run/lockstep", "/nccl.sock");
    const char* const own = std::getenv("XDG_RUNTIME_DIR");
    return socket >= 0 || own == nullptr ? socket : connectTo(own, "/lockstep/nccl.sock");
}

} // namespace

void AgentLink::start()
{
    if (m_isRunning)
        return;
    m_isEnding.store(false);
    m_wakeUp = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (m_wakeUp < 0)
        return;
    // Connects at once, so that the first collective is tracked.
    if (connectOnce())
        m_onChange(m_context, true);
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    constexpr std::size_t smallStack = 128U << 10U;
    ::pthread_attr_setstacksize(&attributes, smallStack);
    // Signals of the program are not handled by this thread.
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    m_isRunning = ::pthread_create(&m_thread, &attributes, &AgentLink::run, this) == 0;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ::pthread_attr_destroy(&attributes);
}

void AgentLink::stop()
{
    if (m_isRunning) {
        m_isEnding.store(true);
        static_cast<void>(::eventfd_write(m_wakeUp, 1));
        ::pthread_join(m_thread, nullptr);
        m_isRunning = false;
    }
    if (m_socket >= 0)
        ::close(m_socket);
    if (m_wakeUp >= 0)
        ::close(m_wakeUp);
    m_socket = -1;
    m_wakeUp = -1;
}

void* AgentLink::run(void* self)
{
    static_cast<AgentLink*>(self)->watch();
    return nullptr;
}

void AgentLink::watch()
{
    while (!m_isEnding.load()) {
        // Without a socket only waits for the wake-up, because poll ignores negative descriptors.
        pollfd waits[]{{m_wakeUp, POLLIN, 0}, {m_socket, POLLIN, 0}};
        const int found = ::poll(waits, 2, m_socket >= 0 ? -1 : lookEveryMs);
        if (m_isEnding.load())
            return;
        if (found < 0 && errno != EINTR)
            return;
        if (m_socket >= 0 && waits[1].revents != 0) {
            // the agent never sends anything: it has disconnected
            ::close(m_socket);
            m_socket = -1;
            m_onChange(m_context, false);
        } else if (m_socket < 0 && connectOnce()) {
            m_onChange(m_context, true);
        }
    }
}

bool AgentLink::connectOnce()
{
    const int socket = connectToAgent();
    if (socket < 0)
        return false;
    if (!makeRing() || !handOver(socket)) {
        ::close(socket);
        return false;
    }
    m_socket = socket;
    return true;
}

bool AgentLink::makeRing()
{
    if (m_ring != nullptr)
        return true;
    const int memory = static_cast<int>(::syscall(SYS_memfd_create, "lockstep-nccl", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (memory < 0)
        return false;
    void* const mapped = ::ftruncate(memory, sizeof(SharedRing)) == 0
        ? ::mmap(nullptr, sizeof(SharedRing), PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0)
        : MAP_FAILED;
    if (mapped == MAP_FAILED) {
        ::close(memory);
        return false;
    }
    // From here on, no other process can write to it. If the kernel is too old for this seal, agents still only read.
    static_cast<void>(::fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW));
    static_cast<void>(::fcntl(memory, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL));
    m_memory = memory;
    m_ring = static_cast<SharedRing*>(mapped);
    m_ring->bytes.store(sizeof(SharedRing));
    m_ring->version.store(ringVersion);
    m_ring->magic.store(ringMagic);
    return true;
}

bool AgentLink::handOver(int socket) const
{
    Hello hello = greeting();
    iovec data{&hello, sizeof(hello)};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof(control);
    cmsghdr* const part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(part), &m_memory, sizeof(int));
    return ::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) == static_cast<ssize_t>(sizeof(hello));
}

} // namespace lockstep::nccl
