// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/nodelayout.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// A layout as a node sent it, and what of it is taken: not what it says of entities outside itself that are another's
/// to report. In their place stands the node, and their values are left out, so that everything else keeps its place.
/// A plain value.
class ScopedLayout
{
public:
    using Layout = std::shared_ptr<const NodeLayout>;
    /// Why an entity is not the node's to report; empty: it is.
    using Judge = std::function<std::string(EntityKind kind, const std::string& name)>;

    /// @param node the name that the node goes by, whatever the layout calls it
    ScopedLayout(Layout sent, std::string node) : m_sent(std::move(sent)), m_taken(m_sent), m_node(std::move(node)) { }

    [[nodiscard]] const Layout& sent() const { return m_sent; }
    [[nodiscard]] const Layout& taken() const { return m_taken; }
    [[nodiscard]] bool hasClusterEntities() const; ///< entities that belong to no node

    /// Judges anew. @return what is refused, in words; empty: nothing, or nothing else than before
    [[nodiscard]] std::string judge(const Judge& judge);

    /// Leaves out of a tick's values those that are not taken.
    void trim(std::vector<float>& values) const;

private:
    void leaveOut(const std::vector<bool>& isRefused);

    Layout m_sent;
    Layout m_taken;
    std::string m_node;
    std::vector<bool> m_isRefused; ///< by entity; empty: none
    std::vector<std::uint32_t> m_kept; ///< values, where not all are
};

} // namespace lockstep
