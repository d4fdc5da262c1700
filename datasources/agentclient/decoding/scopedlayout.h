// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/nodelayout.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// A node's layout, and the part of it that is accepted. Entities of others are replaced by the node and their values
/// dropped, so that indices stay valid. About other nodes only scheduler data is accepted. A plain value.
class ScopedLayout
{
public:
    using Layout = std::shared_ptr<const NodeLayout>;
    /// Why an entity is not the node's to report; empty: it is. A job is reported by its scheduler and its ranks on
    /// different nodes; the scheduler is judged under a name of its own.
    using Judge = std::function<std::string(EntityKind kind, const std::string& name)>;

    /// @param node the name that the node goes by, whatever the layout calls it
    ScopedLayout(Layout sent, std::string node);

    [[nodiscard]] const Layout& sent() const { return m_sent; }
    [[nodiscard]] const Layout& taken() const { return m_taken; }
    [[nodiscard]] bool hasClusterEntities() const; ///< entities that belong to no node

    /// Judges anew. @return what is refused, in words; empty: nothing, or nothing else than before
    [[nodiscard]] std::string judge(const Judge& judge);

    /// Leaves out of a tick's values those that are not taken.
    void trim(std::vector<float>& values) const;

private:
    struct Voices
    {
        bool asScheduler = false;
        bool asAnother = false;
    };
    [[nodiscard]] std::vector<Voices> voices() const; ///< by entity
    [[nodiscard]] bool isTaken(std::uint32_t metric, std::uint32_t entity) const;
    void leaveOut();

    Layout m_sent;
    Layout m_taken;
    std::string m_node;
    bool m_saysTooMuch = false; ///< about other nodes, whoever owns them
    std::vector<bool> m_isRefused; ///< by entity; empty: none
    std::vector<std::uint32_t> m_kept; ///< values, where not all are
};

} // namespace lockstep
