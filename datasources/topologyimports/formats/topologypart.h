// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/siteplan.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// What could not be used or had to be guessed from a file. Bounded: the first messages are kept, all are counted.
class TopologyNotes
{
public:
    static constexpr std::size_t maxKept = 200;

    struct Note
    {
        std::size_t line = 0; ///< 0: the entire file
        std::string text;
    };

    void add(std::size_t line, std::string text);
    [[nodiscard]] const std::vector<Note>& kept() const { return m_kept; }
    [[nodiscard]] std::size_t count() const { return m_count; }

private:
    std::vector<Note> m_kept;
    std::size_t m_count = 0;
};

/// Properties of all machines of a model.
struct DeviceModel
{
    std::string name;
    std::uint32_t units = 0; ///< 0: unknown
    std::uint32_t gpus = 0;
    std::string gpuModel;
    std::map<std::string, double> portGbps;
};

/// Contents of one file of a site. Names are as in the file; invalid ones are rejected when files are merged.
struct TopologyPart
{
    /// Of a node or switch: position or height in its rack is unknown.
    static constexpr std::uint32_t unknownUnit = 0;

    std::string origin; ///< the file
    SitePlan plan; ///< a rack has isPlaced only if the file contains its position
    std::vector<PlannedLink> logical; ///< connections without known ports
    std::vector<DeviceModel> models;
    bool saysUnits = true; ///< whether it gives the number of rack units
    TopologyNotes notes;
};

/// The name without domain: "n001" of "n001.example.org". Addresses are unchanged.
[[nodiscard]] std::string_view hostPart(std::string_view name);

/// "scratch" of "/etc/site/scratch.json".
[[nodiscard]] std::string stemOf(const std::string& path);

} // namespace lockstep
