// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/ingest/nametable.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

struct Span;

/// Maps the names of one node's stream to ids of a table. A name is added to the table when a span uses it, because a
/// node's list grows as long as its agent runs. A value; used by the table's thread.
class NodeNames
{
public:
    using Ids = std::shared_ptr<const std::vector<NameId>>;

    /// The stream's list from now on. A list nearly always grows at its end: what stayed the same stays mapped.
    void set(const std::shared_ptr<const std::vector<std::string>>& names);
    [[nodiscard]] bool isEmpty() const { return m_names == nullptr; }
    /// By the stream's own indices; adds the names that these spans use; invalid: not used by a span yet. Null: the
    /// stream has sent no names.
    [[nodiscard]] const Ids& idsFor(std::span<const Span> spans, NameTable& table, NameTable::Owner owner);
    /// The table has new ids: what was known by the old ones is looked up again.
    void forget();
    /// An event about the node, once: no room for more of its names.
    [[nodiscard]] std::optional<Event> takeNotice(TimePoint now);

private:
    std::shared_ptr<const std::vector<std::string>> m_names; ///< as the stream spells them
    Ids m_ids; ///< as many
    std::uint64_t m_refused = 0; ///< not reported yet
    bool m_hasReported = false;
};

} // namespace lockstep
