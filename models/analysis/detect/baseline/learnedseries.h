// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/learnedbaselines.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"

#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// The baselines of one detector for the entities of one kind, by index. Begins with the values saved before a restart,
/// and saves once per minute. Without a place to save them, it only records when learning began. A plain value; one per
/// worker.
class LearnedSeries
{
public:
    /// @param baselines null: nothing is saved  @param quantity key in the baselines  @param words for people, such as
    /// "its usual flow"
    LearnedSeries(LearnedBaselines* baselines, const char* quantity, const char* words)
        : m_baselines(baselines), m_quantity(quantity), m_words(words)
    { }

    /// Call at each tick for each entity before learning from it.
    /// @param restore receives the saved values; returns false if they are invalid
    /// @param save returns the current ones; empty: nothing learned yet
    /// @param describe returns them for display
    template <class Restore, class Save, class Describe>
    void follow(const Topology& topology, EntityRef entity, TimePoint now, Derived& out, Restore&& restore, Save&& save,
                Describe&& describe)
    {
        if (m_kept.size() <= entity.index)
            m_kept.resize(entity.index + 1);
        Kept& its = m_kept[entity.index];
        if (its.since == TimePoint())
            its.since = its.next = now;
        if (m_baselines == nullptr || now < its.next)
            return;
        if (!its.isRecalled) {
            const std::vector<float> values = recall(topology, entity, now, its, out);
            if (!values.empty() && !restore(values))
                its.since = now;
            return;
        }
        std::vector<float> values = save();
        std::vector<BaselineRange> ranges = values.empty() ? std::vector<BaselineRange>() : describe();
        remember(topology, entity, now, its, std::move(values), std::move(ranges));
    }

    template <class Restore, class Save>
    void follow(const Topology& topology, EntityRef entity, TimePoint now, Derived& out, Restore&& restore, Save&& save)
    {
        follow(topology, entity, now, out, std::forward<Restore>(restore), std::forward<Save>(save),
               [] { return std::vector<BaselineRange>(); });
    }

    /// "; baseline learned over 28 min since 2026-11-20 02:14 UTC". @param seconds learning time
    [[nodiscard]] std::string text(EntityRef entity, float seconds) const;

private:
    static constexpr Duration saveInterval = std::chrono::minutes(1);
    static constexpr Duration timeout = std::chrono::seconds(30); ///< for a node's identity

    struct Kept
    {
        TimePoint since; ///< beginning of the learning time
        TimePoint next; ///< time of the next check
        TimePoint asked; ///< time of the first request for the identity
        bool isRecalled = false; ///< set even if nothing was saved
    };
    struct Dropped
    {
        std::string why;
        EntityRef first;
        std::size_t items = 0;
        TimePoint time;
    };

    [[nodiscard]] std::vector<float> recall(const Topology& topology, EntityRef entity, TimePoint now, Kept& its,
                                            Derived& out);
    void remember(const Topology& topology, EntityRef entity, TimePoint now, Kept& its, std::vector<float> values,
                  std::vector<BaselineRange> ranges) const;
    void reportDropped(const Topology& topology, Derived& out);

    LearnedBaselines* m_baselines;
    std::string m_quantity;
    std::string m_words;
    std::vector<Kept> m_kept; ///< by index of the entity
    std::vector<Dropped> m_dropped; ///< at one moment, by reason, for one event
};

/// Key of an entity in the baselines: its path with the cluster's name.
[[nodiscard]] std::string learnedPath(const Topology& topology, EntityRef entity);

/// The GPUs of an entity by model: "8 x H100"; for a rack or loop those of its first node with an identity. Empty:
/// unknown.
[[nodiscard]] std::string hardwareOf(const Topology& topology, EntityRef entity);

} // namespace lockstep
