// SPDX-License-Identifier: GPL-3.0-or-later
//
// ncclrank PLUGIN VERSION RANK RANKS EVENTS_PER_SECOND SECONDS [HANG_AT [WORK]]: imitates one rank of a job for the
// plugin. It requests all-reduces, with kernels and proxies, and prints "calls ns-per-call share-of-a-core". With
// HANG_AT, the collective of that number is entered and never left until the process is killed. With -1, this rank does
// not enter it. It first works for WORK seconds, as for a checkpoint, and prints a line each second.

#include "tests/datasources/collectors/nccl/ncclplayer.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <thread>

using namespace lockstep::test;

namespace {

double threadSeconds()
{
    timespec used{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

/// Keeps a core busy, for the most part.
void work(int seconds)
{
    for (int second = 0; second < seconds; ++second) {
        for (const double until = threadSeconds() + 0.3; threadSeconds() < until;) { }
        std::printf("works\n");
        std::fflush(stdout);
        std::this_thread::sleep_for(std::chrono::milliseconds(700));
    }
}

} // namespace

int main(int count, char** arguments)
{
    if (count < 7)
        return 2;
    void* const library = ::dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        std::fprintf(stderr, "%s\n", ::dlerror());
        return 1;
    }
    const auto player
        = makeNcclPlayer(std::atoi(arguments[2]), [&](const char* name) { return ::dlsym(library, name); });
    if (!player)
        return 1;
    const int rank = std::atoi(arguments[3]);
    const int ranks = std::atoi(arguments[4]);
    const double eventsPerSecond = std::atof(arguments[5]);
    const double seconds = std::atof(arguments[6]);
    const long hangAt = count > 7 ? std::atol(arguments[7]) : 0;
    player->init(0xae94423cfbb2ef4a, "dp", ranks, rank);

    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    const auto end = begin + std::chrono::duration<double>(seconds);
    long calls = 0;
    double inCalls = 0;
    std::uint64_t sequence = 0;
    constexpr int burst = 16; // collectives, so that the clock that is read around them costs little
    while (Clock::now() < end) {
        if (hangAt != 0 && sequence >= static_cast<std::uint64_t>(std::abs(hangAt))) {
            if (hangAt > 0) {
                void* const work = player->startCollective({sequence, 1024, 2});
                player->stop(work);
                static_cast<void>(player->startKernel(work, 0, 1));
            }
            std::printf("hangs\n");
            std::fflush(stdout);
            work(count > 8 ? std::atoi(arguments[8]) : 0);
            std::printf("is idle\n");
            std::fflush(stdout);
            std::this_thread::sleep_until(end);
            return 0;
        }
        const double before = threadSeconds();
        for (int at = 0; at < burst; ++at)
            calls += player->play({sequence++, 1024, 2});
        inCalls += threadSeconds() - before;
        std::this_thread::sleep_until(begin
                                      + std::chrono::duration<double>(static_cast<double>(calls) / eventsPerSecond));
    }
    const double passed = std::chrono::duration<double>(Clock::now() - begin).count();
    std::printf("%ld %.1f %.5f\n", calls, 1e9 * inCalls / static_cast<double>(calls), inCalls / passed);
    player->finalize();
    return 0;
}
