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

    /// Sets the stream's list. It usually grows at the end; the mapping of unchanged names is kept.
    void set(const std::shared_ptr<const std::vector<std::string>>& names);
    [[nodiscard]] bool isEmpty() const { return m_names == nullptr; }
    /// Ids by the stream's own indices; adds the names that these spans use. Invalid: not used by a span yet. Null: the
    /// stream has sent no names.
    [[nodiscard]] const Ids& idsFor(std::span<const Span> spans, NameTable& table, NameTable::Owner owner);
    /// The table has new ids: names are looked up again.
    void forget();
    /// An event that reports, once, that there is no room for more names of the node.
    [[nodiscard]] std::optional<Event> takeNotice(TimePoint now);

private:
    std::shared_ptr<const std::vector<std::string>> m_names; ///< as sent by the stream
    Ids m_ids; ///< one per name
    std::uint64_t m_refused = 0; ///< not yet reported
    bool m_hasReported = false;
};

} // namespace lockstep
