// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/nodelayout.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// The accepted part of a node's layout. Only data from schedulers is accepted for other nodes. Any other entity of
/// another node is replaced by the reporting node, so that indices stay valid, and the entity's values are dropped. A
/// plain value.
class ScopedLayout
{
public:
    using Layout = std::shared_ptr<const NodeLayout>;
    /// Returns why the node may not report an entity; empty if it may. A job is reported by its scheduler and by its
    /// ranks, on different nodes; the scheduler is judged under a separate name.
    using Judge = std::function<std::string(EntityKind kind, const std::string& name)>;

    /// @param node name of the node, regardless of the layout
    ScopedLayout(Layout sent, std::string node);

    [[nodiscard]] const Layout& sent() const { return m_sent; }
    [[nodiscard]] const Layout& taken() const { return m_taken; }
    [[nodiscard]] bool hasClusterEntities() const; ///< entities that belong to no node

    /// Judges again. @return newly rejected entities as text, except jobs without values; empty: none
    [[nodiscard]] std::string judge(const Judge& judge);

    /// Removes rejected values of a tick.
    void trim(std::vector<float>& values) const;

private:
    struct Reporters
    {
        bool asScheduler = false;
        bool asAnother = false;
    };
    [[nodiscard]] std::vector<Reporters> reporters() const; ///< by entity
    [[nodiscard]] bool isTaken(std::uint32_t metric, std::uint32_t entity) const;
    void leaveOut();

    Layout m_sent;
    Layout m_taken;
    std::string m_node;
    bool m_exceedsScope = false; ///< reports about other nodes, regardless of ownership
    std::vector<bool> m_isRefused; ///< by entity; empty: none rejected
    std::vector<std::uint32_t> m_kept; ///< indices of accepted values, if not all are
};

} // namespace lockstep
