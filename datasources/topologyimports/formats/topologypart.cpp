// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/formats/topologypart.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <utility>

namespace lockstep {

namespace {

/// Signalling rate of one lane, as usually named and in /sys/class/infiniband.
constexpr auto laneGbps = std::to_array<std::pair<std::string_view, double>>({{"SDR", 2.5},
                                                                              {"DDR", 5},
                                                                              {"QDR", 10},
                                                                              {"FDR10", 10},
                                                                              {"FDR", 14},
                                                                              {"EDR", 25},
                                                                              {"HDR", 50},
                                                                              {"NDR", 100},
                                                                              {"XDR", 200}});
constexpr int usualWidth = 4;

double laneOf(std::string_view name)
{
    std::string upper(name);
    std::ranges::transform(upper, upper.begin(), [](unsigned char letter) { return std::toupper(letter); });
    const auto found
        = std::ranges::find(laneGbps, std::string_view(upper), &std::pair<std::string_view, double>::first);
    return found == laneGbps.end() ? 0 : found->second;
}

} // namespace

double infinibandGbps(std::string_view text)
{
    int width = 0;
    const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), width);
    if (problem != std::errc{} || width < 1 || width > 12 || rest == text.data() + text.size() || *rest != 'x')
        return 0;
    std::string_view speed = text.substr(static_cast<std::size_t>(rest - text.data()) + 1);
    speed.remove_prefix(std::min(speed.find_first_not_of(' '), speed.size()));
    return width * laneOf(speed);
}

double interfaceGbps(std::string_view type)
{
    constexpr std::string_view infiniband = "infiniband-";
    if (type.starts_with(infiniband))
        return usualWidth * laneOf(type.substr(infiniband.size()));
    double number = 0;
    const auto [rest, problem] = std::from_chars(type.data(), type.data() + type.size(), number);
    if (problem != std::errc{})
        return 0;
    const std::string_view unit = type.substr(static_cast<std::size_t>(rest - type.data()));
    if (unit.starts_with("gbase"))
        return number;
    return unit.starts_with("base") ? number / 1000 : 0;
}

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
