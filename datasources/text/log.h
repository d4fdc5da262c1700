// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace lockstep {

struct CommandInput;

/// Messages of a running program to its operator, on standard error: one line each, with time (UTC), level and
/// component. Under systemd's journal, which adds the time itself, a line begins with the priority instead. Any thread.
class Log
{
public:
    enum class Level { Error, Warning, Info, Debug };
    using Sink = std::function<void(const std::string& message)>;

    /// Uses --log-level and --log-json.
    explicit Log(const CommandInput& line);

    void write(Level level, std::string_view component, std::string_view message) const;
    void error(std::string_view component, std::string_view message) const { write(Level::Error, component, message); }
    void warning(std::string_view component, std::string_view message) const
    {
        write(Level::Warning, component, message);
    }
    void info(std::string_view component, std::string_view message) const { write(Level::Info, component, message); }

    /// For code that reports to a function.
    [[nodiscard]] Sink sink(Level level, std::string component) const;

private:
    enum class Form { Text, Json, Journal };
    [[nodiscard]] std::string lineOf(Level level, std::string_view component, std::string_view message) const;

    Level m_least;
    Form m_form;
};

} // namespace lockstep
