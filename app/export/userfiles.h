// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lockstep {

struct Incident;

/// Where this user's incidents are kept by default; its folder need not exist yet.
[[nodiscard]] std::string userIncidentsFile();
/// Where this user's dashboard records by default.
[[nodiscard]] std::string userRecordingFolder();
/// Where this user's reports go by default: among the documents.
[[nodiscard]] std::string userReportsFolder();

/// "2026-03-01 Pump 2 lost flow.pdf": the day on which the incident began (UTC) and its title, as any file system and
/// any shell can bear it.
[[nodiscard]] std::string reportFileName(const Incident& incident, const std::string& suffix);
/// The path of that name in a folder; with a number where there is such a file already.
[[nodiscard]] std::string freePath(const std::string& folder, const std::string& name);

} // namespace lockstep
