// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/tomltable.h"

#include <QByteArray>
#include <QTest>

#include <string>
#include <vector>

namespace lockstep::test {

/// The targets of a text as an agent's configuration has them.
template <class Options>
[[nodiscard]] Result<std::vector<Options>> readTargets(Result<std::vector<Options>> (*reader)(TomlTable&,
                                                                                              const std::string&),
                                                       const std::string& text)
{
    const Result<toml::table> top = parseToml(text, "agent.toml");
    if (!top.isOk())
        return top.error();
    TomlTable table(top.value(), "agent.toml", "the agent configuration");
    return reader(table, "agent.toml");
}

/// Checks that these are rejected with an error that names the line.
template <class Options>
void checkRefused(const Result<std::vector<Options>>& targets, const QByteArray& words)
{
    QVERIFY(!targets.isOk());
    const std::string& message = targets.error().message;
    QVERIFY2(message.starts_with("agent.toml:") && message.find(words.toStdString()) != std::string::npos,
             message.c_str());
}

} // namespace lockstep::test
