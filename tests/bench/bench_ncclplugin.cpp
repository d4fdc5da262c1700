// SPDX-License-Identifier: GPL-3.0-or-later
//
// bench_ncclplugin [EVENTS_PER_SECOND [SECONDS]]: eight processes call the plugin as NCCL does, in each version of its
// interface, while an agent's collector reads their rings once per second. Prints the cost of a call (processor time of
// the calling thread, which other load does not change), the cost as a share of a core, and the agent's processor time.

#include "datasources/collectors/jobs/jobeventcollector.h"
#include "datasources/collectors/nccl/nccljobs.h"
#include "models/core/batch.h"
#include "models/core/work/threadcputime.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <poll.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace lockstep;

namespace {

constexpr int ranks = 8;

struct Started
{
    pid_t process = 0;
    int output = -1;
};

Started startRank(int version, int rank, const std::string& rate, const std::string& seconds)
{
    int ends[2];
    if (::pipe(ends) != 0)
        std::abort();
    const pid_t process = ::fork();
    if (process == 0) {
        ::dup2(ends[1], 1);
        ::close(ends[0]);
        ::setenv("RANK", std::to_string(rank).c_str(), 1);
        ::execl(NCCLRANK_PATH, NCCLRANK_PATH, NCCLPLUGIN_PATH, std::to_string(version).c_str(),
                std::to_string(rank).c_str(), std::to_string(ranks).c_str(), rate.c_str(), seconds.c_str(), nullptr);
        ::_exit(1);
    }
    ::close(ends[1]);
    return {process, ends[0]};
}

std::string outputOf(const Started& started)
{
    std::string text;
    char buffer[256];
    for (ssize_t size = 0; (size = ::read(started.output, buffer, sizeof(buffer))) > 0;)
        text.append(buffer, static_cast<std::size_t>(size));
    ::close(started.output);
    ::waitpid(started.process, nullptr, 0);
    return text;
}

struct Cost
{
    double spans = 0;
    double seconds = 0; ///< of the agent's thread
};

/// Samples as an agent does until the ranks have ended.
Cost follow(JobEventCollector& collector, std::chrono::seconds length)
{
    LayoutBuilder builder("node1", false);
    static_cast<void>(collector.detect());
    collector.declare(builder);
    const auto layout = std::make_shared<const NodeLayout>(builder.finish(1));
    NameList names;
    Cost cost;
    const auto end = std::chrono::steady_clock::now() + length;
    const auto before = threadCpuTime();
    for (auto next = std::chrono::steady_clock::now(); next < end; next += std::chrono::seconds(1)) {
        std::this_thread::sleep_until(next);
        NodeTick tick;
        tick.time = wallClockNow();
        tick.layout = layout;
        TickWriter writer(tick, names);
        collector.sample(TimePoint(std::chrono::steady_clock::now().time_since_epoch()), writer);
        cost.spans += static_cast<double>(tick.spans.size());
    }
    cost.seconds = std::chrono::duration<double>(threadCpuTime() - before).count();
    return cost;
}

void measure(int version, const std::string& rate, int seconds, const std::string& folder)
{
    JobSocket::Options options;
    options.path = folder + "/jobs.sock";
    std::vector<std::unique_ptr<JobEventSource>> sources;
    sources.push_back(std::make_unique<NcclJobs>());
    JobEventCollector collector(options, std::move(sources));
    static_cast<void>(collector.detect());
    std::vector<Started> started;
    for (int rank = 0; rank < ranks; ++rank)
        started.push_back(startRank(version, rank, rate, std::to_string(seconds)));
    const Cost agent = follow(collector, std::chrono::seconds(seconds));
    double worst = 0;
    double sum = 0;
    double share = 0;
    long calls = 0;
    for (const Started& each : started) {
        long ofOne = 0;
        double perCall = 0;
        double ofCore = 0;
        std::sscanf(outputOf(each).c_str(), "%ld %lf %lf", &ofOne, &perCall, &ofCore);
        worst = std::max(worst, perCall);
        share = std::max(share, ofCore);
        sum += perCall;
        calls += ofOne;
    }
    fmt::print("v{}  {:7.0f} calls/s a rank  {:6.1f} ns a call (worst rank {:.1f})  {:.2f} % of a core at worst  agent "
               "{:.2f} % of a core, {:.0f} spans/s\n",
               version, static_cast<double>(calls) / ranks / seconds, sum / ranks, worst, 100 * share,
               100 * agent.seconds / seconds, agent.spans / seconds);
}

} // namespace

int main(int count, char** arguments)
{
    const std::string rate = count > 1 ? arguments[1] : "20000";
    const int seconds = count > 2 ? std::max(2, std::atoi(arguments[2])) : 5;
    std::string folder = (std::filesystem::temp_directory_path() / "lockstep-nccl-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr)
        return 1;
    ::setenv("LOCKSTEP_NCCL_SOCKET", (folder + "/nccl.sock").c_str(), 1);
    ::setenv("LOCKSTEP_JOB", "bench", 1);
    for (int version = 1; version <= 6; ++version)
        measure(version, rate, seconds, folder);
    std::filesystem::remove_all(folder);
    return 0;
}
