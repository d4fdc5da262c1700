// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/selftest/selftest.h"

#include "datasources/selftest/gputest.h"
#include "datasources/selftest/hosttests.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace lockstep {

namespace {

struct Row
{
    const char* name;
    std::string_view metric; ///< that stands for the test if nothing can be run
    void (*run)(const SelfTestPlan&, const SelfTestSink&);
};

/// In the order of SelfTestKind.
constexpr std::array<Row, 5> rows{{
    {"gpu", metrics::selftest::gpuGemm, testGpus},
    {"cpu", metrics::selftest::cpu, testCpu},
    {"memory", metrics::selftest::memory, testMemory},
    {"disk", metrics::selftest::diskWrite, testDisk},
    {"network", metrics::selftest::network, testNetwork},
}};

const Row& rowOf(SelfTestKind kind)
{
    return rows[static_cast<std::size_t>(kind)];
}

constexpr int lowestPriority = 19;
constexpr int mostExpendable = 1000;

} // namespace

std::string_view nameOf(SelfTestKind kind)
{
    return rowOf(kind).name;
}

Result<std::set<SelfTestKind>> selfTestKindsFrom(const std::vector<std::string>& names)
{
    std::set<SelfTestKind> kinds;
    for (const std::string& name : names) {
        const auto row = std::ranges::find(rows, std::string_view(name), &Row::name);
        if (row == rows.end())
            return Error{fmt::format("unknown test \"{}\"; expected gpu, cpu, memory, disk or network", name)};
        kinds.insert(static_cast<SelfTestKind>(row - rows.begin()));
    }
    if (kinds.empty())
        return Error{"no test given; expected gpu, cpu, memory, disk or network"};
    return kinds;
}

std::chrono::seconds longestSilence(const SelfTestPlan& plan)
{
    return std::chrono::seconds(60) + std::chrono::ceil<std::chrono::seconds>(10 * plan.each);
}

void runSelfTest(const SelfTestPlan& plan, const SelfTestSink& sink)
{
    const auto restartAlarm = [&plan] {
        ::alarm(static_cast<unsigned>(longestSilence(plan).count()));
    };
    const SelfTestSink watched = [&](SelfTestResult result) {
        sink(std::move(result));
        restartAlarm();
    };
    const bool isPolite = ::setpriority(PRIO_PROCESS, 0, lowestPriority) == 0;
    const std::string refusal
        = isPolite ? std::string() : fmt::format("cannot lower the priority: {}", std::strerror(errno));
    std::ofstream("/proc/self/oom_score_adj") << mostExpendable; // if memory runs out, this process goes first
    restartAlarm();
    for (const SelfTestKind kind : plan.kinds) {
        const Row& row = rowOf(kind);
        if (isPolite)
            row.run(plan, watched);
        else
            watched({std::string(row.metric), {}, SelfTestResult::State::NotRun, {}, refusal});
    }
    ::alarm(0);
}

} // namespace lockstep
