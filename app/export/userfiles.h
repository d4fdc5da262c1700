// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lockstep {

struct Incident;

/// Default path of this user's incident database; its folder need not exist.
[[nodiscard]] std::string userIncidentsFile();
[[nodiscard]] std::string userRecordingFolder();
/// Default folder for reports, inside the user's documents.
[[nodiscard]] std::string userReportsFolder();

/// "2026-03-01 Pump 2 lost flow.pdf": the incident's first day (UTC) and title, safe for file systems and shells.
[[nodiscard]] std::string reportFileName(const Incident& incident, const std::string& suffix);
/// The path for that name in a folder, numbered if the file exists.
[[nodiscard]] std::string freePath(const std::string& folder, const std::string& name);

} // namespace lockstep
