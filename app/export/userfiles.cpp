// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/userfiles.h"

#include "datasources/reports/exporttext.h"
#include "models/core/visibletext.h"
#include "models/incidents/incident.h"

#include <QStandardPaths>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <filesystem>

namespace lockstep {

namespace {

std::string inUserFolder(const char* name)
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation).toStdString() + "/lockstep/" + name;
}

/// Title as words separated by blanks, without characters special to file systems.
std::string bearable(const std::string& title)
{
    constexpr std::string_view illegalCharacters = "/\\:*?\"<>|;'`$&!\n\t";
    std::string name;
    for (const char c : visibleText(title)) {
        const bool isGap = c == ' ' || illegalCharacters.find(c) != std::string_view::npos;
        if (!isGap)
            name += c;
        else if (!name.empty() && name.back() != ' ')
            name += ' ';
    }
    // Replace thin and non-breaking spaces, which are hard to type.
    for (const std::string_view thin : {"\u2009", "\u202F", "\u00A0"}) {
        for (std::size_t at = name.find(thin); at != std::string::npos; at = name.find(thin))
            name.replace(at, thin.size(), " ");
    }
    constexpr std::size_t longest = 80;
    if (name.size() > longest) {
        std::size_t end = name.rfind(' ', longest);
        for (end = end == std::string::npos ? longest : end; (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U;)
            --end; // do not cut a character
        name.resize(end);
    }
    while (!name.empty() && (name.back() == ' ' || name.back() == '.' || name.back() == ','))
        name.pop_back();
    return name;
}

} // namespace

std::string userIncidentsFile()
{
    return inUserFolder("incidents.sqlite");
}

std::string userRecordingFolder()
{
    return inUserFolder("recording");
}

std::string userReportsFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation).toStdString() + "/Lockstep";
}

std::string reportFileName(const Incident& incident, const std::string& suffix)
{
    const auto day = std::chrono::floor<std::chrono::seconds>(incident.range.from);
    const std::string title = bearable(incident.title);
    return fmt::format("{:%Y-%m-%d} {}.{}", fmt::gmtime(std::chrono::system_clock::to_time_t(day)),
                       title.empty() ? "Incident" : title, suffix);
}

std::string freePath(const std::string& folder, const std::string& name)
{
    const std::filesystem::path wanted = std::filesystem::path(folder) / name;
    std::filesystem::path path = wanted;
    std::error_code error;
    for (int number = 2; std::filesystem::exists(path, error) && number < 1000; ++number)
        path = std::filesystem::path(folder)
            / fmt::format("{} ({}){}", wanted.stem().string(), number, wanted.extension().string());
    return path.string();
}

} // namespace lockstep
