// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/exposition.h"
#include "models/core/batch.h"

#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lockstep {

/// Text of a node's newest tick, served at /metrics. Storing a tick only copies its values; the text is rendered on
/// request, once per tick. Thread-safe: written by the sampling thread, read by the server.
class NodePage
{
public:
    using SteadyTime = std::chrono::steady_clock::time_point;

    void describe(std::shared_ptr<const NodeIdentity> identity);
    void take(const NodeTick& tick, SteadyTime now = std::chrono::steady_clock::now());

    /// Null before the first tick. If the newest tick is older than three periods, the page contains only the time of
    /// that tick.
    [[nodiscard]] std::shared_ptr<const std::string> text(Exposition::Format format,
                                                          SteadyTime now = std::chrono::steady_clock::now());

private:
    struct Newest
    {
        TimePoint time;
        std::shared_ptr<const NodeLayout> layout;
        std::vector<float> values;
    };
    /// How the values of a layout are exported. Computed once per layout.
    struct Offered
    {
        std::shared_ptr<const NodeLayout> layout;
        std::vector<Exposition::Family> families; ///< one per value of the layout, like the next two members
        std::vector<std::string> labels;
        std::vector<double> factors;
    };

    void learn(const std::shared_ptr<const NodeLayout>& layout, const NodeIdentity& identity);
    [[nodiscard]] Exposition pageOf(const Newest& newest, const NodeIdentity& identity, bool isFresh);

    std::mutex m_mutex; ///< guards the newest tick; held only briefly
    std::shared_ptr<const NodeIdentity> m_identity;
    std::shared_ptr<const Newest> m_newest;
    SteadyTime m_taken{};

    std::mutex m_pageMutex; ///< guards the members below
    Offered m_offered;
    std::shared_ptr<const Newest> m_shown; ///< source of the rendered pages
    bool m_isShownFresh = false;
    std::array<std::shared_ptr<const std::string>, 2> m_pages; ///< by format
};

} // namespace lockstep
