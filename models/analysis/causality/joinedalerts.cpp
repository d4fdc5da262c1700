// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/joinedalerts.h"

#include "models/analysis/causality/dependencygraph.h"
#include "models/core/work/jobqueue.h"
#include "models/core/work/workpace.h"
#include "models/store/clusterstore.h"

#include <QTimer>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

// Limits up to which findings are joined synchronously, which takes about a millisecond.
constexpr std::size_t maxSyncEvents = 200;
constexpr std::size_t maxSyncLanes = 640;

TimePoint secondOf(TimePoint moment)
{
    return std::chrono::floor<std::chrono::seconds>(moment);
}

std::vector<Alert> joinedAt(std::span<const DerivedEvent> events, const DependencyGraph& graph,
                            std::span<const Mute> mutes, TimePoint moment)
{
    std::vector<Alert> alerts = alertsAt(events, graph, moment);
    if (!mutes.empty())
        applyMutes(alerts, mutes, moment);
    return alerts;
}

} // namespace

/// Requests, known results, and the thread that joins findings.
class JoinedAlerts::CauseAttributor
{
public:
    CauseAttributor(const ClusterStore& store, std::function<void()> tell) : m_store(store), m_tell(std::move(tell)) { }

    /// Only checks for changes.
    std::uint64_t version()
    {
        const SpanStore& spans = m_store.spans();
        if (m_lanesOf != spans.generation()) { // entities have moved since then
            m_answers = {};
            m_minVersion = m_version + 1;
        }
        if (m_topology != m_store.topology() || m_lanes != spans.lanes().size() || m_lanesOf != spans.generation()) {
            m_topology = m_store.topology();
            m_lanes = spans.lanes().size();
            m_lanesOf = spans.generation();
            m_graph.reset();
            ++m_version;
        }
        if (m_reported != m_store.reported().version()) {
            m_reported = m_store.reported().version();
            m_events.reset();
            ++m_version;
        }
        return m_version;
    }

    void setMutes(std::vector<Mute> mutes)
    {
        if (mutes == m_mutes)
            return;
        m_mutes = std::move(mutes);
        ++m_version;
        m_tell();
    }

    void setFilter(std::function<void(std::vector<Alert>&)> filter)
    {
        m_filter = std::move(filter);
        ++m_version;
        m_tell();
    }

    [[nodiscard]] bool isFiltered() const { return m_filter != nullptr; }

    const std::vector<Alert>& filteredAt(TimePoint moment)
    {
        const std::vector<Alert>& all = at(moment);
        if (!m_filter)
            return all;
        m_filtered = all;
        m_filter(m_filtered);
        return m_filtered;
    }

    const std::vector<Alert>& at(TimePoint moment)
    {
        const std::uint64_t current = version();
        const auto answers = [&](const Question& each) {
            return each.version == current && each.moment <= moment && secondOf(each.moment) == secondOf(moment);
        };
        const auto known = std::ranges::find_if(m_answers, answers);
        if (known != m_answers.end()) {
            std::rotate(m_answers.begin(), known, known + 1);
            return m_answers.front().alerts;
        }
        if (!m_joining && isLittle()) {
            prepare();
            keep({{current, moment}, joinedAt(*m_events, m_graph->graph, m_mutes, moment)});
            return m_answers.front().alerts;
        }
        if (!m_joining || !answers(*m_joining))
            m_wanted = moment;
        start();
        return nearest(moment);
    }

    [[nodiscard]] bool hasNothing() const
    {
        return std::ranges::all_of(m_answers, [](const Answer& each) { return each.version == 0; });
    }

private:
    /// A graph and its inputs. It caches while it is used, so only one thread may use it at a time.
    struct Graph
    {
        explicit Graph(const ClusterStore& store)
            : topology(store.topology()), jobs(observedJobs(store.spans())), graph(*topology, jobs)
        { }

        const TopologyPtr topology;
        const ObservedJobs jobs;
        DependencyGraph graph;
    };
    struct Question
    {
        std::uint64_t version = 0; ///< 0: none
        TimePoint moment;
    };
    struct Answer : Question
    {
        std::vector<Alert> alerts;
    };

    [[nodiscard]] bool isLittle() const
    {
        return m_lanes <= maxSyncLanes && m_store.reported().size() <= maxSyncEvents;
    }

    void prepare()
    {
        if (!m_graph)
            m_graph = std::make_shared<Graph>(m_store);
        if (!m_events)
            m_events = std::make_shared<const std::vector<DerivedEvent>>(m_store.reported().events());
    }

    void keep(Answer answer)
    {
        std::rotate(m_answers.begin(), m_answers.end() - 1, m_answers.end());
        m_answers.front() = std::move(answer);
    }

    /// The nearest known result, without alerts that were raised later.
    const std::vector<Alert>& nearest(TimePoint moment)
    {
        const Answer* best = m_answers.data();
        for (const Answer& each : m_answers) {
            const bool isNearer = best->version == 0
                || std::chrono::abs(each.moment - moment) < std::chrono::abs(best->moment - moment);
            if (each.version != 0 && isNearer)
                best = &each;
        }
        m_nearest = best->alerts;
        std::erase_if(m_nearest, [moment](const Alert& each) { return each.raisedAt > moment; });
        return m_nearest;
    }

    /// Starts one computation at a time, and paces them to leave CPU time to other threads.
    void start()
    {
        if (m_joining || !m_wanted)
            return;
        if (const auto wait = m_pace.wait(WorkPace::Clock::now()); wait > WorkPace::Clock::duration()) {
            if (!m_isTimed)
                QTimer::singleShot(std::chrono::ceil<std::chrono::milliseconds>(wait), &m_here, [this] {
                    m_isTimed = false;
                    start();
                });
            m_isTimed = true;
            return;
        }
        const std::uint64_t current = version();
        prepare();
        m_joining = Question{current, *std::exchange(m_wanted, std::nullopt)};
        m_pace.begin(WorkPace::Clock::now());
        m_worker.add([this, graph = m_graph, events = m_events, mutes = m_mutes,
                      question = *m_joining](const std::stop_token&) {
            auto answer
                = std::make_shared<Answer>(Answer{question, joinedAt(*events, graph->graph, mutes, question.moment)});
            QMetaObject::invokeMethod(
                &m_here, [this, answer = std::move(answer)] { finish(std::move(*answer)); }, Qt::QueuedConnection);
        });
    }

    void finish(Answer answer)
    {
        m_joining.reset();
        m_pace.end(WorkPace::Clock::now());
        version();
        if (answer.version >= m_minVersion)
            keep(std::move(answer));
        start();
        m_tell();
    }

    const ClusterStore& m_store;
    const std::function<void()> m_tell;
    TopologyPtr m_topology;
    std::size_t m_lanes = 0;
    std::uint64_t m_lanesOf = 0; ///< generation of the lanes
    std::uint64_t m_reported = 0; ///< version
    std::uint64_t m_version = 1;
    std::uint64_t m_minVersion = 1; ///< oldest version whose results are still valid
    std::shared_ptr<Graph> m_graph; ///< null: to be built
    std::shared_ptr<const std::vector<DerivedEvent>> m_events; ///< null: to be copied
    std::vector<Mute> m_mutes;
    std::array<Answer, 4> m_answers; ///< for now and for the moment shown, the latest first
    std::function<void(std::vector<Alert>&)> m_filter; ///< null: none
    std::vector<Alert> m_filtered;
    std::vector<Alert> m_nearest; ///< returned while the exact result is computed
    std::optional<TimePoint> m_wanted;
    WorkPace m_pace{WorkPace::following};
    std::optional<Question> m_joining;
    bool m_isTimed = false;
    QObject m_here; ///< receives results from the worker
    JobQueue m_worker; ///< last
};

JoinedAlerts::JoinedAlerts(const ClusterStore& store, QObject* parent)
    : QObject(parent), m_joiner(std::make_unique<CauseAttributor>(store, [this] { Q_EMIT joined(); }))
{ }

JoinedAlerts::~JoinedAlerts() = default;

const std::vector<Alert>& JoinedAlerts::at(TimePoint moment) const
{
    return m_joiner->filteredAt(moment);
}

const std::vector<Alert>& JoinedAlerts::allAt(TimePoint moment) const
{
    return m_joiner->at(moment);
}

void JoinedAlerts::setFilter(std::function<void(std::vector<Alert>&)> filter)
{
    m_joiner->setFilter(std::move(filter));
}

bool JoinedAlerts::isFiltered() const
{
    return m_joiner->isFiltered();
}

bool JoinedAlerts::isFirstResultPending() const
{
    return m_joiner->hasNothing();
}

void JoinedAlerts::setMutes(std::vector<Mute> mutes)
{
    m_joiner->setMutes(std::move(mutes));
}

std::uint64_t JoinedAlerts::version() const
{
    return m_joiner->version();
}

} // namespace lockstep

#include "moc_joinedalerts.cpp"
