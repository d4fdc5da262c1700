// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Real output of Slurm, reduced to the members that are read.
namespace lockstep::test::slurm {

/// slurmrestd v0.0.38 of Debian's Slurm 22.05.8, which accounts for no GPUs: they are in gres_detail alone.
inline constexpr auto runningJob = R"json({"account": "physics", "flags": ["JOB_WAS_RUNNING"], "cluster": "loop",
 "gres_detail": ["gpu:2(IDX:0-1)", "gpu:2(IDX:0-1)"], "job_id": 1, "job_state": "RUNNING", "name": "train",
 "nodes": "n[1-2]", "node_count": 2, "tasks": 2, "partition": "gpu", "restart_cnt": 0, "start_time": 1795439844,
 "state_reason": "None", "submit_time": 1795439841, "tres_per_job": "", "tres_per_node": "gres:gpu:2",
 "tres_per_socket": "", "tres_per_task": "", "tres_req_str": "cpu=2,mem=2000M,node=2,billing=2",
 "tres_alloc_str": "cpu=2,node=2,billing=2", "user_id": 0, "user_name": "root"
})json";
inline constexpr auto pendingJob = R"json({"account": "", "job_id": 2, "job_state": "PENDING", "name": "big",
 "nodes": "", "node_count": 2, "tasks": 2, "partition": "gpu", "restart_cnt": 0, "start_time": 0,
 "state_reason": "Resources", "submit_time": 1795439841, "tres_per_node": "gres:gpu:4",
 "tres_req_str": "cpu=2,mem=2000M,node=2,billing=2", "tres_alloc_str": "", "user_name": "root"})json";
inline constexpr auto mixedNode = R"json({"name": "n1", "gres": "gpu:4", "gres_drained": "N/A", "gres_used": "gpu:2",
 "state": "mixed", "state_flags": [], "reason": "", "reason_set_by_user": null, "tres": "cpu=8,mem=1000M,billing=8",
 "tres_used": "cpu=1"})json";

/// In the form of data_parser v0.0.40 (Slurm 23.11 and later), by its documentation.
inline constexpr auto newRunningJob
    = R"json({"account": "physics", "gres_detail": ["gpu:a100:8(IDX:0-7)"], "job_id": 77,
 "job_state": ["RUNNING", "CONFIGURING"], "name": "llama", "nodes": "gpu-017",
 "node_count": {"set": true, "infinite": false, "number": 1}, "partition": "batch", "restart_cnt": 2,
 "start_time": {"set": true, "infinite": false, "number": 1795439900}, "state_reason": "None",
 "submit_time": {"set": true, "infinite": false, "number": 1795439841},
 "tres_req_str": "cpu=64,node=1,gres/gpu=8,gres/gpu:a100=8", "tres_alloc_str": "cpu=64,node=1,gres/gpu=8,gres/gpu:a100=8",
 "user_name": "alice"
})json";
inline constexpr auto newDrainedNode
    = R"json({"name": "gpu-018", "gres": "gpu:a100:8(S:0-1)", "gres_used": "gpu:a100:3(IDX:0-2)",
 "state": ["MIXED", "DRAIN"], "reason": "bad HBM", "reason_set_by_user": "carol", "tres": "cpu=64,gres/gpu=8",
 "tres_used": "cpu=24,gres/gpu=3"
})json";

} // namespace lockstep::test::slurm
