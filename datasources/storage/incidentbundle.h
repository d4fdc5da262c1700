// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/storage/exportoptions.h"
#include "datasources/storage/postmortem.h"
#include "datasources/storage/recording.h"

#include <string>
#include <vector>

namespace lockstep {

/// A bundle: one SQLite file with an incident, all that belongs to it and, when there is a recording of its time, the
/// recording; in the same tables as everywhere, so that another Lockstep opens it with everything in place.

/// What of a recording goes along: the incident and some time before and after it.
[[nodiscard]] TimeRange bundleRange(const Incident& incident);

/// Writes a new file; one that is there is replaced only once the new one is complete.
/// @param history may be empty, as when names are hidden
/// @param recording of which bundleRange() is copied in; null: none. It has names in it that nobody hides
Status writeBundle(const PostMortem& postMortem, const std::vector<HistoryEntry>& history, const std::string& path,
                   const ExportOptions& options, Recording* recording = nullptr);

/// What a file has in it; an Error when it is no SQLite file.
struct BundleContents
{
    bool hasRecording = false;
    bool hasIncidents = false;
};
[[nodiscard]] Result<BundleContents> bundleContents(const std::string& path);

/// Takes all incidents of a bundle into @p into. What is there already becomes as the bundle has it, with the
/// difference in its history; what is the same stays untouched.
[[nodiscard]] Result<std::vector<IncidentKey>> importBundle(const std::string& path, IncidentDatabase& into,
                                                            const std::string& author, TimePoint now);

} // namespace lockstep
