// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/watch/silencewatch.h"
#include "models/store/analysis.h"

namespace lockstep {

/// Reports nodes that stop reporting, and their return. Not for files, in which no data arrives. Owned by the host.
class SilenceAnalysis final : public Analysis
{
public:
    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    SilenceWatch m_watch; ///< used by the worker
};

} // namespace lockstep
