// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/exportoptions.h"
#include "datasources/incidents/incidentdatabase.h"
#include "datasources/incidents/postmortem.h"
#include "datasources/reports/report.h"
#include "models/core/result.h"

#include <string>
#include <vector>

namespace lockstep {

/// The time zone by its system name ("Europe/Berlin", "UTC") or "local". An Error if unknown.
[[nodiscard]] Result<ReportZone> reportZone(const std::string& name);

/// Options of an incident export: contents, destination and redaction.
struct IncidentExport
{
    ExportFormat format = ExportFormat::Html;
    std::string path; ///< of the file to be written
    std::string recording; ///< folder or file that a bundle's data is copied from; empty: none
    bool hideSecrets = false; ///< tokens, keys and passwords in texts
    ExportOptions options;
};

/// Result of an export.
struct ExportOutcome
{
    std::uint64_t bytes = 0;
    std::string remark; ///< what the file lacks, as a sentence; empty: nothing
};

/// An incident with all its data, ready for export on any thread.
struct ExportedIncident
{
    PostMortem postMortem;
    std::vector<HistoryEntry> history;
};

[[nodiscard]] Result<ExportedIncident> loadExportedIncident(IncidentDatabase& database, IncidentKey incident);

/// Writes the file. An existing file is replaced only by a complete one. Blocks; any thread. PDF needs a
/// QGuiApplication.
[[nodiscard]] Result<ExportOutcome> exportIncident(ExportedIncident story, const IncidentExport& order);

/// The report as exported, for a preview.
[[nodiscard]] Report reportOf(PostMortem postMortem, const IncidentExport& order);

/// The beginning of the output in a data format; for a bundle, a summary.
[[nodiscard]] std::string previewText(const ExportedIncident& story, const IncidentExport& order, std::size_t maxBytes);

/// SHA-256 of a file in hexadecimal digits; empty if it cannot be read.
[[nodiscard]] std::string fileHash(const std::string& path);

} // namespace lockstep
