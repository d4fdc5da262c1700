// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recordingtier.h"
#include "models/core/time.h"

#include <QString>

namespace lockstep {

struct LiveSources;

/// Where live data is recorded, and how much of it. The default location has a separate folder for each source, so that
/// simulated and real data are never mixed. A folder that the user names accepts any source. A plain value.
class RecordFolder
{
public:
    RecordFolder() = default; ///< no recording
    [[nodiscard]] static RecordFolder named(const QString& path);
    /// @param data the user's data folder for Lockstep
    [[nodiscard]] static RecordFolder usersOwn(const QString& data);

    /// The folder for these sources; empty: not recorded.
    /// @param begin start of the run: each exercise has its own folder
    [[nodiscard]] QString pathFor(const LiveSources& sources, TimePoint begin) const;
    [[nodiscard]] const RecordingLimits& limits() const { return m_limits; }
    void setLimits(const RecordingLimits& limits) { m_limits = limits; }

private:
    RecordingLimits m_limits;
    QString m_path;
    bool m_isUsersOwn = false;
};

} // namespace lockstep
