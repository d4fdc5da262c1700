// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace lockstep {

/// Interns names; id 0 is the empty name. Grows only. GUI thread.
class NameTable
{
public:
    NameTable();

    NameId intern(std::string_view name);
    [[nodiscard]] const std::string& name(NameId id) const { return m_names[id.value]; }
    [[nodiscard]] std::size_t size() const { return m_names.size(); }

private:
    std::deque<std::string> m_names; ///< stable addresses: the map's keys look into it
    std::unordered_map<std::string_view, NameId> m_ids;
};

} // namespace lockstep
