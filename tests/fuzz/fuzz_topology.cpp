// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whatever says what a site is made of, in every format that is known, merged with a plan that is well: what comes out
// can be written and reads as the same.
#include "datasources/topologyimports/planmerge.h"
#include "models/core/topology/cablingcheck.h"

#include <cstdlib>

using namespace lockstep;

namespace {

constexpr std::string_view knownSite = R"(
name = "site"
[[rack]]
name = "A01"
[[node]]
name = "n001"
rack = "A01"
[[switch]]
name = "leaf1"
[[link]]
from = "n001"
from_port = "mlx5_0/1"
to = "leaf1"
to_port = "1"
)";

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    static const TopologyImport site = readTopology(knownSite, "site").value();
    // The reader of each format gets it, whatever it looks like; and the one that it looks like.
    for (const TopologyFormat& format : topologyFormats()) {
        const Result<TopologyImport> import = format.read(text, "fuzz");
        if (!import.isOk()) {
            if (!import.error().message.starts_with("fuzz:"))
                std::abort(); // whoever has the file is not informed where to look
            continue;
        }
        const MergedTopology merged = mergeTopology({site, import.value()});
        const std::string written = writeClusterFile(merged.file);
        const Result<ClusterFile> again = parseClusterFile(written, "again");
        if (!again.isOk() || !(*again.value().plan == *merged.file.plan))
            std::abort();
        const Topology& topology = *merged.file.topology;
        for (const CablingFault& fault : checkCabling(topology).faults) {
            if (wordsOf(fault, topology).empty())
                std::abort();
        }
    }
    return 0;
}
