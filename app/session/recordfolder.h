// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <QString>

namespace lockstep {

struct LiveSources;

/// Where live data is recorded. A folder named by the user takes any source. The default location uses a separate
/// folder per source, so that simulated data is never mixed with real data. A plain value.
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

private:
    QString m_path;
    bool m_isUsersOwn = false;
};

} // namespace lockstep
