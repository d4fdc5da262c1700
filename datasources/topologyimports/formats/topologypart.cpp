// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/formats/topologypart.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace lockstep {

void TopologyNotes::add(std::size_t line, std::string text)
{
    if (++m_count <= maxKept)
        m_kept.push_back({line, std::move(text)});
}

std::string_view hostPart(std::string_view name)
{
    const auto isAddress = [](unsigned char letter) {
        return std::isdigit(letter) != 0 || letter == '.' || letter == ':';
    };
    return std::ranges::all_of(name, isAddress) ? name : name.substr(0, name.find('.'));
}

std::string stemOf(const std::string& path)
{
    return std::filesystem::path(path).stem().string();
}

} // namespace lockstep
