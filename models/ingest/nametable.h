// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/ids.h"

#include <deque>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

struct Span;

/// Interns names; id 0 is the empty name. Limited to the ids that a StoredSpan can hold: further names become
/// "(other)". Each source has a share, so that a source that invents names affects only its own. Because jobs come and
/// go, the owner calls keepOnly() with the names in use once it isCrowded(). One thread.
class NameTable
{
public:
    static constexpr std::size_t capacity = 65'536;
    static constexpr std::string_view overflowName = "(other)";

    NameTable();
    NameTable(const NameTable&) = delete; ///< the map's keys refer to the names
    NameTable& operator=(const NameTable&) = delete;

    /// The source of a name.
    struct Owner
    {
        std::uint32_t node = 0; ///< index
        SourceId source; ///< source of the node
    };
    /// @param owner none: unlimited
    NameId intern(std::string_view name, std::optional<Owner> owner = std::nullopt);
    /// Number of names that became "(other)" since the last call.
    [[nodiscard]] std::uint64_t takeRefused() { return std::exchange(m_refused, 0); }
    /// @param id the empty name if it was forgotten
    [[nodiscard]] const std::string& name(NameId id) const { return m_names[id.value < m_names.size() ? id.value : 0]; }
    [[nodiscard]] std::size_t size() const { return m_names.size(); }
    /// Three quarters of the table are used, or half of the share of a source.
    [[nodiscard]] bool isCrowded() const { return m_isCrowded || m_names.size() > capacity / 4 * 3; }
    /// Forgets all other names and resets the shares.
    /// @param isUsed by old id  @return new ids by old ones; invalid: forgotten
    std::vector<NameId> keepOnly(const std::vector<bool>& isUsed);

private:
    std::deque<std::string> m_names; ///< stable addresses: the map's keys refer to it
    std::unordered_map<std::string_view, NameId> m_ids;
    [[nodiscard]] bool hasRoomFor(Owner owner);

    std::unordered_map<std::uint32_t, std::size_t> m_broughtByNode; ///< number of names
    std::unordered_map<std::uint32_t, std::size_t> m_broughtBySource;
    std::uint64_t m_refused = 0;
    bool m_isCrowded = false;
};

/// Maps the names of one node's stream to ids of a table. A name is added to the table when a span uses it, because a
/// node's list grows as long as its agent runs. A value; used by the table's thread.
class NodeNames
{
public:
    using Ids = std::shared_ptr<const std::vector<NameId>>;

    /// Sets the stream's list. It usually grows at the end; the mapping of unchanged names is kept.
    void set(const std::shared_ptr<const std::vector<std::string>>& names);
    [[nodiscard]] bool isEmpty() const { return m_names == nullptr; }
    /// Ids by the stream's own name indices; adds the names that these spans use. Invalid: no span uses the name yet;
    /// the empty name, index 0, is always known. Null: the stream has sent no names.
    [[nodiscard]] const Ids& idsFor(std::span<const Span> spans, NameTable& table, NameTable::Owner owner);
    /// Call when the table has new IDs, so that names are looked up again.
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
