# SPDX-License-Identifier: GPL-3.0-or-later
"""kinetoprocess.py NAME [MODULE RANK]: stands for libkineto in a process of a job, by its public sources: says that it is
there at the abstract socket NAME, asks for orders, and writes the trace that it is asked for. With MODULE (lockstep.py) it
also posts steps of job "llama" as RANK. Debian's PyTorch is built without libkineto."""

import json
import os
import socket
import struct
import sys
import time
import uuid

sys.dont_write_bytecode = True
ACTIVITIES = 2


def message(kind, body):
    return struct.pack("<Q32s", len(body), kind) + body


def ask(fabric, name, kind, body):
    try:
        fabric.sendto(message(kind, body), "\0" + name + "\0")
        answer = fabric.recv(65536)
    except (socket.timeout, ConnectionRefusedError):
        return None
    return answer[40 : 40 + struct.unpack("<Q", answer[:8])[0]]


def event(category, name, start, length, arguments=None):
    shown = {"ph": "X", "cat": category, "name": name, "pid": 0, "tid": 7, "ts": start * 1e6, "dur": length * 1e6}
    return dict(shown, args=arguments or {})


def record(order):
    """As libkineto: the process's number before the ending, into another file first."""
    options = dict(line.split("=", 1) for line in order.splitlines() if "=" in line)
    time.sleep(max(0, int(options["PROFILE_START_TIME"]) / 1000 - time.time()))
    began, length = time.time(), int(options["ACTIVITIES_DURATION_MSECS"]) / 1000
    time.sleep(length)
    reduce = {"Collective name": "allreduce", "Process Group Name": "0", "Group size": 4, "Seq": 1, "dtype": "Float"}
    reduce.update({"In msg nelems": 1 << 20, "Out msg nelems": 1 << 20, "stream": 20, "device": 0})
    events = [
        event("cpu_op", "aten::mm", began, length * 0.5),
        event("kernel", "gemm", began, length * 0.5, {"stream": 7, "device": 0}),
        event("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", began + length * 0.5, length * 0.4, reduce),
        event("user_annotation", "ProfilerStep#1", began, length),
    ]
    path = options["ACTIVITIES_LOG_FILE"].replace(".json", "_%d.json" % os.getpid())
    with open(path + ".tmp", "w", encoding="utf-8") as file:
        json.dump({"schemaVersion": 1, "traceEvents": events, "displayTimeUnit": "ms", "distributedInfo": {"rank": int(sys.argv[3]) if len(sys.argv) > 3 else 0, "world_size": 4}}, file)
    os.rename(path + ".tmp", path)


def main():
    name = sys.argv[1]
    job = None
    if len(sys.argv) > 3:
        sys.path.insert(0, os.path.dirname(sys.argv[2]))
        import lockstep

        job = lockstep.Job("llama", rank=int(sys.argv[3]))
    fabric = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    fabric.bind("\0dynoconfigclient" + str(uuid.uuid4()) + "\0")
    fabric.settimeout(0.5)
    number = int(os.environ.get("SLURM_JOB_ID") or 0)
    ask(fabric, name, b"ctxt", struct.pack("<iiq", 0, os.getpid(), number))
    while True:
        order = ask(fabric, name, b"req", struct.pack("<iiq2i", ACTIVITIES, 2, number, os.getpid(), os.getppid()))
        if order:
            record(order.decode())
        if job is not None:
            with job.step():
                time.sleep(0.05)
        time.sleep(0.1)


main()
