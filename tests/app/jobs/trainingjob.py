# SPDX-License-Identifier: GPL-3.0-or-later
"""trainingjob.py MODULE RANKS SECONDS [SLOW_RANK SLOW_SECONDS]: a training job of RANKS processes on this machine, with gloo
and DistributedDataParallel, that MODULE (lockstep.py) watches. Prints "rank N process P" of each and "step N" of the first."""

import os
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.dont_write_bytecode = True


def say(text):
    os.write(1, (text + "\n").encode())  # in one write, because several processes write there


def train(rank, arguments, meeting):
    module, ranks, seconds = arguments[0], int(arguments[1]), float(arguments[2])
    slow_rank, slow_seconds = (int(arguments[3]), float(arguments[4])) if len(arguments) > 4 else (-1, 0)
    import torch
    import torch.distributed as distributed

    sys.path.insert(0, os.path.dirname(module))
    import lockstep

    torch.set_num_threads(1)
    torch.manual_seed(rank)
    os.environ["GLOO_SOCKET_IFNAME"] = "lo"
    distributed.init_process_group("gloo", init_method="file://" + meeting, rank=rank, world_size=ranks)
    model = torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.ReLU(), torch.nn.Linear(256, 8))
    model = torch.nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    job = lockstep.watch(model, optimizer, name="gloo", parallel={"data": ranks})
    say("rank %d process %d" % (rank, os.getpid()))
    batches = (torch.randn(32, 64) for _ in range(1 << 30))
    end = time.time() + seconds
    for number, batch in enumerate(job.data(batches)):
        loss = model(batch).square().mean()
        if rank == slow_rank:
            with job.compute("slow"):
                time.sleep(slow_seconds)
        time.sleep(0.1)  # instead of work on a GPU
        optimizer.zero_grad()
        loss.backward()
        job.report(tokens=32, loss=loss.item())
        optimizer.step()
        over = torch.tensor([1.0 if time.time() > end else 0.0])
        distributed.all_reduce(over)
        if over.item() > 0:
            break
        if rank == 0:
            say("step %d" % number)
    distributed.destroy_process_group()


if __name__ == "__main__":
    import tempfile

    import torch.multiprocessing as multiprocessing

    with tempfile.TemporaryDirectory() as folder:
        multiprocessing.spawn(train, args=(sys.argv[1:], folder + "/meeting"), nprocs=int(sys.argv[2]))
