# SPDX-License-Identifier: GPL-3.0-or-later
"""pacedjob.py MODULE RANKS SECONDS: a job of RANKS processes that meet at a barrier each step, and tell of it by MODULE
(lockstep.py), without PyTorch. Rank 0 compiles for long in the first step and writes a checkpoint for long after step 15;
rank 1 waits for its data for long in step 25. Prints "rank N process P" of each, "step N" of the first, and "held up in
step N for S s" where a step of any other took far longer than it should, which is the machine's doing."""

import os
import sys
import time

sys.dont_write_bytecode = True
LONG = 5  # seconds
HELD_UP = 1.2  # seconds, of a step of 0.1


def say(text):
    os.write(1, (text + "\n").encode())  # in one write, because several processes write there


def train(rank, module, meeting, end):
    sys.path.insert(0, os.path.dirname(module))
    import lockstep

    job = lockstep.Job("paced", rank=rank)
    say("rank %d process %d" % (rank, os.getpid()))
    number = 0
    while time.time() < end:
        begun = time.time()
        with job.step():
            if rank == 1 and number == 25:
                with job.loading():
                    time.sleep(LONG)
            with job.forward():
                time.sleep(LONG if rank == 0 and number == 0 else 0.1)
            with job.collective("all_reduce", "world", 1 << 20):
                meeting.wait()
        took = time.time() - begun
        if took > HELD_UP and number not in (0, 16, 25):
            say("held up in step %d for %.1f s" % (number, took))
        if rank == 0:
            say("step %d" % number)
            if number == 15:
                with job.checkpoint():
                    time.sleep(LONG)
        number += 1


if __name__ == "__main__":
    import multiprocessing

    ranks = int(sys.argv[2])
    context = multiprocessing.get_context("fork")
    meeting = context.Barrier(ranks)
    end = time.time() + float(sys.argv[3])
    processes = [context.Process(target=train, args=(rank, sys.argv[1], meeting, end)) for rank in range(ranks)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
