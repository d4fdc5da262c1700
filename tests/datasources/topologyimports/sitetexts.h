// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace lockstep::test {

/// Two nodes at a leaf and the leaf at a spine, as ibnetdiscover prints them.
inline constexpr std::string_view discoveredBlocks = R"(#
# Topology file: generated on Mon Nov 23 06:29:59 2026
#
# Initiated from node 0000000000100000 port 0000000000100001

vendid=0x2c9
devid=0xd2f0
sysimgguid=0x200001
switchguid=0x200001(200001)
Switch	41 "S-0000000000200001"		# "MF0;leaf1:MQM8700/U1" enhanced port 0 lid 3 lmc 0
[1]	"H-0000000000100003"[1](100003) 		# "n001 mlx5_0" lid 7 4xHDR
[2]	"H-0000000000100009"[1](100009) 		# "n002.example.org mlx5_0" lid 8 2xHDR
[33]	"S-0000000000200000"[3]		# "spine1" lid 2 4xHDR
[41]	"H-00000000001000ff"[1](1000ff) 		# "Mellanox Technologies Aggregation Node" lid 9 4xHDR

switchguid=0x200000(200000)
Switch	40 "S-0000000000200000"		# "spine1" base port 0 lid 2 lmc 0
[3]	"S-0000000000200001"[33]		# "MF0;leaf1:MQM8700/U1" lid 3 4xHDR

caguid=0x100009
Ca	1 "H-0000000000100009"		# "n002.example.org mlx5_0"
[1](100009) 	"S-0000000000200001"[2]		# lid 8 lmc 0 "MF0;leaf1:MQM8700/U1" lid 3 2xHDR

caguid=0x100003
Ca	1 "H-0000000000100003"		# "n001 mlx5_0"
[1](100003) 	"S-0000000000200001"[1]		# lid 7 lmc 0 "MF0;leaf1:MQM8700/U1" lid 3 4xHDR
)";

/// The same as `ibnetdiscover --ports` prints it, with a port that leads to nothing.
inline constexpr std::string_view discoveredPorts = R"(
CA     7  1 0x0000000000100003 4x HDR - SW     3  1 0x0000000000200001 ( 'n001 mlx5_0' - 'MF0;leaf1:MQM8700/U1' )
CA     8  1 0x0000000000100009 2x HDR - SW     3  2 0x0000000000200001 ( 'n002.example.org mlx5_0' - 'MF0;leaf1:MQM8700/U1' )
SW     3  1 0x0000000000200001 4x HDR - CA     7  1 0x0000000000100003 ( 'MF0;leaf1:MQM8700/U1' - 'n001 mlx5_0' )
SW     3 33 0x0000000000200001 4x HDR - SW     2  3 0x0000000000200000 ( 'MF0;leaf1:MQM8700/U1' - 'spine1' )
SW     3 37 0x0000000000200001 4x ???                                    'MF0;leaf1:MQM8700/U1'
)";

/// Of a host with one neighbour: lldpctl then writes no lists.
inline constexpr std::string_view oneNeighbour = R"({"lldp": {"interface": {"eth0": {"via": "LLDP", "rid": "1",
  "age": "0 day, 00:01:05",
  "chassis": {"tor1.example.org": {"id": {"type": "mac", "value": "aa:bb:cc:dd:ee:ff"}, "descr": "NOS",
    "capability": [{"type": "Bridge", "enabled": true}, {"type": "Router", "enabled": false}]}},
  "port": {"id": {"type": "ifname", "value": "Ethernet7"}, "descr": "to n001", "ttl": "120"}}}}})";

inline constexpr std::string_view twoNeighbours = R"({"lldp": {"interface": [
  {"eth0": {"chassis": {"tor1": {"id": {"type": "mac", "value": "aa:bb"},
     "capability": {"type": "Bridge", "enabled": true}}},
   "port": {"id": {"type": "mac", "value": "aa:cc"}, "descr": "Ethernet8"}}},
  {"eth1": {"chassis": {"n003": {"id": {"type": "mac", "value": "aa:dd"},
     "capability": [{"type": "Bridge", "enabled": false}, {"type": "Station", "enabled": true}]}},
   "port": {"id": {"type": "ifname", "value": "eth1"}}}},
  {"eth2": {"chassis": {"id": {"type": "mac", "value": "aa:ee"}}, "port": {}}}]}})";

/// As json0: lists everywhere.
inline constexpr std::string_view neighboursInLists = R"({"lldp": [{"interface": [{"name": "eth0", "via": "LLDP",
  "chassis": [{"id": [{"type": "mac", "value": "aa:bb"}], "name": [{"value": "tor1"}],
    "capability": [{"type": "Bridge", "enabled": true}]}],
  "port": [{"id": [{"type": "ifname", "value": "Ethernet9"}], "descr": [{"value": "x"}]}]}]}]})";

inline constexpr std::string_view slurmTopology = R"(# two leaves
SwitchName=leaf1 Nodes=n[001-002] LinkSpeed=100
switchname=leaf2 nodes=n[003,005-006],login1
SwitchName=spine1 \
    Switches=leaf[1-2]
BlockName=b1 Nodes=n[001-002]
)";

/// Pages of NetBox's /api/dcim/: two racks of which one counts its units from the top, four devices, their cables.
inline constexpr std::string_view netboxPages = R"([
{"count": 2, "next": null, "results": [
 {"id": 1, "url": "https://nb/api/dcim/racks/1/", "name": "A01", "site": {"name": "Hall 7"},
  "location": {"name": "Row A"}, "u_height": 48, "starting_unit": 1, "desc_units": false,
  "outer_width": 600, "outer_depth": 1200, "outer_unit": {"value": "mm"}},
 {"id": 2, "url": "https://nb/api/dcim/racks/2/", "name": "A02", "site": {"name": "Hall 7"},
  "location": {"name": "Row A"}, "u_height": 42, "desc_units": true, "outer_width": 30, "outer_unit": {"value": "in"}}]},
{"count": 2, "next": null, "results": [
 {"id": 7, "url": "https://nb/api/dcim/device-types/7/", "model": "HGX", "u_height": 8.0},
 {"id": 8, "url": "https://nb/api/dcim/device-types/8/", "model": "QM9700", "u_height": 1.0}]},
{"count": 9, "next": "https://nb/api/dcim/devices/?offset=5", "results": [
 {"id": 11, "url": "https://nb/api/dcim/devices/11/", "name": "n001", "device_type": {"model": "HGX"},
  "role": {"name": "GPU server", "slug": "gpu"}, "rack": {"name": "A01"}, "position": 3.0, "status": {"value": "active"}},
 {"id": 12, "url": "https://nb/api/dcim/devices/12/", "name": "n002", "device_type": {"model": "HGX"},
  "device_role": {"name": "GPU server", "slug": "gpu"}, "rack": {"name": "A02"}, "position": 1.0,
  "status": {"value": "active"}},
 {"id": 13, "url": "https://nb/api/dcim/devices/13/", "name": "leaf1", "device_type": {"model": "QM9700"},
  "role": {"name": "Leaf switch", "slug": "leaf"}, "rack": {"name": "A01"}, "position": 40.0,
  "status": {"value": "active"}},
 {"id": 14, "url": "https://nb/api/dcim/devices/14/", "name": "cdu-1", "device_type": {"model": "SCDU-250"},
  "role": {"name": "CDU", "slug": "cdu"}, "rack": {"name": "A02"}, "position": null, "status": {"value": "active"}},
 {"id": 15, "url": "https://nb/api/dcim/devices/15/", "name": "PP1", "device_type": {"model": "Panel"},
  "role": {"name": "Patch panel", "slug": "patch-panel"}, "rack": null, "position": null},
 {"id": 16, "url": "https://nb/api/dcim/devices/16/", "name": null, "role": {"name": "Server"}}]},
{"id": 31, "url": "https://nb/api/dcim/interfaces/31/", "device": {"name": "n001"}, "name": "mlx5_0/1",
 "type": {"value": "infiniband-ndr"}},
{"id": 41, "url": "https://nb/api/dcim/cables/41/", "display": "#41",
 "a_terminations": [{"object_type": "dcim.interface", "object": {"device": {"name": "n001"}, "name": "mlx5_0/1"}}],
 "b_terminations": [{"object_type": "dcim.interface", "object": {"device": {"name": "leaf1"}, "name": "1"}}]},
{"id": 42, "url": "https://nb/api/dcim/cables/42/", "display": "#42",
 "a_terminations": [{"object_type": "dcim.rearport", "object": {"device": {"name": "PP1"}, "name": "1"}}],
 "b_terminations": [{"object_type": "dcim.interface", "object": {"device": {"name": "leaf1"}, "name": "2"}}]},
{"id": 51, "url": "https://nb/api/dcim/power-feeds/51/", "name": "1", "power_panel": {"name": "Busway"},
 "rack": {"name": "A01"}, "voltage": 400, "amperage": 63, "phase": {"value": "three-phase"}},
{"id": 61, "url": "https://nb/api/dcim/sites/61/", "name": "Hall 7"}
])";

/// Sixteen ranks on two nodes, as nccl-tests print them; twelve of the lines of ranks are left out.
inline constexpr std::string_view allReducePerf = R"(# nccl-tests version 2.17.6 nccl-headers=22808 nccl-library=22808
# Collective test starting: all_reduce_perf
# nThread 1 nGpus 1 minBytes 524288 maxBytes 1073741824 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
#
# Using devices
#  Rank  0 Group  0 Pid   6899 on       n001 device  0 [0000:04:00] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid   6900 on       n001 device  1 [0000:05:00] NVIDIA H100 80GB HBM3
#  Rank 14 Group  0 Pid   6733 on       n002 device  6 [0000:8b:00] NVIDIA H100 80GB HBM3
#  Rank 15 Group  0 Pid   6740 on       n002 device  7 [0000:8c:00] NVIDIA H100 80GB HBM3
#
#                                                              out-of-place                       in-place          
#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong 
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)         
      524288        131072     float     sum      -1    174.2    3.01    5.64       0    171.0    3.07    5.75       0
     1048576        262144     float     sum      -1    203.2    5.16    9.68       0    207.2    5.06    9.49       0
n001:6899:6899 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM
   536870912     134217728     float     sum      -1   3817.5  140.63  263.69       0   3828.0  140.25  262.97     N/A
  1073741824     268435456     float     sum      -1   6759.0  158.86  297.86       0   6737.4  159.37  298.82       0
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 144.318 
#
# Collective test concluded: all_reduce_perf
#
)";

} // namespace lockstep::test
