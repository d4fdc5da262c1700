// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/opening/viewlink.h"

#include "models/core/visibletext.h"

#include <QByteArray>
#include <QList>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

namespace lockstep {

namespace {

constexpr std::string_view begin = "lockstep://view?";
constexpr std::size_t longest = 4096;
constexpr std::array<std::string_view, 8> names{"replay", "prometheus", "workspace", "from",
                                                "to",     "at",         "metric",    "select"};
constexpr std::size_t sources = 2; ///< the first of these

/// Excerpt of a link for an error.
std::string shown(std::string_view text)
{
    constexpr std::size_t most = 60;
    return visibleLine(text.size() > most ? std::string(text.substr(0, most)) + "..." : std::string(text));
}

} // namespace

std::string makeViewLink(const std::vector<LinkPart>& parts)
{
    std::string link(begin);
    for (const auto& [name, value] : parts) {
        link += link.size() > begin.size() ? "&" : "";
        link += name + '=' + QByteArray::fromStdString(value).toPercentEncoding("/:").toStdString();
    }
    return link;
}

Result<std::vector<std::string>> optionsOfViewLink(const std::string& link)
{
    if (link.size() > longest)
        return Error{fmt::format("The link is longer than {} characters", longest)};
    if (!link.starts_with(begin))
        return Error{fmt::format("Unknown link \"{}\": expected {}...", shown(link), begin)};
    std::vector<std::string> options;
    std::set<std::string, std::less<>> seen;
    for (const QByteArray& part : QByteArray::fromStdString(link.substr(begin.size())).split('&')) {
        const qsizetype equals = std::max<qsizetype>(0, part.indexOf('='));
        const std::string name = part.left(equals).toStdString();
        if (std::ranges::find(names, name) == names.end())
            return Error{fmt::format("Unknown parameter \"{}\" in the link; expected one of {}",
                                     shown(part.toStdString()), fmt::join(names, ", "))};
        if (!seen.insert(name).second)
            return Error{fmt::format("The link has the parameter \"{}\" more than once", name)};
        const std::string value = QByteArray::fromPercentEncoding(part.mid(equals + 1)).toStdString();
        if (value.empty() || visibleLine(value) != value)
            return Error{
                fmt::format("The parameter \"{}\" of the link is empty or contains invisible characters", name)};
        if (name == "replay" && value.front() != '/')
            return Error{fmt::format("The path \"{}\" of the recording in the link is not absolute", shown(value))};
        options.push_back("--" + name + '=' + value);
    }
    const auto given = std::count_if(names.begin(), names.begin() + sources,
                                     [&](std::string_view source) { return seen.contains(source); });
    if (given != 1)
        return Error{"The link must name exactly one data source: replay or prometheus"};
    return options;
}

} // namespace lockstep
