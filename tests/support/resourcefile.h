// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <string>

namespace lockstep::test {

/// Contents of a resource that comes with the program: "drills/flapping-link.toml".
[[nodiscard]] inline std::string resourceFile(const std::string& path)
{
    return qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/resources/" + path;
}

} // namespace lockstep::test
