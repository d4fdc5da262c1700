// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/incidentdatabase.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep {

/// How to treat incidents of a bundle that differ from stored ones. New incidents are always imported; stored ones are
/// never deleted.
enum class BundleChoice : std::uint8_t {
    Newest, ///< the bundle's if it claims a later change, not in the future
    Bundle, ///< the version of the bundle, regardless of its age
    Mine, ///< change nothing
};

struct BundleImport
{
    std::string author; ///< who imports it
    TimePoint now;
    BundleChoice choice = BundleChoice::Newest;
    std::string fingerprint{}; ///< of the file, noted in the history; may be empty
    std::stop_token stop{};
};

/// An incident that differs between the bundle and the database.
struct BundleDifference
{
    IncidentKey key;
    std::string title; ///< here
    TimePoint changedHere;
    TimePoint changedThere; ///< as the bundle claims
    friend bool operator==(const BundleDifference&, const BundleDifference&) = default;
};

/// Effects of importing a bundle.
struct BundlePlan
{
    std::size_t added = 0; ///< incidents
    std::size_t same = 0;
    std::vector<BundleDifference> differing; ///< a choice is required
};
[[nodiscard]] Result<BundlePlan> planImport(const std::string& path, IncidentDatabase& into,
                                            const std::stop_token& stop = {});

/// Imports all incidents of a bundle into @p into, or none: a note or picture that belongs to another incident here is
/// rejected. History of a new incident is marked as the bundle's claim.
/// @return all incidents of the bundle
[[nodiscard]] Result<std::vector<IncidentKey>> importBundle(const std::string& path, IncidentDatabase& into,
                                                            const BundleImport& how);

} // namespace lockstep
