// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"

#include <deque>

#include <string>
#include <string_view>
#include <unordered_map>

namespace lockstep {

/// Interns names; id 0 is the empty name. Grows only, up to what a StoredSpan can refer to: every name after that is
/// one and the same "(other)", so that a source that invents names cannot exhaust the memory. GUI thread.
class NameTable
{
public:
    static constexpr std::size_t capacity = 65'536;
    static constexpr std::string_view overflowName = "(other)";

    NameTable();
    NameTable(const NameTable&) = delete; ///< the map's keys look into the names
    NameTable& operator=(const NameTable&) = delete;

    NameId intern(std::string_view name);
    [[nodiscard]] const std::string& name(NameId id) const { return m_names[id.value]; }
    [[nodiscard]] std::size_t size() const { return m_names.size(); }

private:
    std::deque<std::string> m_names; ///< stable addresses: the map's keys look into it
    std::unordered_map<std::string_view, NameId> m_ids;
};

} // namespace lockstep
