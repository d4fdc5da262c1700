// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/sitesensors.h"
#include "models/core/batch.h"
#include "models/simulation/simulation.h"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::scoring {

/// Determines when a fault first becomes visible in the measurements, by comparison with a twin: the same cluster, seed
/// and noise without the fault. A fault is visible when a sensor permanently leaves its noise, an additional event
/// occurs, an entity stops reporting, a clock is off by more than its uncertainty, or a step takes 2 % longer.
/// Detectors have no twin; canBeDetected() tells whether they could find the fault. Used by one thread, which may be
/// any.
class EffectWatch
{
public:
    static constexpr double stepShare = 1.02;
    static constexpr float sigmas = 4;
    static constexpr float sensorAccuracy = 0.01F; ///< relative; the best that such sensors are specified for
    static constexpr std::uint8_t lasts = 3; ///< ticks in a row

    /// @param twin at its start @param site sensors of both clusters
    /// @param culprits "node-0009/gpu2": entities that an alert of a site without spans can name; empty: any
    EffectWatch(std::unique_ptr<sim::Simulation> twin, TimePoint onset, const SiteOptions& site = {},
                std::vector<std::string> culprits = {});

    static constexpr float beyondRange = 0.25F; ///< random variation, as a share of the range of the twin's sensor
    static constexpr std::array<float, 3> windows{3, 10, 60}; ///< ticks that a sensor is averaged over
    static constexpr int rangeFrom = 30; ///< warm-up in ticks

    /// Call after each tick of the cluster with the fault.
    void update(const sim::Simulation& faulted);
    [[nodiscard]] std::optional<TimePoint> effect() const { return m_effect; }
    /// Whether the effect so far exceeds what the cluster shows without the fault. This is the case if a job lost 2 %
    /// of its throughput, a sensor averaged over seconds or a minute left its range, or there was an event, a silence
    /// or clock drift. Without spans, a sensor of the culprit must differ from nearly all its peers: for a GPU or port
    /// the others of its node, otherwise other nodes.
    [[nodiscard]] bool canBeDetected(const sim::Simulation& faulted) const;
    /// Whether any entity that an alert could name is measured.
    [[nodiscard]] bool isCulpritMeasured() const;

private:
    /// Means over a window, and their range.
    struct Range
    {
        float mean = 0;
        float min = std::numeric_limits<float>::infinity();
        float max = -std::numeric_limits<float>::infinity();
    };
    /// Tick-to-tick variation of one value in the healthy state.
    struct Sensor
    {
        float last = 0;
        float meanSquare = 0;
        std::uint8_t outside = 0; ///< ticks in a row
        bool isOfCulprit = false;
        std::uint32_t metric = 0;
        double shift = 0; ///< sum of its differences from the twin's since the onset
        int shifted = 0; ///< ticks
        std::array<Range, windows.size()> faulted{};
        std::array<Range, windows.size()> well{};
    };

    void learn(std::size_t node, const NodeTick& tick);
    [[nodiscard]] bool hasLeftNoise(std::size_t node, const NodeTick& faulted, const NodeTick& well);
    [[nodiscard]] bool hasClockOff(const sim::Simulation& faulted, std::size_t node) const;
    [[nodiscard]] bool hasSlowStep(const sim::Simulation& faulted) const;
    void followRanges(std::size_t node, const NodeTick* faulted, const NodeTick& well);
    [[nodiscard]] bool hasSlowJob(const sim::Simulation& faulted) const;
    [[nodiscard]] static bool hasLeftRange(const Sensor& sensor);
    [[nodiscard]] bool isOfCulprit(const std::string& name) const;
    [[nodiscard]] bool isSpecific(std::size_t node, const Sensor& sensor) const;
    void noteCulprits(std::size_t node, const NodeLayout& layout);

    std::unique_ptr<sim::Simulation> m_twin;
    SiteSensors m_site;
    SiteSensors m_siteOfTwin;
    TimePoint m_onset;
    TimePoint m_start;
    TimePoint m_last; ///< last moment that was examined
    std::vector<std::string> m_culprits;
    std::map<std::string, std::uint32_t> m_metrics; ///< numbers by name
    std::vector<std::vector<Sensor>> m_sensors; ///< by node and value
    float m_learned = 0; ///< ticks
    int m_ticks = 0;
    bool m_isReported = false; ///< an event, silence or clock offset, which needs no threshold
    std::optional<TimePoint> m_effect;
};

} // namespace lockstep::scoring
