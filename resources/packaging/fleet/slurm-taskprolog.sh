#!/bin/sh
# TaskProlog of slurm.conf: its output sets environment variables of each task. Loads the NCCL plugin of the package lockstep-nccl
# into every job, under the name that slurmrestd reports, unless the job sets its own profiler.
plugin=/usr/lib/lockstep/nccl/liblockstep-nccl.so
if [ -r "$plugin" ] && [ -z "${NCCL_PROFILER_PLUGIN:-}" ]; then
    echo "export NCCL_PROFILER_PLUGIN=$plugin"
fi
if [ -n "${SLURM_JOB_ID:-}" ]; then
    echo "export LOCKSTEP_JOB=${SLURM_JOB_NAME:-slurm} $SLURM_JOB_ID"
fi
