// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/exportoptions.h"
#include "datasources/incidents/postmortem.h"
#include "datasources/recording/recording.h"

#include <stop_token>
#include <string>
#include <vector>

namespace lockstep {

/// Copies a range of a recording to a new file with the same tables, so that it opens as a recording. Columns are
/// copied in whole blocks, so up to 63 more ticks on each side; blocks of only one segment are copied without
/// unpacking. Clocks, states and identities of the time are included.
/// @return an Error if the recording has no data in @p range, or on cancellation; the file is then unusable
[[nodiscard]] Status extractRecording(Recording& from, TimeRange range, const std::string& path,
                                      const ExportOptions& options);

/// A bundle is one SQLite file with an incident, all data that belongs to it and, if one exists, the recording of its
/// time. It has the same tables as other files, so that another Lockstep can open all of it.

/// The range of the recording to include: the incident and some time before and after it.
[[nodiscard]] TimeRange bundleRange(const Incident& incident);

/// Writes a new file. An existing file is replaced once the new one is complete.
/// @param history may be empty, for example when names are hidden
/// @param recording bundleRange() of it is copied, with its names; null: none
Status writeBundle(const PostMortem& postMortem, const std::vector<HistoryEntry>& history, const std::string& path,
                   const ExportOptions& options, Recording* recording = nullptr);

/// Kinds of data that a file contains.
struct BundleContents
{
    bool hasRecording = false;
    bool hasIncidents = false;
};
/// An Error if the file is not an SQLite file.
[[nodiscard]] Result<BundleContents> bundleContents(const std::string& path, const std::stop_token& stop = {});

/// Writes an incident with all related data within a transaction; existing data is replaced.
Status writePostMortem(Database& database, const PostMortem& postMortem, const std::vector<HistoryEntry>& history);

} // namespace lockstep
