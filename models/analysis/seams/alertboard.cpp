// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/seams/alertboard.h"

#include "models/analysis/seams/seamgraph.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <optional>

namespace lockstep {

/// What is made anew only when it has changed.
struct AlertBoard::Kept
{
    TopologyPtr topology;
    std::size_t lanes = 0;
    std::uint64_t generation = 0; ///< of the lanes
    ObservedJobs jobs;
    std::optional<SeamGraph> graph;
    std::uint64_t told = 0; ///< version
    std::vector<DerivedEvent> events;
    std::uint64_t version = 1;

    void follow(const ClusterStore& store)
    {
        const SpanStore& spans = store.spans();
        const bool isSameGraph = graph && topology == store.topology() && lanes == spans.lanes().size()
            && generation == spans.generation();
        if (!isSameGraph) {
            graph.reset();
            topology = store.topology();
            lanes = spans.lanes().size();
            generation = spans.generation();
            jobs = observedJobs(spans);
            graph.emplace(*topology, jobs);
            ++version;
        }
        if (told != store.told().version()) {
            told = store.told().version();
            events = store.told().events();
            ++version;
        }
    }
};

AlertBoard::AlertBoard(const ClusterStore& store) : m_store(store), m_kept(std::make_unique<Kept>()) { }

AlertBoard::~AlertBoard() = default;

const std::vector<Alert>& AlertBoard::at(TimePoint moment) const
{
    const std::uint64_t current = version();
    const auto known = std::ranges::find_if(m_answers, [&](const Answer& each) {
        return each.version == current && each.moment <= moment
            && std::chrono::floor<std::chrono::seconds>(each.moment)
            == std::chrono::floor<std::chrono::seconds>(moment);
    });
    if (known == m_answers.end())
        m_answers.back() = {current, moment, alertsAt(m_kept->events, *m_kept->graph, moment)};
    if (known != m_answers.begin())
        std::swap(m_answers.front(), m_answers.back());
    return m_answers.front().alerts;
}

std::uint64_t AlertBoard::version() const
{
    m_kept->follow(m_store);
    return m_kept->version;
}

} // namespace lockstep
