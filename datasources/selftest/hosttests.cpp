// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/selftest/hosttests.h"

#include "datasources/text/filedescriptor.h"
#include "datasources/text/textfile.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/textparts.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <arpa/inet.h>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <netinet/in.h>
#include <optional>
#include <sched.h>
#include <string>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace lockstep {

namespace {

using State = SelfTestResult::State;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr std::size_t mebibyte = std::size_t{1} << 20U;

SelfTestResult notRun(std::string_view metric, std::string reason)
{
    return {std::string(metric), {}, State::NotRun, {}, std::move(reason)};
}

SelfTestResult passed(std::string_view metric, double value, std::string detail)
{
    return {std::string(metric), {}, State::Passed, value, std::move(detail)};
}

unsigned allowedCpus()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    return ::sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set))
                                                         : std::max(1U, std::thread::hardware_concurrency());
}

std::optional<double> numberIn(std::string_view text)
{
    double number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

/// Calls visit with the text of a file of this process's control group and of each group above it (version 2).
void forEachGroup(const char* file, const std::function<void(std::string_view)>& visit)
{
    const Result<std::string> own = readTextFile("/proc/self/cgroup");
    constexpr std::string_view unified = "0::";
    const std::size_t at = own.isOk() ? own.value().find(unified) : std::string::npos;
    if (at == std::string::npos)
        return;
    std::string group = own.value().substr(at + unified.size());
    group.erase(std::min(group.find('\n'), group.size()));
    while (group.size() > 1) {
        if (const Result<std::string> text = readTextFile("/sys/fs/cgroup" + group + "/" + file); text.isOk())
            visit(text.value());
        group.erase(group.rfind('/'));
    }
}

/// CPUs that the control groups allow; nullopt: no limit.
std::optional<double> cpuLimit()
{
    std::optional<double> limit;
    forEachGroup("cpu.max", [&limit](std::string_view text) { // "50000 100000" or "max 100000"
        const auto quota = numberIn(text);
        const auto period = numberIn(text.substr(std::min(text.find(' ') + 1, text.size())));
        if (quota && period && *period > 0)
            limit = std::min(limit.value_or(*quota / *period), *quota / *period);
    });
    return limit;
}

/// Runs a function on each thread for @p duration, and sums the rates that it returns.
/// @param work takes the thread's number and a stop flag; works at least once, because on a busy machine a thread may
/// begin after the end
/// @return nullopt if the threads cannot be started
std::optional<double> rateOf(unsigned threads, std::chrono::milliseconds duration,
                             const std::function<double(unsigned, const std::atomic<bool>&)>& work)
{
    std::atomic<bool> isOver = false;
    std::vector<double> rates(threads, 0);
    std::vector<std::jthread> running;
    try {
        for (unsigned at = 0; at < threads; ++at)
            running.emplace_back([&, at] { rates[at] = work(at, isOver); });
    } catch (const std::system_error&) {
        isOver = true;
        return std::nullopt;
    }
    std::this_thread::sleep_for(duration);
    isOver = true;
    running.clear();
    double sum = 0;
    for (const double rate : rates)
        sum += rate;
    return sum;
}

/// Vectors of the compiler's vector extension. They are wrapped in structs, because a template argument would lose the
/// vector attribute.
struct Vectors128
{
    typedef double Type __attribute__((vector_size(16))); // NOLINT(modernize-use-using): as the attribute needs it
};
struct Vectors256
{
    typedef double Type __attribute__((vector_size(32))); // NOLINT(modernize-use-using)
};
struct Vectors512
{
    typedef double Type __attribute__((vector_size(64))); // NOLINT(modernize-use-using)
};

/// Independent chains of multiply-adds. @return operations
template <class Vectors>
[[gnu::always_inline]] inline double multiplyAdd(const std::atomic<bool>& isOver, double& used)
{
    constexpr std::size_t chains = 10;
    constexpr int rounds = 4096;
    using Vector = typename Vectors::Type;
    Vector values[chains];
    for (std::size_t chain = 0; chain < chains; ++chain)
        values[chain] = Vector{} + static_cast<double>(chain + 1);
    const Vector factor = Vector{} + 0x1.ffffp-1;
    const Vector summand = Vector{} + 0x1p-17;
    double operations = 0;
    do {
        for (int round = 0; round < rounds; ++round) {
#pragma GCC unroll 10
            for (std::size_t chain = 0; chain < chains; ++chain)
                values[chain] = values[chain] * factor + summand;
        }
        operations += 2.0 * chains * rounds * static_cast<double>(sizeof(Vector) / sizeof(double));
    } while (!isOver.load(std::memory_order_relaxed));
    for (const Vector& value : values)
        used += value[0];
    return operations;
}

double multiplyAddPlain(const std::atomic<bool>& isOver, double& used)
{
    return multiplyAdd<Vectors128>(isOver, used);
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] double multiplyAddAvx2(const std::atomic<bool>& isOver, double& used)
{
    return multiplyAdd<Vectors256>(isOver, used);
}

[[gnu::target("avx512f")]] double multiplyAddAvx512(const std::atomic<bool>& isOver, double& used)
{
    return multiplyAdd<Vectors512>(isOver, used);
}
#endif

struct FloatingPoint
{
    double (*run)(const std::atomic<bool>&, double&) = multiplyAddPlain;
    const char* name = "128-bit vectors";
};

FloatingPoint widest()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return {multiplyAddAvx512, "AVX-512"};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return {multiplyAddAvx2, "AVX2"};
#endif
    return {};
}

} // namespace

std::size_t availableMemory()
{
    double available = 0;
    if (const Result<std::string> text = readTextFile("/proc/meminfo"); text.isOk()) {
        constexpr std::string_view key = "MemAvailable:";
        std::size_t at = text.value().find(key);
        if (at != std::string::npos) {
            at = text.value().find_first_not_of(' ', at + key.size());
            available = numberIn(std::string_view(text.value()).substr(at)).value_or(0) * 1024;
        }
    }
    forEachGroup("memory.max", [&available](std::string_view text) {
        available = std::min(available, numberIn(text).value_or(available));
    });
    return static_cast<std::size_t>(available);
}

void testCpu(const SelfTestPlan& plan, const SelfTestSink& sink)
{
    const unsigned cpus = allowedCpus();
    if (const auto limit = cpuLimit(); limit && *limit < cpus) {
        sink(notRun(
            metrics::selftest::cpu,
            fmt::format("the control group allows only {:.3g} of {} CPUs (see CPUQuota of systemd)", *limit, cpus)));
        return;
    }
    const FloatingPoint way = widest();
    std::vector<double> used(cpus, 0); // so that the compiler keeps the calculation
    const auto rate = rateOf(cpus, plan.each, [&](unsigned at, const std::atomic<bool>& isOver) {
        const auto begin = Clock::now();
        const double operations = way.run(isOver, used[at]);
        return operations / Seconds(Clock::now() - begin).count();
    });
    const bool isRight = std::ranges::all_of(used, [](double sum) { return std::isfinite(sum); });
    if (!rate)
        sink(notRun(metrics::selftest::cpu, fmt::format("cannot start {} threads (see TasksMax of systemd)", cpus)));
    else if (!isRight)
        sink({metrics::selftest::cpu, {}, State::Failed, rate, "a result is not a number"});
    else
        sink(passed(metrics::selftest::cpu, *rate, fmt::format("double, {}, {}", way.name, counted(cpus, "thread"))));
}

void testMemory(const SelfTestPlan& plan, const SelfTestSink& sink)
{
    constexpr std::size_t perThread = 16 * mebibyte; // size of each of two buffers
    constexpr std::size_t minimum = 128 * mebibyte; // total size, so that no cache holds it
    const unsigned cpus = allowedCpus();
    const std::size_t spare = availableMemory() / 16; // available for each of the buffers
    if (spare < minimum) {
        sink(notRun(metrics::selftest::memory,
                    fmt::format("{1} MiB are needed, but only {0} MiB may be used (see MemoryMax of systemd)",
                                2 * spare / mebibyte, 2 * minimum / mebibyte)));
        return;
    }
    const std::size_t all = std::min(spare, std::max(minimum, cpus * perThread));
    const std::size_t bytes = all / cpus / sizeof(double) * sizeof(double);
    std::atomic<bool> isWrong = false;
    const auto rate = rateOf(cpus, plan.each, [&](unsigned at, const std::atomic<bool>& isOver) {
        const std::vector<char> from(bytes, static_cast<char>(at + 1));
        std::vector<char> to(bytes);
        const auto begin = Clock::now();
        double copied = 0;
        do {
            std::memcpy(to.data(), from.data(), bytes);
            copied += 2.0 * static_cast<double>(bytes);
        } while (!isOver.load(std::memory_order_relaxed));
        const double seconds = Seconds(Clock::now() - begin).count();
        if (std::memcmp(from.data(), to.data(), bytes) != 0)
            isWrong = true;
        return copied / seconds;
    });
    if (!rate)
        sink(notRun(metrics::selftest::memory, fmt::format("cannot start {} threads (see TasksMax of systemd)", cpus)));
    else if (isWrong)
        sink({metrics::selftest::memory, {}, State::Failed, rate, "a copy differs from its source"});
    else
        sink(passed(metrics::selftest::memory, *rate,
                    fmt::format("copies of {} MiB, read and write, {}", all / mebibyte, counted(cpus, "thread"))));
}

namespace {

constexpr std::size_t diskBlock = 4 * mebibyte;

/// Different for each block, and not compressible.
void fillBlock(std::vector<std::uint64_t>& block, std::uint64_t number)
{
    std::uint64_t state = number * 0x9E3779B97F4A7C15U + 1;
    for (std::uint64_t& word : block) {
        state ^= state << 13U;
        state ^= state >> 7U;
        state ^= state << 17U;
        word = state;
    }
}

/// A file without a name, which vanishes with its descriptor.
FileDescriptor unnamedFile(const std::string& folder, std::string& reason)
{
    FileDescriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (file.isOpen())
        return file;
    if (errno == EOPNOTSUPP || errno == EISDIR) { // a file system without such files
        std::string name = folder + "/lockstep-selftest-XXXXXX";
        file = FileDescriptor(::mkostemp(name.data(), O_CLOEXEC));
        if (file.isOpen())
            ::unlink(name.c_str());
    }
    if (!file.isOpen())
        reason = fmt::format("cannot create a file in {}: {}", folder, std::strerror(errno));
    return file;
}

/// Blocks that may be written: at most 1 GiB and a tenth of the space left; 0: the folder is unsuitable.
std::uint64_t allowedBlocks(const SelfTestPlan& plan, const FileDescriptor& file, std::string& reason)
{
    constexpr std::uint64_t most = 1024 * mebibyte / diskBlock;
    constexpr std::int64_t inMemory = 0x01021994; // TMPFS_MAGIC
    struct statfs system
    { };
    if (::fstatfs(file.get(), &system) != 0) {
        reason = fmt::format("{}: {}", plan.folder, std::strerror(errno));
        return 0;
    }
    if (system.f_type == inMemory) {
        reason = plan.folder + " is in memory, not on a disk";
        return 0;
    }
    const std::uint64_t blocks = std::min(most,
                                          static_cast<std::uint64_t>(system.f_bavail)
                                              * static_cast<std::uint64_t>(system.f_bsize) / 10 / diskBlock);
    if (blocks == 0)
        reason = plan.folder + " is nearly full";
    return blocks;
}

bool transferAll(ssize_t (*transfer)(int, char*, std::size_t, off_t), int file, std::vector<std::uint64_t>& block,
                 std::uint64_t number)
{
    char* const data = reinterpret_cast<char*>(block.data());
    std::size_t done = 0;
    while (done < diskBlock) {
        const ssize_t size
            = transfer(file, data + done, diskBlock - done, static_cast<off_t>(number * diskBlock + done));
        if (size <= 0) {
            if (size < 0 && errno == EINTR)
                continue;
            return false;
        }
        done += static_cast<std::size_t>(size);
    }
    return true;
}

} // namespace

void testDisk(const SelfTestPlan& plan, const SelfTestSink& sink)
{
    using namespace metrics::selftest;
    std::string reason;
    const FileDescriptor file = unnamedFile(plan.folder, reason);
    const std::uint64_t most = file.isOpen() ? allowedBlocks(plan, file, reason) : 0;
    if (most == 0) {
        sink(notRun(diskWrite, reason));
        return;
    }
    const auto writeSome = [](int to, char* data, std::size_t size, off_t at) {
        return ::pwrite(to, data, size, at);
    };
    const auto readSome = [](int from, char* data, std::size_t size, off_t at) {
        return ::pread(from, data, size, at);
    };
    const auto failed = [&](std::string_view metric, const char* what) {
        sink({std::string(metric), {}, State::Failed, {}, fmt::format("{}: {}", what, std::strerror(errno))});
    };
    std::vector<std::uint64_t> block(diskBlock / sizeof(std::uint64_t));
    std::uint64_t written = 0;
    Seconds writing{};
    while (written < most && writing < plan.each) {
        fillBlock(block, written);
        const auto begin = Clock::now();
        if (!transferAll(writeSome, file.get(), block, written)) {
            failed(diskWrite, "write");
            return;
        }
        writing += Clock::now() - begin;
        ++written;
    }
    const auto beginOfSync = Clock::now();
    if (::fsync(file.get()) != 0) {
        failed(diskWrite, "fsync");
        return;
    }
    writing += Clock::now() - beginOfSync;
    const auto bytesOf = [](std::uint64_t blocks) {
        return static_cast<double>(blocks * diskBlock);
    };
    const std::string size = fmt::format("{} MiB in {}", written * diskBlock / mebibyte, plan.folder);
    sink(passed(diskWrite, bytesOf(written) / writing.count(), size + ", with fsync"));

    ::posix_fadvise(file.get(), 0, 0, POSIX_FADV_DONTNEED); // so that the disk is read, not the page cache
    std::vector<std::uint64_t> expected(block.size());
    std::uint64_t done = 0;
    Seconds reading{};
    for (; done < written && reading < plan.each; ++done) {
        const auto begin = Clock::now();
        if (!transferAll(readSome, file.get(), block, done)) {
            failed(diskRead, "read");
            return;
        }
        reading += Clock::now() - begin;
        fillBlock(expected, done);
        if (block != expected) {
            sink({diskRead, {}, State::Failed, {}, "the file does not contain what was written"});
            return;
        }
    }
    sink(passed(diskRead, bytesOf(done) / reading.count(), size));
}

namespace {

struct Connection
{
    FileDescriptor sender;
    FileDescriptor receiver;
};

/// Both ends of a connection within this process. Other programs may connect too; their connections are dropped.
std::optional<Connection> connectLoopback()
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    const auto raw = [&address] {
        return reinterpret_cast<sockaddr*>(&address);
    };
    const FileDescriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    Connection both;
    both.sender = FileDescriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!listener.isOpen() || !both.sender.isOpen() || ::bind(listener.get(), raw(), length) != 0
        || ::listen(listener.get(), 4) != 0 || ::getsockname(listener.get(), raw(), &length) != 0
        || ::connect(both.sender.get(), raw(), length) != 0)
        return std::nullopt;
    sockaddr_in own{};
    length = sizeof own;
    if (::getsockname(both.sender.get(), reinterpret_cast<sockaddr*>(&own), &length) != 0)
        return std::nullopt;
    constexpr int maxAttempts = 16;
    for (int at = 0; at < maxAttempts; ++at) {
        sockaddr_in peer{};
        length = sizeof peer;
        both.receiver
            = FileDescriptor(::accept4(listener.get(), reinterpret_cast<sockaddr*>(&peer), &length, SOCK_CLOEXEC));
        if (both.receiver.isOpen() && peer.sin_port == own.sin_port)
            return both;
    }
    return std::nullopt;
}

/// Ends the connection, and with it the receiver. @return 0, because the receiver counts
double sendUntil(const Connection& both, const std::atomic<bool>& isOver, std::atomic<bool>& hasFailed)
{
    const std::vector<char> data(mebibyte, 'x');
    do {
        if (::send(both.sender.get(), data.data(), data.size(), MSG_NOSIGNAL) < 0 && errno != EINTR && errno != EAGAIN)
            hasFailed = true;
    } while (!isOver && !hasFailed);
    ::shutdown(both.sender.get(), SHUT_WR);
    return 0;
}

/// @return bytes per second until the end of the connection
double receiveAll(const Connection& both, std::atomic<bool>& hasFailed)
{
    std::vector<char> data(mebibyte);
    double received = 0;
    const auto begin = Clock::now();
    for (;;) {
        const ssize_t size = ::recv(both.receiver.get(), data.data(), data.size(), 0);
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0)
            hasFailed = true;
        if (size <= 0)
            return received / Seconds(Clock::now() - begin).count();
        received += static_cast<double>(size);
    }
}

} // namespace

void testNetwork(const SelfTestPlan& plan, const SelfTestSink& sink)
{
    std::optional<Connection> both = connectLoopback();
    if (!both) {
        sink(notRun(metrics::selftest::network, fmt::format("cannot connect over loopback: {}", std::strerror(errno))));
        return;
    }
    std::atomic<bool> hasFailed = false;
    // Lets the sender notice the end of the test even if nothing is received.
    const timeval timeout{.tv_sec = 0, .tv_usec = 200'000};
    ::setsockopt(both->sender.get(), SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
    const auto rate = rateOf(2, plan.each, [&](unsigned at, const std::atomic<bool>& isOver) {
        return at == 0 ? sendUntil(*both, isOver, hasFailed) : receiveAll(*both, hasFailed);
    });
    if (!rate)
        sink(notRun(metrics::selftest::network, "cannot start threads (see TasksMax of systemd)"));
    else if (hasFailed)
        sink({metrics::selftest::network, {}, State::Failed, {}, "the connection over loopback was lost"});
    else
        sink(passed(metrics::selftest::network, *rate, "TCP over loopback, one connection"));
}

void testPeers(const SelfTestPlan& plan, const SelfTestSink& sink)
{
    struct Measured
    {
        double rate;
        std::string peer;
    };
    constexpr std::size_t enough = 4;
    const auto end = Clock::now() + longestSilence(plan) / 2;
    std::vector<Measured> measured;
    std::string refusal = "no peers are given";
    for (const std::string& peer : plan.peers) {
        if (!plan.receiveFrom || measured.size() == enough || Clock::now() > end)
            break;
        if (const Result<double> rate = plan.receiveFrom(peer, plan.each); rate.isOk())
            measured.push_back({rate.value(), peer});
        else
            refusal = fmt::format("{}: {}", peer, rate.error().message);
    }
    if (measured.empty()) {
        sink(notRun(metrics::selftest::peers, refusal));
        return;
    }
    std::ranges::sort(measured, {}, &Measured::rate);
    std::string each;
    for (const Measured& one : measured)
        each += fmt::format("{}{} {}", each.empty() ? "" : ", ", one.peer,
                            formatQuantity(one.rate, Unit::BytesPerSecond));
    // The median, so that one slow peer does not count against this node.
    sink(passed(metrics::selftest::peers, measured[measured.size() / 2].rate, "from " + each));
}

} // namespace lockstep
