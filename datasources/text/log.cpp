// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/log.h"

#include "datasources/text/commandpage.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <sys/stat.h>

namespace lockstep {

namespace {

struct LevelNames
{
    std::string_view name;
    int priority; ///< syslog priority
};

constexpr std::array<LevelNames, 4> levels{{{"error", 3}, {"warning", 4}, {"info", 6}, {"debug", 7}}};

/// systemd provides device and inode of the stream that its journal reads.
bool isReadByJournal()
{
    const char* const stream = std::getenv("JOURNAL_STREAM"); // NOLINT(concurrency-mt-unsafe): not set at run time
    struct stat file
    { };
    return stream != nullptr && ::fstat(STDERR_FILENO, &file) == 0
        && fmt::format("{}:{}", file.st_dev, file.st_ino) == stream;
}

/// Escapes a message, which may quote a peer's data, to one line.
std::string escaped(std::string_view text, bool isJson)
{
    const std::string line = visibleLine(text);
    if (!isJson)
        return line;
    std::string out;
    for (const char c : line) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out;
}

} // namespace

Log::Log(const CommandInput& line) : m_least(Level::Info), m_form(isReadByJournal() ? Form::Journal : Form::Text)
{
    if (line.has("--log-json"))
        m_form = Form::Json;
    const std::string level = line.textOr("--log-level", "info");
    for (std::size_t at = 0; at < levels.size(); ++at) {
        if (levels[at].name == level)
            m_least = static_cast<Level>(at);
    }
}

void Log::write(Level level, std::string_view component, std::string_view message) const
{
    if (level > m_least)
        return;
    const std::string line = lineOf(level, component, message);
    std::fwrite(line.data(), 1, line.size(), stderr); // whole lines, because threads share the stream
}

std::string Log::lineOf(Level level, std::string_view component, std::string_view message) const
{
    const auto [name, priority] = levels[static_cast<std::size_t>(level)];
    if (m_form == Form::Journal)
        return fmt::format("<{}>{}: {}\n", priority, escaped(component, false), escaped(message, false));
    const std::string time = formatUtc(wallClockNow(), 3);
    if (m_form == Form::Json)
        return fmt::format("{{\"time\":\"{}\",\"level\":\"{}\",\"component\":\"{}\",\"message\":\"{}\"}}\n", time, name,
                           escaped(component, true), escaped(message, true));
    return fmt::format("{} {} {}: {}\n", time, name, escaped(component, false), escaped(message, false));
}

Log::Sink Log::sink(Level level, std::string component) const
{
    return [log = *this, level, component = std::move(component)](const std::string& message) {
        log.write(level, component, message);
    };
}

} // namespace lockstep
