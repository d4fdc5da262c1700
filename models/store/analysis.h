// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ingest/derived.h"
#include "models/store/columns/changeset.h"

#include <functional>

namespace lockstep {

class ClusterStore;

/// An analysis of the store in the background. Owned by an AnalysisHost, which calls it on the GUI thread only; the
/// tasks that it returns run on the host's worker.
class Analysis
{
public:
    struct Result
    {
        Derived derived;
        std::function<void()> publish; ///< run on the GUI thread once derived is in the store; may be null
        bool hasMore = false; ///< take() has left something, and wants to be called again whether or not more comes
    };
    /// Runs on the worker. Owns all that it reads, and must not touch the store. While a task runs no other of the same
    /// analysis does, so it may keep state of its own in the analysis as long as take() leaves that state alone.
    using Task = std::function<Result()>;

    virtual ~Analysis() = default;

    /// Copies what is new out of the store, quickly (well under 1 ms), into a task; a null task if there is nothing to
    /// do. Not called while a task of this analysis runs: @p changes then gathers what happened meanwhile.
    [[nodiscard]] virtual Task take(const ClusterStore& store, const ChangeSet& changes) = 0;
};

} // namespace lockstep
