// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/selftest/selftestcollector.h"

#include "datasources/collectors/kernel/cgroupcollector.h"
#include "datasources/collectors/kernel/files/kerneltext.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <poll.h>
#include <random>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr std::array nodeResults{metrics::selftest::cpu,      metrics::selftest::memory,  metrics::selftest::diskWrite,
                                 metrics::selftest::diskRead, metrics::selftest::network, metrics::selftest::peers};
constexpr std::array gpuResults{metrics::selftest::gpuGemm,   metrics::selftest::gpuFma,
                                metrics::selftest::gpuMemory, metrics::selftest::gpuFromHost,
                                metrics::selftest::gpuToHost, metrics::selftest::gpuErrors};
constexpr std::size_t maxGpus = 64;
constexpr std::size_t longestLine = 4096;
constexpr std::size_t mostResults = 1024;

std::optional<std::uint64_t> cpuTicksOf(pid_t process)
{
    const std::string line = readLine(fmt::format("/proc/{}/stat", process));
    const std::string_view fields = fieldsOfProcess(line);
    return fields.empty() ? std::nullopt : std::optional(cpuTicksIn(fields));
}

/// CPUs that a process uses: the average since the last tick; nullopt: not known yet.
std::optional<double> cpusOf(pid_t process, CounterRate& counter, TimePoint now)
{
    const auto ticks = cpuTicksOf(process);
    const auto rate = ticks ? counter.sample(*ticks, now) : std::nullopt;
    return rate ? std::optional(*rate / static_cast<double>(::sysconf(_SC_CLK_TCK))) : std::nullopt;
}

} // namespace

SelfTestCollector::SelfTestCollector(SystemRoot root, SelfTestSchedule schedule, Times times)
    : m_root(std::move(root)), m_schedule(std::move(schedule)), m_times(times)
{ }

InventoryItem SelfTestCollector::detect()
{
    if (!m_schedule.isEnabled)
        return off("not enabled in [selftest]");
    if (m_schedule.program.empty())
        return off("runs only in lockstep-agent");
    std::string kinds;
    for (const SelfTestKind kind : m_schedule.plan.kinds)
        kinds += (kinds.empty() ? "" : ", ") + std::string(nameOf(kind));
    return active(fmt::format("tests {} every {} h while the node is idle", kinds,
                              std::chrono::duration<double, std::ratio<3600>>(m_schedule.interval).count()));
}

void SelfTestCollector::declare(LayoutBuilder& layout)
{
    m_slots.clear();
    if (!m_schedule.isEnabled || m_schedule.program.empty())
        return;
    m_nodeName = layout.nodeName();
    m_ageSlot = layout.add(metrics::selftest::age);
    for (const char* metric : nodeResults)
        m_slots[{metric, {}}] = layout.add(metric);
    for (std::size_t index = 0; index < maxGpus; ++index) {
        const std::string gpu = fmt::format("gpu{}", index);
        const auto entity = layout.findEntity(EntityKind::Gpu, gpu);
        for (const char* metric : gpuResults)
            if (entity)
                m_slots[{metric, gpu}] = layout.add(metric, *entity);
    }
}

void SelfTestCollector::sample(TimePoint now, TickWriter& tick)
{
    if (m_slots.empty())
        return;
    if (!m_due) {
        // Tests of all nodes at once would swing the power of the hall.
        constexpr std::size_t parts = 1000;
        const std::size_t part = std::hash<std::string>()(m_nodeName) % parts;
        m_due = now + std::min(m_times.spread, m_schedule.interval) / parts * part;
        m_stagger = std::min(m_times.spread, m_times.quiet) / parts * part;
    }
    // How the node is used does not matter long before a test.
    if (m_child || m_schedule.permit || now + m_times.quiet >= *m_due) {
        const NodeUse use = useOf(now, tick.tick());
        if (m_child)
            follow(now, use, tick);
        else
            noteUse(now, use);
        if (!m_child && isIdle(now - m_stagger) && now >= *m_due)
            start(now, use, tick);
        if (m_schedule.permit && m_child)
            m_schedule.permit->set("its own self-test is running");
    }
    publish(now, tick);
}

NodeUse SelfTestCollector::useOf(TimePoint now, const NodeTick& tick)
{
    NodeUse use = m_reader.read(tick);
    if (m_schedule.permit && use.busyCpus) // not counting the sending of test data
        *use.busyCpus -= cpusOf(::getpid(), m_ownCpu, now).value_or(0);
    // Pods are not counted: every node of Kubernetes runs some.
    for (const JobCgroup& group : findJobCgroups(m_root))
        use.slurmJobs += group.job.starts_with("job ") ? 1 : 0;
    return use;
}

void SelfTestCollector::noteUse(TimePoint now, const NodeUse& use)
{
    const std::string reason = inUseReason(use, std::nullopt);
    if (!reason.empty())
        m_idleSince.reset();
    else if (!m_idleSince)
        m_idleSince = now;
    if (m_schedule.permit)
        m_schedule.permit->set(!reason.empty() ? reason : isIdle(now) ? "" : "it has been idle for a short time only");
}

bool SelfTestCollector::isIdle(TimePoint now) const
{
    return m_idleSince && now - *m_idleSince >= m_times.quiet;
}

void SelfTestCollector::start(TimePoint now, const NodeUse& use, TickWriter& tick)
{
    const SelfTestPlan& plan = m_schedule.plan;
    std::string only;
    for (const SelfTestKind kind : plan.kinds) {
        // Without NVML nothing would show that another process uses a GPU.
        if (kind != SelfTestKind::Gpu || use.gpus > 0)
            only += (only.empty() ? "" : ",") + std::string(nameOf(kind));
    }
    m_due = now + m_schedule.interval;
    if (only.empty())
        return;
    std::vector<std::string> command{m_schedule.program,
                                     "selftest",
                                     "--json",
                                     "--only",
                                     only,
                                     "--seconds",
                                     fmt::format("{}", std::chrono::duration<double>(plan.each).count()),
                                     "--folder",
                                     plan.folder};
    if (!plan.cublas.empty())
        command.insert(command.end(), {"--cublas", plan.cublas});
    const std::vector<std::string> peers = peerArguments();
    command.insert(command.end(), peers.begin(), peers.end());
    m_results.clear();
    m_output.clear();
    m_complaint.clear();
    m_isStopped = false;
    m_lastOutput = now;
    m_testCpu = CounterRate();
    m_child = std::make_unique<ChildProcess>();
    if (const int error = m_child->start(command); error != 0) {
        m_child.reset();
        tick.addEvent(Severity::Warning, LayoutBuilder::node, codes::agentSelfTest,
                      fmt::format("Cannot start the self-test: {}.", std::strerror(error)));
    }
}

/// Others in each test, so that in time each pair is tested.
std::vector<std::string> SelfTestCollector::peerArguments() const
{
    const SelfTestPlan& plan = m_schedule.plan;
    if (!plan.kinds.contains(SelfTestKind::Peers) || plan.peers.empty())
        return {};
    constexpr std::size_t most = 16; // of which the first idle ones are tested
    std::vector<std::string> peers = plan.peers;
    std::ranges::shuffle(peers, std::minstd_rand(std::random_device()()));
    peers.resize(std::min(peers.size(), most));
    std::vector<std::string> arguments{"--peers", fmt::format("{}", fmt::join(peers, ","))};
    arguments.insert(arguments.end(), m_schedule.credentials.begin(), m_schedule.credentials.end());
    return arguments;
}

void SelfTestCollector::follow(TimePoint now, const NodeUse& use, TickWriter& tick)
{
    readOutput(now);
    const std::optional<double> own = cpusOf(m_child->id(), m_testCpu, now);
    if (const auto status = m_child->waitUntil({})) {
        readOutput(now);
        finish(now, *status, tick);
        return;
    }
    if (m_isStopped)
        return;
    // Its own load is unknown in its first tick.
    const std::string reason = inUseReason(use, own.value_or(use.cpus));
    if (!reason.empty())
        stop(now, reason, tick);
    else if (now - m_lastOutput > longestSilence(m_schedule.plan))
        stop(now, fmt::format("no result for {} s", longestSilence(m_schedule.plan).count()), tick);
}

void SelfTestCollector::readOutput(TimePoint now)
{
    std::array<char, longestLine> buffer;
    pollfd look{m_child->output(), POLLIN, 0};
    while (::poll(&look, 1, 0) > 0) {
        const ssize_t size = ::read(m_child->output(), buffer.data(), buffer.size());
        if (size <= 0)
            return;
        m_lastOutput = now;
        m_output.append(buffer.data(), static_cast<std::size_t>(size));
        for (std::size_t end = m_output.find('\n'); end != std::string::npos; end = m_output.find('\n')) {
            takeLine(std::string_view(m_output).substr(0, end));
            m_output.erase(0, end + 1);
        }
        m_output.resize(std::min(m_output.size(), longestLine));
    }
}

void SelfTestCollector::takeLine(std::string_view line)
{
    constexpr std::size_t longestComplaint = 200;
    if (auto result = selfTestResultFrom(line); result && m_results.size() < mostResults)
        m_results.push_back(std::move(*result));
    else if (!result && m_complaint.empty())
        m_complaint = visibleText(line.substr(0, longestComplaint));
}

void SelfTestCollector::stop(TimePoint now, const std::string& reason, TickWriter& tick)
{
    m_child->kill();
    m_isStopped = true;
    m_idleSince.reset();
    m_due = now + std::min(m_times.retry, m_schedule.interval);
    tick.addEvent(Severity::Information, LayoutBuilder::node, codes::agentSelfTest,
                  fmt::format("The self-test was stopped: {}.", reason));
}

void SelfTestCollector::finish(TimePoint now, int status, TickWriter& tick)
{
    m_child.reset();
    if (std::exchange(m_isStopped, false))
        return;
    m_values.clear();
    std::size_t passed = 0;
    std::string failed;
    std::string notes; // bandwidth by peer, and why tests were not run
    for (const SelfTestResult& result : m_results) {
        if (result.value)
            m_values[{result.metric, result.entity}] = *result.value;
        passed += result.state == SelfTestResult::State::Passed ? 1 : 0;
        if (result.state == SelfTestResult::State::NotRun || result.metric == metrics::selftest::peers)
            notes += fmt::format("; {}: {}", result.metric, result.detail);
        if (result.state == SelfTestResult::State::Failed && failed.empty())
            failed = fmt::format("{}{}{}: {}", result.metric, result.entity.empty() ? "" : " of ", result.entity,
                                 result.detail);
    }
    m_finished = now;
    if (!WIFEXITED(status)) {
        const std::string last = m_results.empty() ? std::string("no result") : m_results.back().metric;
        failed = fmt::format("its process was ended by signal {} after {}", WTERMSIG(status), last);
    } else if (m_results.empty()) {
        failed = "it printed no results: " + m_complaint;
    }
    if (failed.empty())
        tick.addEvent(Severity::Information, LayoutBuilder::node, codes::agentSelfTest,
                      fmt::format("Self-test: {} passed, {} not run{}.", passed, m_results.size() - passed, notes));
    else
        tick.addEvent(Severity::Warning, LayoutBuilder::node, codes::agentSelfTest,
                      fmt::format("Self-test failed: {}.", failed));
}

void SelfTestCollector::publish(TimePoint now, TickWriter& tick) const
{
    for (const auto& [key, value] : m_values)
        if (const auto slot = m_slots.find(key); slot != m_slots.end())
            tick.set(slot->second, value);
    if (m_finished)
        tick.set(m_ageSlot, std::chrono::duration<double>(now - *m_finished).count());
}

} // namespace lockstep
