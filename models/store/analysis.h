// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ingest/derived.h"
#include "models/store/columns/changeset.h"

#include <functional>

namespace lockstep {

class ClusterStore;

/// An analysis of the store in the background. Owned by an AnalysisHost, which calls it on the GUI thread only; the
/// tasks that it returns run on the host's worker thread.
class Analysis
{
public:
    struct Result
    {
        Derived derived;
        std::function<void()> publish; ///< run on the GUI thread after derived was added to the store; may be null
        bool hasMore = false; ///< take() left data and must be called again, even if no more arrives
    };
    /// Runs on the worker. Owns all the data that it reads, and must not access the store. Only one task of an analysis
    /// runs at a time, so it may use members of the analysis that take() does not touch.
    using Task = std::function<Result()>;

    virtual ~Analysis() = default;

    /// Copies new data out of the store, quickly (well under 1 ms), into a task; a null task if there is nothing to do.
    /// Not called while a task of this analysis runs: @p changes then accumulates.
    [[nodiscard]] virtual Task take(const ClusterStore& store, const ChangeSet& changes) = 0;
};

} // namespace lockstep
