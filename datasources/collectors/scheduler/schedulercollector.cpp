// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/schedulercollector.h"

#include "models/core/eventcodes.h"
#include "models/core/metrics/schedulermetrics.h"
#include "models/core/textparts.h"
#include "models/core/work/backoff.h"
#include "models/core/work/stoppablewait.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace lockstep {

namespace {

constexpr int idleShare = 9; ///< minimum pause as a multiple of the query's duration

/// Drops data that is never taken, so that memory stays bounded.
template <class Kind>
void appendSome(std::vector<Kind>& to, std::vector<Kind> more, std::size_t max)
{
    more.resize(std::min(more.size(), max - std::min(max, to.size())));
    std::ranges::move(more, std::back_inserter(to));
}

} // namespace

SchedulerWorker::SchedulerWorker(std::unique_ptr<SchedulerSource> source, Duration interval)
    : m_source(std::move(source)), m_interval(interval), m_thread([this](const std::stop_token& stop) { run(stop); })
{ }

SchedulerWorker::~SchedulerWorker()
{
    m_thread.request_stop();
    m_thread.join();
}

SchedulerWorker::State SchedulerWorker::take()
{
    const std::scoped_lock lock(m_mutex);
    std::vector<SchedulerUpdate> news = std::exchange(m_state.news, {});
    std::vector<AllocationPiece> pieces = std::exchange(m_state.pieces, {});
    State state = m_state;
    state.news = std::move(news);
    state.pieces = std::move(pieces);
    return state;
}

Duration SchedulerWorker::lifetimeOf(const State& state) const
{
    constexpr Duration jitter = std::chrono::seconds(1); // between ticks and queries
    const Duration turn = std::max<Duration>(m_interval, (idleShare + 1) * state.lasted);
    return turn + turn / 2 + jitter;
}

void SchedulerWorker::run(const std::stop_token& stop)
{
    const PollPace pace{m_interval, idleShare, {m_interval, std::max(maxPause, m_interval)}};
    for (;;) {
        const auto begin = Clock::now();
        const TimePoint asked = wallClockNow();
        Result<SchedulerView> view = m_source->read(stop);
        if (stop.stop_requested())
            return;
        publish(std::move(view), begin, asked);
        const Duration pause = pace.pauseAfter(m_state.lasted, m_state.failures); // written by this thread only
        if (!waitFor(pause, stop))
            return;
    }
}

void SchedulerWorker::publish(Result<SchedulerView> view, Clock::time_point begin, TimePoint asked)
{
    const auto end = Clock::now();
    if (!view.isOk()) {
        const std::scoped_lock lock(m_mutex);
        m_state.lasted = end - begin;
        m_state.problem = view.error().message;
        ++m_state.failures;
        return;
    }
    // Only this thread writes the view, so it may be read without the lock.
    auto now = std::make_shared<const SchedulerView>(std::move(view).value());
    std::vector<SchedulerUpdate> news = changesBetween(m_state.view.get(), *now);
    std::vector<AllocationPiece> pieces = m_allocation.follow(*now, asked);
    const std::scoped_lock lock(m_mutex);
    m_state.lasted = end - begin;
    m_state.problem.clear();
    m_state.failures = 0;
    m_state.view = std::move(now);
    m_state.since = end;
    ++m_state.answers;
    appendSome(m_state.news, std::move(news), maxNews);
    appendSome(m_state.pieces, std::move(pieces), maxPieces);
}

namespace {

using Clock = SchedulerWorker::Clock;

/// A silence is reported when it begins, and repeated for windows that are opened later. The interval is shorter than
/// the history of an agent's ring.
constexpr Duration silenceReportedAgain = std::chrono::minutes(10);
constexpr std::uint32_t nameOwner = 0xFFFFFFF0; ///< owner of names that belong to no user
constexpr std::size_t maxWaitingPieces = 65536;
constexpr const char* unnamedJobs = "(other jobs)";
constexpr std::size_t maxNamed = 30'000; ///< jobs
/// Per tick: below the limit of readers for one node per second.
constexpr std::size_t maxValues = 20'000;

/// With very many nodes, only the first of these metrics are reported; the others can be derived.
constexpr std::size_t neededOfNode = 3;

double secondsOf(Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

void addSlots(LayoutBuilder& layout, std::span<const std::string_view> metrics, std::uint32_t index,
              std::array<Slot, 12>& slots)
{
    for (std::size_t at = 0; at < std::min(metrics.size(), slots.size()); ++at)
        slots[at] = layout.add(metrics[at], index);
}

/// In the order of declaration.
void setAll(TickWriter& tick, const std::array<Slot, 12>& slots, std::initializer_list<std::optional<double>> values)
{
    std::size_t at = 0;
    for (const std::optional<double>& value : values) {
        if (const Slot slot = slots[at++]; value && slot.isValid())
            tick.set(slot, *value);
    }
}

} // namespace

SchedulerCollector::SchedulerCollector(Options options, std::unique_ptr<SchedulerSource> source)
    : m_options(std::move(options)), m_source(std::move(source))
{
    if (m_source) {
        m_title = m_source->name();
        m_where = m_source->where();
    }
}

InventoryItem SchedulerCollector::detect()
{
    if (!m_source && !m_worker)
        return off(fmt::format("not configured: the configuration has no section [{}]", m_options.name));
    if (!m_worker)
        m_worker = std::make_unique<SchedulerWorker>(std::move(m_source), m_options.interval);
    const auto until = Clock::now() + m_options.wait;
    for (refresh(); m_state.answers + m_state.failures == 0 && Clock::now() < until; refresh())
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    m_options.wait = Duration::zero();
    m_wasThere = m_state.view && m_state.failures == 0;
    m_reportedProblem = m_state.problem;
    if (!m_wasThere)
        return off(m_state.problem.empty() ? "querying " + m_where : m_state.problem);
    const SchedulerView& view = *m_state.view;
    return active(
        fmt::format("querying {}: {}, {}{}", m_where, counted(view.nodes().size(), "node"),
                    counted(view.all().running + view.all().pending, "job"),
                    view.leftOut() > 0 ? fmt::format(", {} more only in the totals", view.leftOut()) : std::string()));
}

/// Takes the latest answers of the scheduler.
void SchedulerCollector::refresh()
{
    SchedulerWorker::State state = m_worker->take();
    std::ranges::move(state.news, std::back_inserter(m_news));
    const std::size_t room = maxWaitingPieces - std::min(maxWaitingPieces, m_pieces.size());
    state.pieces.resize(std::min(state.pieces.size(), room));
    std::ranges::move(state.pieces, std::back_inserter(m_pieces));
    state.news.clear();
    state.pieces.clear();
    m_state = std::move(state);
    if (m_state.answers == m_known)
        return;
    m_known = m_state.answers;
    findNewEntities();
}

void SchedulerCollector::findNewEntities()
{
    m_newJobs.fill(Clock::now());
    const SchedulerView& view = *m_state.view;
    if (m_named.size() > maxNamed) { // forgets names of ended jobs
        m_named.clear();
        for (const SchedulerJob& job : view.jobs()) {
            if (m_jobs.contains(job.id))
                m_named.insert(job.name);
        }
    }
    const auto add = [this](Entities& entities, const std::string& key) {
        m_hasNew |= entities.try_emplace(key).second;
    };
    for (const SchedulerNode& node : view.nodes())
        add(m_nodes, node.name);
    for (const auto& [tenant, sums] : view.tenants())
        add(m_tenants, tenant);
    for (const SchedulerJob& job : view.jobs()) {
        if (job.state == SchedulerJob::State::Ended || m_jobs.contains(job.id) || !m_newJobs.has(1))
            continue;
        m_newJobs.spend(1);
        m_named.insert(job.name);
        add(m_jobs, job.id);
    }
}

bool SchedulerCollector::hasChanged()
{
    if (!m_worker)
        return false;
    refresh();
    const bool isThere = m_state.view && m_state.failures == 0;
    return m_hasNew || isThere != m_wasThere || (!isThere && m_state.problem != m_reportedProblem);
}

/// A new job must be visible within seconds, but the layout of thousands of nodes is not sent for every job.
bool SchedulerCollector::needsRedeclaration()
{
    constexpr Duration quiet = std::chrono::seconds(1);
    const Duration pause = quiet + std::chrono::milliseconds(1) * static_cast<std::int64_t>(m_declaredCount);
    return m_hasNew && Clock::now() - m_declared >= pause;
}

std::string SchedulerCollector::nodeName(const std::string& known) const
{
    const std::string& domain = m_options.domain;
    return !domain.empty() && known.size() > domain.size() && known.ends_with(domain)
        ? known.substr(0, known.size() - domain.size())
        : known;
}

void SchedulerCollector::declare(LayoutBuilder& layout)
{
    m_own = {};
    if (!m_state.view)
        return;
    const SchedulerView& view = *m_state.view;
    addSlots(layout, scheduled::sumMetrics, LayoutBuilder::node, m_own.slots);
    std::size_t room = maxValues;
    const auto declareOne = [&](EntityKind kind, const std::string& name, std::span<const std::string_view> metrics) {
        Entity entity{name, layout.addEntity(kind, name, EntityDescriptor::clusterScope), {}};
        if (metrics.size() <= room) {
            addSlots(layout, metrics, entity.index, entity.slots);
            room -= metrics.size();
        }
        return entity;
    };
    m_tenants.clear();
    for (const auto& [tenant, sums] : view.tenants())
        m_tenants.emplace(tenant, declareOne(EntityKind::Tenant, tenant, scheduled::tenantMetrics));
    m_nodes.clear();
    const std::size_t ofNode = view.nodes().size() * std::size(scheduled::nodeMetrics) <= maxValues / 2
        ? std::size(scheduled::nodeMetrics)
        : neededOfNode;
    for (const SchedulerNode& node : view.nodes())
        m_nodes.emplace(
            node.name,
            declareOne(EntityKind::Node, nodeName(node.name), std::span(scheduled::nodeMetrics).first(ofNode)));
    // Forgets ended jobs, except those still to be reported.
    Entities jobs;
    for (const SchedulerJob& job : view.jobs()) {
        if (m_jobs.contains(job.id))
            jobs.emplace(job.id, declareOne(EntityKind::Job, job.name, scheduled::jobMetrics));
    }
    for (const SchedulerUpdate& news : m_news) {
        const auto gone = m_jobs.find(news.subject);
        if (news.about == SchedulerUpdate::About::Job && gone != m_jobs.end() && !gone->second.name.empty()
            && !jobs.contains(news.subject))
            jobs.emplace(news.subject, declareOne(EntityKind::Job, gone->second.name, scheduled::jobMetrics));
    }
    m_jobs = std::move(jobs);
    m_declaredCount = m_jobs.size() + m_nodes.size() + m_tenants.size();
    m_declared = Clock::now();
    m_hasNew = false;
}

bool SchedulerCollector::isFresh() const
{
    return m_state.view && Clock::now() - m_state.since <= m_worker->lifetimeOf(m_state);
}

void SchedulerCollector::sample(TimePoint now, TickWriter& tick)
{
    if (!m_worker)
        return;
    refresh();
    if (isFresh())
        setValues(tick);
    m_words.fill(now);
    reportSilence(now, tick);
    if (m_hasNew)
        return; // a second later, it is reported for the correct entity
    reportNews(tick);
    reportPieces(tick);
}

void SchedulerCollector::setValues(TickWriter& tick) const
{
    const SchedulerView& view = *m_state.view;
    setSums(view, tick);
    const TimePoint wall = wallClockNow();
    for (const SchedulerJob& job : view.jobs()) {
        const auto known = m_jobs.find(job.id);
        if (known == m_jobs.end() || job.state == SchedulerJob::State::Ended)
            continue;
        const bool isPending = job.state == SchedulerJob::State::Pending;
        std::optional<double> waited;
        if (job.submitted && (isPending || job.started))
            waited = std::max(0.0, secondsOf((isPending ? wall : *job.started) - *job.submitted));
        setAll(tick, known->second.slots,
               {isPending ? 0.0 : job.gpus, isPending ? 0.0 : static_cast<double>(job.placements.size()), waited,
                job.restarts, isPending ? 1.0 : 0.0});
    }
    for (const SchedulerNode& node : view.nodes()) {
        const auto known = m_nodes.find(node.name);
        if (known == m_nodes.end())
            continue;
        const double allocated = std::min(node.allocated, node.gpus);
        const double left = node.gpus - allocated;
        setAll(tick, known->second.slots,
               {node.gpus, allocated, node.isUnavailable ? 1.0 : 0.0, node.isUnavailable ? 0.0 : left,
                node.isUnavailable ? left : 0.0});
    }
    for (const auto& [name, sums] : view.tenants()) {
        if (const auto known = m_tenants.find(name); known != m_tenants.end())
            setAll(tick, known->second.slots,
                   {static_cast<double>(sums.gpusAllocated), static_cast<double>(sums.gpusWanted),
                    static_cast<double>(sums.running), static_cast<double>(sums.pending)});
    }
}

void SchedulerCollector::setSums(const SchedulerView& view, TickWriter& tick) const
{
    const SchedulerView::Allocation& sums = view.allocation();
    const SchedulerView::Tenant& all = view.all();
    setAll(tick, m_own.slots,
           {static_cast<double>(sums.gpus), static_cast<double>(sums.allocated), static_cast<double>(sums.idle),
            static_cast<double>(sums.unavailable), static_cast<double>(sums.onIdleNodes),
            static_cast<double>(all.gpusWanted), sums.fragmentation(), static_cast<double>(sums.nodesUnavailable),
            static_cast<double>(all.running), static_cast<double>(all.pending), secondsOf(view.longestWait()),
            secondsOf(m_state.lasted)});
}

void SchedulerCollector::reportOne(Severity severity, std::uint32_t entity, const char* code, const std::string& text,
                                   TickWriter& tick)
{
    if (!m_words.has(1)) {
        ++m_unreported;
        return;
    }
    m_words.spend(1);
    tick.addEvent(severity, entity, code, text);
}

std::uint32_t SchedulerCollector::entityOf(const SchedulerUpdate& news) const
{
    const Entities* const entities = news.about == SchedulerUpdate::About::Job ? &m_jobs
        : news.about == SchedulerUpdate::About::Node                           ? &m_nodes
                                                                               : nullptr;
    if (entities == nullptr)
        return LayoutBuilder::node;
    const auto known = entities->find(news.subject);
    return known == entities->end() ? LayoutBuilder::node : known->second.index;
}

void SchedulerCollector::reportNews(TickWriter& tick)
{
    for (; !m_news.empty(); m_news.pop_front()) {
        const SchedulerUpdate& news = m_news.front();
        reportOne(news.severity, entityOf(news), news.code, m_title + ": " + news.text, tick);
    }
    if (m_unreported > 0 && m_words.has(1)) {
        const std::size_t unreported = std::exchange(m_unreported, 0);
        reportOne(Severity::Information, LayoutBuilder::node, codes::schedulerUnreported,
                  fmt::format("{}: {} not reported individually.", m_title,
                              counted(unreported, "more change was", "more changes were")),
                  tick);
    }
}

void SchedulerCollector::reportPieces(TickWriter& tick)
{
    const std::uint32_t lane = tick.nameIndex(allocationLane, nameOwner);
    for (const AllocationPiece& piece : std::exchange(m_pieces, {})) {
        const auto node = m_nodes.find(piece.node);
        if (node == m_nodes.end())
            continue;
        Span span;
        span.start = piece.start;
        span.end = piece.end;
        span.kind = piece.job.empty() ? SpanKind::Idle : SpanKind::Compute;
        span.entity = node->second.index;
        span.lane = lane;
        span.op = tick.nameIndex(piece.what, nameOwner);
        span.communicator = tick.nameIndex(piece.tenant, nameOwner);
        span.job
            = tick.nameIndex(piece.job.empty() || m_named.contains(piece.job) ? piece.job : unnamedJobs, nameOwner);
        span.step = piece.state;
        span.sequence = piece.which;
        span.bytes = piece.gpus;
        tick.addSpan(span);
    }
}

/// A single failure may be a restart; two are reported.
void SchedulerCollector::reportSilence(TimePoint now, TickWriter& tick)
{
    constexpr std::uint64_t minFailures = 2;
    const bool isSilent = m_state.failures >= minFailures;
    if (isSilent && (!m_isSilent || now - m_silenceReported >= silenceReportedAgain)) {
        m_silenceReported = now;
        reportOne(Severity::Warning, LayoutBuilder::node, codes::schedulerSilent,
                  SchedulerView::cleanText(
                      fmt::format("{} is not responding: {}. Its last values are no longer shown as current.", m_title,
                                  m_state.problem),
                      1000),
                  tick);
    } else if (!isSilent && m_isSilent && m_state.failures == 0) {
        reportOne(Severity::Information, LayoutBuilder::node, codes::schedulerBack, m_title + " is responding again.",
                  tick);
    } else if (!isSilent && m_state.failures > 0) {
        return;
    }
    m_isSilent = isSilent;
}

} // namespace lockstep
