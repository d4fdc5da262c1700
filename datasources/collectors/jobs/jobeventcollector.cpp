// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/jobeventcollector.h"

#include "models/core/budget.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/rankmarkers.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

struct DocumentRow
{
    std::string_view metric;
    std::optional<double> JobDocument::*value;
};

constexpr std::array documentRows{
    DocumentRow{metrics::job::stepsTotal, &JobDocument::stepsTotal},
    DocumentRow{metrics::job::tokensPerStep, &JobDocument::tokensPerStep},
    DocumentRow{metrics::job::samplesPerStep, &JobDocument::samplesPerStep},
    DocumentRow{metrics::job::flopsPerStep, &JobDocument::flopsPerStep},
    DocumentRow{metrics::job::peakFlops, &JobDocument::peakFlops},
    DocumentRow{metrics::job::loss, &JobDocument::loss},
    DocumentRow{metrics::job::gradientNorm, &JobDocument::gradientNorm},
};

constexpr std::size_t maxLossesReported = 8; ///< number of senders whose losses are reported

void tell(std::string_view code, const std::string& text, TickWriter& tick, const std::string& job = {})
{
    tick.addEvent(Severity::Warning, LayoutBuilder::node, std::string(code), text, {.job = job});
}

void reportLosses(const std::string& sender, const JobLosses& losses, TickWriter& tick)
{
    const auto events = [](std::uint64_t count) {
        return count == 1 ? std::string("A job event") : fmt::format("{} job events", count);
    };
    if (losses.malformed > 0)
        tell(codes::agentJobEventMalformed,
             fmt::format("{} from {} could not be read{}: {}.", events(losses.malformed), sender,
                         losses.malformed == 1 ? "" : "; the first one", losses.malformedReason),
             tick);
    if (losses.refused > 0)
        tell(codes::agentJobEventRefused,
             fmt::format("{} from {} {} rejected: {}.", events(losses.refused), sender,
                         losses.refused == 1 ? "was" : "were", losses.rejectionReason),
             tick);
    if (losses.dropped > 0)
        tell(codes::agentJobEventsDropped,
             fmt::format("{} from {} {} dropped: {}.", events(losses.dropped), sender,
                         losses.dropped == 1 ? "was" : "were", losses.dropReason),
             tick);
}

} // namespace

/// Whether the name is free. Drops a holder that has expired.
bool LaneNames::isFree(const Place& place, TimePoint now)
{
    const auto holder = m_holders.find(place);
    if (holder == m_holders.end())
        return true;
    const auto name = m_names.find({place.first, place.second, holder->second});
    const bool isHeld = name != m_names.end() && now - name->second.last <= forgotten
        && m_stateOf(name->second.process) != ProcessState::Gone;
    if (isHeld)
        return false;
    if (name != m_names.end())
        m_names.erase(name);
    m_holders.erase(holder);
    return true;
}

const std::string& LaneNames::nameOf(const JobInbox::Post& post, std::uint32_t entity, TimePoint now)
{
    const JobEvent& event = post.event;
    const auto known = m_names.find({entity, event.lane, event.job});
    if (known != m_names.end()) {
        known->second.last = now;
        known->second.process = post.process;
        return known->second.text;
    }
    if (m_names.size() >= capacity) { // too many lanes: forgets all; active ones are added again
        m_names.clear();
        m_holders.clear();
    }
    const Place place{entity, event.lane};
    std::string text = event.lane;
    if (isFree(place, now))
        m_holders[place] = event.job;
    else if (text.size() + event.job.size() + 2 <= budget::nameBytes)
        text += fmt::format(", {}", event.job);
    return m_names.emplace(Key{entity, event.lane, event.job}, Name{std::move(text), now, post.process})
        .first->second.text;
}

/// Fields missing in a step keep the value of an earlier one.
void JobDocuments::take(const JobEvent& event, Time now)
{
    if (event.rank != 0)
        return;
    const auto known = m_jobs.find(event.job);
    if (known == m_jobs.end() && (event.job.empty() || event.document == JobDocument()))
        return;
    if (known == m_jobs.end() && m_jobs.size() >= capacity)
        dropOldest();
    Job& job = m_jobs[event.job];
    job.last = now;
    for (const DocumentRow& row : documentRows) {
        if (!(event.document.*row.value))
            continue;
        m_hasChanged |= !(job.document.*row.value);
        job.document.*row.value = event.document.*row.value;
    }
}

void JobDocuments::dropOldest()
{
    m_jobs.erase(std::ranges::min_element(m_jobs, {}, [](const auto& each) { return each.second.last; }));
    m_hasChanged = true;
}

bool JobDocuments::hasChanged(Time now)
{
    m_hasChanged
        |= std::erase_if(m_jobs, [now](const auto& each) { return now - each.second.last > longestSilence; }) > 0;
    if (!m_hasChanged || (m_lastChange && now - *m_lastChange < minInterval))
        return false;
    m_lastChange = now;
    m_hasChanged = false;
    return true;
}

void JobDocuments::declare(LayoutBuilder& layout)
{
    static_assert(documentRows.size() == valueCount);
    for (auto& [name, job] : m_jobs) {
        const std::uint32_t entity = layout.addEntity(EntityKind::Job, name, EntityDescriptor::clusterScope);
        for (std::size_t at = 0; at < valueCount; ++at)
            job.slots[at] = job.document.*documentRows[at].value ? layout.add(documentRows[at].metric, entity) : Slot();
    }
}

void JobDocuments::write(TickWriter& tick) const
{
    for (const auto& [name, job] : m_jobs) {
        for (std::size_t at = 0; at < valueCount; ++at) {
            if (job.slots[at].isValid())
                tick.set(job.slots[at], job.document.*documentRows[at].value);
        }
    }
}

void RankNumbers::take(const JobEvent& event, Time now)
{
    const JobDocument& document = event.document;
    if (!event.gpu || event.job.empty() || (!document.loss && !document.gradientNorm))
        return;
    Gpu& gpu = m_gpus[*event.gpu]; // an index has at most 1024 values
    m_hasChanged |= gpu.loss.has_value() != document.loss.has_value()
        || gpu.gradientNorm.has_value() != document.gradientNorm.has_value();
    gpu.step = event.step;
    gpu.loss = document.loss;
    gpu.gradientNorm = document.gradientNorm;
    gpu.last = now;
}

bool RankNumbers::hasChanged(Time now)
{
    m_hasChanged
        |= std::erase_if(m_gpus, [now](const auto& each) { return now - each.second.last > longestSilence; }) > 0;
    if (!m_hasChanged || (m_lastChange && now - *m_lastChange < minInterval))
        return false;
    m_lastChange = now;
    m_hasChanged = false;
    return true;
}

void RankNumbers::declare(LayoutBuilder& layout, const std::vector<std::uint32_t>& gpus)
{
    for (auto& [index, gpu] : m_gpus) {
        gpu.stepSlot = gpu.lossSlot = gpu.gradientNormSlot = Slot();
        if (index >= gpus.size())
            continue;
        gpu.stepSlot = layout.add(metrics::gpu::trainStep, gpus[index]);
        if (gpu.loss)
            gpu.lossSlot = layout.add(metrics::gpu::trainLoss, gpus[index]);
        if (gpu.gradientNorm)
            gpu.gradientNormSlot = layout.add(metrics::gpu::trainGradientNorm, gpus[index]);
    }
}

void RankNumbers::write(TickWriter& tick) const
{
    for (const auto& [index, gpu] : m_gpus) {
        if (!gpu.stepSlot.isValid())
            continue;
        tick.set(gpu.stepSlot, gpu.step);
        if (gpu.lossSlot.isValid())
            tick.set(gpu.lossSlot, gpu.loss);
        if (gpu.gradientNormSlot.isValid())
            tick.set(gpu.gradientNormSlot, gpu.gradientNorm);
    }
}

JobEventCollector::JobEventCollector(JobSocket::Options options, std::vector<std::unique_ptr<JobEventSource>> sources,
                                     std::shared_ptr<JobProcesses> processes)
    : m_options(std::move(options)),
      m_sources(std::move(sources)),
      m_processes(std::move(processes)),
      m_newJobs(1.0 / 8, 8),
      m_spansOut(budget::spansPerSecondAndNode, budget::spansPerTick)
{ }

Status JobEventCollector::listen()
{
    JobSocket::Options options = m_options;
    if (options.path.empty()) {
        Result<std::string> path = defaultJobSocketPath();
        if (!path.isOk())
            return path.error();
        options.path = std::move(path).value();
    }
    auto opened = JobSocket::open(std::move(options));
    if (!opened.isOk())
        return opened.error();
    m_socket = std::move(opened).value();
    const std::string folder = m_socket->path().substr(0, m_socket->path().rfind('/'));
    m_sourcesDetail.clear();
    for (const auto& source : m_sources)
        m_sourcesDetail += ", " + source->open(folder);
    return success();
}

InventoryItem JobEventCollector::detect()
{
    if (!m_socket) {
        if (const Status listening = listen(); !listening.isOk())
            return off(listening.error().message);
    }
    return active("listening on " + m_socket->path() + m_sourcesDetail);
}

bool JobEventCollector::hasChanged()
{
    // Another agent may have released the socket, or the folder may have been created.
    const bool isNew = !m_socket && listen().isOk();
    const auto now = std::chrono::steady_clock::now();
    const bool hasNumbers = m_numbers.hasChanged(now);
    return m_documents.hasChanged(now) || hasNumbers || isNew;
}

void JobEventCollector::declare(LayoutBuilder& layout)
{
    if (!m_socket)
        return;
    m_spansSlot = layout.add(metrics::agent::jobEvents);
    m_malformedSlot = layout.add(metrics::agent::jobEventsMalformed);
    m_refusedSlot = layout.add(metrics::agent::jobEventsRefused);
    m_droppedSlot = layout.add(metrics::agent::jobEventsDropped);
    m_waitingSlot = layout.add(metrics::agent::jobEventsWaiting);
    m_gpus.clear();
    while (const auto entity = layout.findEntity(EntityKind::Gpu, fmt::format("gpu{}", m_gpus.size())))
        m_gpus.push_back(*entity);
    m_documents.declare(layout);
    m_numbers.declare(layout, m_gpus);
    for (const auto& source : m_sources)
        source->declare(layout);
}

void JobEventCollector::sampleFast([[maybe_unused]] TimePoint now)
{
    for (std::size_t at = 0; m_socket && at < m_sources.size(); ++at)
        m_sources[at]->look();
}

void JobEventCollector::takeFromSources(TimePoint now, TickWriter& tick)
{
    for (const auto& source : m_sources) {
        for (JobEventSource::Post& post : source->take(now, tick))
            m_socket->add(post.sender, post.process, std::move(post.event));
    }
}

void JobEventCollector::sample(TimePoint now, TickWriter& tick)
{
    if (!m_socket)
        return;
    takeFromSources(now, tick);
    m_spansOut.fill(now);
    const JobSocket::Inbox inbox = m_socket->take(m_spansOut.whole());
    m_spansOut.spend(static_cast<double>(inbox.posts.size()));
    m_numbers.write(tick);
    m_documents.write(tick); // later values wait until they are declared
    for (const JobInbox::Post& post : inbox.posts)
        take(post, tick);
    reportFailures(inbox.posts, tick);
    reportWaiting(tick);
    reportProcesses(tick);
    tick.set(m_spansSlot, static_cast<double>(inbox.posts.size()));
    tick.set(m_waitingSlot, static_cast<double>(inbox.waiting));
    reportNewJobs(now, inbox.posts, tick);
    note(inbox.losses, tick);
    report(now, tick);
}

void JobEventCollector::take(const JobInbox::Post& post, TickWriter& tick)
{
    if (m_processes)
        m_processes->take(post);
    m_rankProcesses.take(post);
    if (post.event.isOngoing)
        return writeGoingOn(post, tick);
    if (!m_pending.take(post))
        writeSpan(post, tick);
    if (post.event.kind == SpanKind::Step) {
        m_documents.take(post.event, std::chrono::steady_clock::now());
        m_numbers.take(post.event, std::chrono::steady_clock::now());
    }
}

/// Reports activities that are still going on, because other ranks may be waiting for them.
void JobEventCollector::writeGoingOn(const JobInbox::Post& post, TickWriter& tick)
{
    JobInbox::Post marker = post;
    JobEvent& event = marker.event;
    const bool isWork = event.kind == SpanKind::Compute && !event.op.starts_with("compil");
    if (isWork || !event.communicator.empty() || event.end - event.start > JobPace::timeoutBefore)
        return;
    event.op = goingOnName(event.op.empty() ? spanKindName(event.kind) : event.op);
    event.kind = SpanKind::Marker;
    event.start = event.end;
    writeSpan(marker, tick);
}

/// One event per job: its first failure, and how many of its ranks have failed.
void JobEventCollector::reportFailures(const std::vector<JobInbox::Post>& posts, TickWriter& tick)
{
    std::map<std::string, std::vector<const JobEvent*>> failed;
    for (const JobInbox::Post& post : posts) {
        if (post.event.error)
            failed[post.event.job].push_back(&post.event);
    }
    for (const auto& [job, events] : failed) {
        const JobEvent& first = *events.front();
        tell(codes::jobCheckpoint,
             fmt::format("{}: {} could not {} its checkpoint: {}{}", job.empty() ? "job" : job, first.lane,
                         first.kind == SpanKind::Checkpoint ? "write" : "read", *first.error,
                         events.size() > 1 ? fmt::format("; {} more failed", events.size() - 1) : ""),
             tick, job);
    }
}

void JobEventCollector::reportWaiting(TickWriter& tick)
{
    for (PendingCollectives::Waiting& waiting : m_pending.waiting(wallClockNow())) {
        JobEvent& event = waiting.post.event;
        const std::string who = fmt::format("{}: {} (process {})", event.job, event.lane, waiting.post.process);
        const std::string where = fmt::format("in {} of {}", event.op, event.communicator);
        if (waiting.isNormal)
            event.op = normalWaitName(event.op);
        else if (!waiting.isTooLong)
            event.op = longWaitName(event.op);
        if (waiting.process == ProcessState::Runs)
            writeSpan(waiting.post, tick);
        if (!waiting.isNews)
            continue;
        if (waiting.process == ProcessState::Stopped)
            tell(codes::processStopped, fmt::format("{} was stopped by a signal {}", who, where), tick, event.job);
        else if (waiting.process == ProcessState::Gone)
            tell(codes::processStopped, fmt::format("{} has ended {}", who, where), tick, event.job);
        else
            tick.addEvent(Severity::Information, LayoutBuilder::node, codes::processStopped,
                          fmt::format("{} is running again", who), {.job = event.job});
    }
}

void JobEventCollector::reportProcesses(TickWriter& tick)
{
    const auto isIn = [this](const JobEvent& event) {
        return m_pending.isIn(event);
    };
    for (const JobInbox::Post& marker : m_rankProcesses.tell(wallClockNow(), isIn))
        writeSpan(marker, tick);
}

void JobEventCollector::writeSpan(const JobInbox::Post& post, TickWriter& tick)
{
    const JobEvent& event = post.event;
    Span span;
    span.start = event.start;
    span.end = event.end;
    span.kind = event.kind;
    // A GPU that no collector measures is not an entity of this node; the lane still names it.
    span.entity = event.gpu && *event.gpu < m_gpus.size() ? m_gpus[*event.gpu] : LayoutBuilder::node;
    span.lane = tick.nameIndex(m_laneNames.nameOf(post, span.entity, wallClockNow()), post.sender);
    span.op = tick.nameIndex(event.op, post.sender);
    span.communicator = tick.nameIndex(event.communicator, post.sender);
    span.job = tick.nameIndex(event.job, post.sender);
    span.rank = event.rank;
    span.step = event.step;
    span.sequence = event.sequence;
    span.bytes = event.bytes;
    tick.addSpan(span);
}

/// A job is reported again if another source reports it.
bool JobEventCollector::isNews(const JobInbox::Post& post)
{
    constexpr std::size_t max = 4096;
    const bool isKnown = m_ways.contains({post.event.job, post.event.way});
    if (!isKnown && m_ways.size() >= max)
        m_ways.clear(); // changes as jobs come and go
    if (!isKnown)
        m_ways.emplace(post.event.job, post.event.way);
    return post.isNewJob || !isKnown;
}

void JobEventCollector::reportNewJobs(TimePoint now, const std::vector<JobInbox::Post>& posts, TickWriter& tick)
{
    m_newJobs.fill(now);
    for (const JobInbox::Post& post : posts) {
        if (!isNews(post))
            continue;
        if (!m_newJobs.has(1)) {
            ++m_pendingJobs;
            continue;
        }
        m_newJobs.spend(1);
        const std::string job
            = post.event.job.empty() ? "Job without a name is" : fmt::format("Job \"{}\" is", post.event.job);
        const std::string pendingChanges = m_pendingJobs > 0
            ? fmt::format(" {} not reported individually.",
                          counted(m_pendingJobs, "earlier job was", "earlier jobs were"))
            : "";
        tick.addEvent(
            Severity::Information, LayoutBuilder::node, codes::agentJobReported,
            fmt::format("{} now reported by {}, {}.{}", job, senderName(post.sender),
                        post.event.way == JobWay::NcclPlugin ? "through NCCL's profiler plugin" : "through job events",
                        pendingChanges));
        m_pendingJobs = 0;
    }
}

void JobEventCollector::note(const std::vector<JobInbox::Loss>& losses, TickWriter& tick)
{
    JobLosses all;
    for (const JobInbox::Loss& loss : losses) {
        all.add(loss.losses);
        const auto known = std::ranges::find(m_losses, loss.sender, &JobInbox::Loss::sender);
        if (known != m_losses.end())
            known->losses.add(loss.losses);
        else if (m_losses.size() < maxLossesReported)
            m_losses.push_back(loss);
        else if (m_losses.back().sender != otherSenders)
            m_losses.push_back({otherSenders, loss.losses});
        else
            m_losses.back().losses.add(loss.losses);
    }
    tick.set(m_malformedSlot, static_cast<double>(all.malformed));
    tick.set(m_refusedSlot, static_cast<double>(all.refused));
    tick.set(m_droppedSlot, static_cast<double>(all.dropped));
}

void JobEventCollector::report(TimePoint now, TickWriter& tick)
{
    if (m_lastReport && now - *m_lastReport > 2 * m_quiet)
        m_quiet = minInterval; // no losses for a while
    if (m_losses.empty() || (m_lastReport && now - *m_lastReport < m_quiet))
        return;
    if (m_lastReport)
        m_quiet = std::min(2 * m_quiet, maxInterval);
    for (const JobInbox::Loss& loss : m_losses)
        reportLosses(senderName(loss.sender), loss.losses, tick);
    m_losses.clear();
    m_lastReport = now;
}

} // namespace lockstep
