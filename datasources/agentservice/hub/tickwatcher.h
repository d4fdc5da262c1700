// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

namespace lockstep {

class NodeRing;

/// Hears that a ring has news: a subscription. Called on publishers' threads without any lock held;
/// must return at once.
class TickWatcher
{
public:
    virtual ~TickWatcher() = default;

    /// The ring that was watched under @p slot has news.
    virtual void ringChanged(std::size_t slot) = 0;
    /// A node was added.
    virtual void ringAdded(std::shared_ptr<NodeRing> ring) = 0;
    /// The relay behind the registry says anew who it is.
    virtual void relayIntroduced() = 0;
};

} // namespace lockstep
