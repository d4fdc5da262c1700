# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports the activity of a training job to the Lockstep agent of its node. One file without dependencies: copy it to your code.

    import lockstep
    job = lockstep.watch(model, optimizer)          # forward, backward, optimizer, steps, collectives
    for batch in job.data(loader):                  # time spent waiting for the loader
        ...
        job.report(tokens=batch.numel(), loss=loss.item())
    with job.checkpoint():
        torch.save(model.state_dict(), path)

Without hooks, in any program:

    job = lockstep.Job("llama")
    with job.step(tokens=8192):
        with job.forward():
            ...

It never blocks the job and never raises an error into it: events that cannot be sent are eventually dropped. Without an agent
it does nothing. Collectives of the NCCL backend are left to the plugin (liblockstep-nccl.so), because Python only sees them
being enqueued.
"""

import atexit
import collections
import functools
import json
import math
import os
import socket
import threading
import time

_LONGEST = 60000  # bytes of a datagram; the agent accepts 65536
_KEPT = 2000  # events kept for retries
_LONG_NS = 500_000_000  # longer activities are reported while they last


def _first(names):
    for name in names:
        if os.environ.get(name):
            return os.environ[name]
    return None


def _number(names, default=None):
    try:
        return int(_first(names))
    except (TypeError, ValueError):
        return default


def job_name():
    """The name that liblockstep-nccl.so uses too, so that both report the same job."""
    run = os.environ.get("TORCHELASTIC_RUN_ID", "none")
    if os.environ.get("LOCKSTEP_JOB"):
        return os.environ["LOCKSTEP_JOB"]
    if os.environ.get("SLURM_JOB_ID"):
        return (os.environ.get("SLURM_JOB_NAME") or "slurm") + " " + os.environ["SLURM_JOB_ID"]
    if run and run != "none":
        return run
    ranks = os.environ.get("WORLD_SIZE")
    # Jobs of one node each would otherwise count as one job.
    return "job on " + socket.gethostname() if ranks and ranks == os.environ.get("LOCAL_WORLD_SIZE") else "job"


def gpu_index():
    """GPU of this process in NVML's order, determined as in liblockstep-nccl.so; None if unknown."""
    local = _number(["LOCAL_RANK", "SLURM_LOCALID", "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID"])
    visible = [each.strip() for each in os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",") if each.strip()]
    if local is None or not visible:
        return local
    chosen = visible[0] if len(visible) == 1 else visible[local] if local < len(visible) else ""
    return int(chosen) if chosen.isdigit() else None


def socket_paths():
    if os.environ.get("LOCKSTEP_JOB_SOCKET"):
        return [os.environ["LOCKSTEP_JOB_SOCKET"]]
    own = os.environ.get("XDG_RUNTIME_DIR")
    return ["/run/lockstep/jobs.sock"] + ([own + "/lockstep/jobs.sock"] if own else [])


class Poster:
    """Sends lines to the agent without waiting for it. A thread retries what the agent could not take."""

    def __init__(self, paths=None):
        self._paths = paths or socket_paths()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._lines = collections.deque(maxlen=_KEPT)
        self._sending = threading.Lock()
        self._process = os.getpid()
        self._often = []
        threading.Thread(target=self._run, name="lockstep", daemon=True).start()
        atexit.register(self._try)

    def post(self, event, now=False):
        if os.getpid() != self._process:
            return  # a data loader worker has no sending thread
        self._lines.append(json.dumps(event, separators=(",", ":")))
        if now:
            self.send()

    def often(self, function):
        """Registers a function that the sending thread calls ten times a second."""
        self._often.append(function)

    def send(self):
        if not self._sending.acquire(blocking=False):
            return  # the current sender or the thread sends this too
        try:
            while self._lines:
                lines, size = [], 0
                while self._lines and size + len(self._lines[0]) < _LONGEST:
                    lines.append(self._lines.popleft())
                    size += len(lines[-1]) * 2 + 1  # upper bound: the text is ASCII, and UTF-8 on the wire
                if not lines:
                    self._lines.popleft()  # too long for any agent
                elif not self._send("\n".join(lines).encode()):
                    self._lines.extendleft(reversed(lines))
                    return
        finally:
            self._sending.release()

    def _send(self, datagram):
        for path in self._paths:
            try:
                self._socket.sendto(datagram, path)
                return True
            except OSError:  # no agent, or its queue is full
                continue
        return False

    def _try(self):
        try:
            self.send()
        except Exception:  # pylint: disable=broad-except
            pass

    def _run(self):
        while True:
            time.sleep(0.1)
            for function in self._often:
                function()
            self._try()


def _harmless(function):
    """Swallows errors, so that the job never sees them."""

    @functools.wraps(function)
    def call(*arguments, **named):
        try:
            return function(*arguments, **named)
        except Exception:  # pylint: disable=broad-except
            return None

    return call


class _Span:
    """Measures a span. Activities that delay other ranks (checkpoint, data, compiling) are also reported while they last."""

    def __init__(self, job, kind, op, fields):
        self._job, self.kind, self._op, self.fields = job, kind, op, fields
        self._start = self._said = 0
        self._is_long = kind in ("checkpoint", "restart", "wait") or op.startswith("compil")

    def __enter__(self):
        self._start = self._said = time.time_ns()
        if self._is_long:
            self._job.under_way.append(self)
        return self

    def __exit__(self, kind, error, *_):
        self._forget()
        if error is not None and self.kind in ("checkpoint", "restart"):
            self.fields["error"] = ("%s: %s" % (kind.__name__, error))[:200]
        self._job.post(self.kind, self._start, op=self._op, **self.fields)
        return False

    def _forget(self):
        if self in self._job.under_way:
            self._job.under_way.remove(self)

    def say(self, now):
        if now - self._start > _LONG_NS and now - self._said > _LONG_NS:
            self._said = now
            self._job.post(self.kind, self._start, op=self._op, goes_on=True)


class _Saving(_Span):
    """torch.save, reported as a checkpoint if it takes long or fails."""

    def __exit__(self, kind, error, *_):
        if error is not None or time.time_ns() - self._start > _LONG_NS:
            return super().__exit__(kind, error)
        self._forget()
        return False


class Job:
    """The activity of one process of a job. Thread-safe."""

    def __init__(self, name=None, rank=None, gpu=None, parallel=None, poster=None):
        """parallel: sizes of the groups, such as {"data": 8, "tensor": 4}; tokens are counted for one data-parallel replica."""
        self.name = name or job_name()
        self.rank = _number(["RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK"], 0) if rank is None else rank
        self.gpu = gpu_index() if gpu is None else gpu
        self.number = 0  # of the step
        self._measured = {}
        self._poster = poster or Poster()
        self._sequences = collections.Counter()
        self._step_since = None
        self.under_way = []
        self.last_bucket_ns = 0  # when backward had computed its last gradients
        self._poster.often(self._say)
        self.copies = (parallel or {}).get("data") or _number(["WORLD_SIZE", "SLURM_NTASKS"], 1)
        if parallel and self.rank == 0:
            self.mark(", ".join("%s parallel %d" % each for each in parallel.items()))

    @_harmless
    def post(self, kind, start_ns=None, end_ns=None, now=False, **fields):
        event = {"kind": kind, "rank": self.rank, "job": self.name}
        if start_ns is not None:
            event["start_ns"] = start_ns
            if kind != "marker":
                event["end_ns"] = end_ns or time.time_ns()
        if self.gpu is not None:
            event["gpu"] = self.gpu
        if kind != "step" and self.number:
            event["step"] = self.number
        event.update((key, value) for key, value in fields.items() if value is not None)
        self._poster.post(event, now)

    @_harmless
    def _say(self):
        for span in tuple(self.under_way):
            span.say(time.time_ns())

    def mark(self, text):
        """Adds a marker to the timeline."""
        self.post("marker", time.time_ns(), op=str(text)[:200])

    # Spans, each a context manager.
    def forward(self):
        return _Span(self, "compute", "forward", {})

    def backward(self):
        return _Span(self, "compute", "backward", {})

    def optimizer(self):
        return _Span(self, "compute", "optimizer", {})

    def compute(self, op):
        return _Span(self, "compute", op, {})

    def loading(self):
        return _Span(self, "wait", "dataloader", {})

    def checkpoint(self, op="save", **fields):
        return _Span(self, "checkpoint", op, fields)

    def restoring(self, **fields):
        """Reading a checkpoint after a restart. bytes: what this rank reads."""
        return _Span(self, "restart", "restore", fields)

    def data(self, loader):
        """Yields the loader's batches and reports the time spent waiting for each."""
        batches = iter(loader)
        while True:
            with self.loading():
                try:
                    batch = next(batches)
                except StopIteration:
                    return
            yield batch

    def step(self, **measured):
        """Reports tokens, loss and gradient_norm."""
        return _Step(self, measured)

    def report(self, **measured):
        """Reports tokens, loss and gradient_norm of the current step."""
        self._measured.update(measured)

    @_harmless
    def begin_step(self):
        self.number += 1
        self._step_since = time.time_ns()

    @_harmless
    def end_step(self, **measured):
        self._measured.update(measured)
        known = {key: float(value) for key, value in self._measured.items() if value is not None}
        known = {key: value for key, value in known.items() if math.isfinite(value)}  # JSON has no NaN
        if self.rank != 0:  # rank 0 reports for all ranks; each rank reports its own results
            known = {key: value for key, value in known.items() if key in ("loss", "gradient_norm")}
        if "tokens" in known:
            known["tokens_per_step"] = known.pop("tokens") * self.copies
        self._measured = {}
        if self._step_since is not None:
            self.post("step", self._step_since, step=self.number, now=True, explains_waits=True, **known)
        self._step_since = None

    # Collectives
    def collective(self, op, communicator, size=0):
        """Reports entering and leaving. A rank that stays in it is reported as waiting, one that stays out as missing."""
        return _Collective(self, op, communicator, size)

    def receive(self, communicator, backward=False, size=0):
        """Waits for the previous or next pipeline stage; communicator: the ranks in the order of the stages."""
        return _Collective(self, "recv_backward" if backward else "recv_forward", communicator, size, "wait")

    def next_sequence(self, communicator):
        self._sequences[communicator] += 1
        return self._sequences[communicator]


class _Step(_Span):
    def __init__(self, job, measured):
        super().__init__(job, "step", "", {})
        self._measured = measured

    def __enter__(self):
        self._job.begin_step()
        return self

    def report(self, **measured):
        self._measured.update(measured)

    def __exit__(self, kind, *_):
        self._job.end_step(**self._measured)
        return False


class _Collective:
    """A context manager, or enter() and leave() on any threads."""

    def __init__(self, job, op, communicator, size, kind="collective"):
        self._kind, self._job, self._op, self._communicator, self._size = kind, job, op, communicator, size
        self._sequence = self._start = 0

    def __enter__(self):
        self.enter()
        return self

    def __exit__(self, *_):
        self.leave()
        return False

    def enter(self):
        self._sequence = self._job.next_sequence(self._communicator)
        self._start = time.time_ns()
        self._job.post("marker", self._start, op=self._op, communicator=self._communicator, sequence=self._sequence, now=True)

    def leave(self):
        self._job.post(self._kind, self._start, op=self._op, communicator=self._communicator, sequence=self._sequence, bytes=self._size)


# PyTorch. Everything below imports it only if it is installed.

_COLLECTIVES = {
    "all_reduce": "all_reduce", "reduce": "reduce", "broadcast": "broadcast", "barrier": "barrier", "gather": "gather",
    "scatter": "scatter", "all_gather": "all_gather", "_all_gather_base": "all_gather", "all_gather_into_tensor": "all_gather",
    "reduce_scatter": "reduce_scatter", "_reduce_scatter_base": "reduce_scatter", "reduce_scatter_tensor": "reduce_scatter",
    "all_to_all": "all_to_all", "all_to_all_single": "all_to_all",
}  # fmt: skip


def _communicator(distributed, group):
    """A name that is the same on all members."""
    c10d = distributed.distributed_c10d
    known = getattr(c10d, "_pg_group_ranks", None) or getattr(c10d._world, "pg_group_ranks", {})
    ranks = sorted(known.get(group, ())) if group is not None else []
    if not ranks or len(ranks) == distributed.get_world_size():
        return "world"
    stride = ranks[1] - ranks[0] if len(ranks) > 1 else 1
    if ranks == list(range(ranks[0], ranks[-1] + 1, stride)):
        return "ranks %d to %d" % (ranks[0], ranks[-1]) + (" by %d" % stride if stride > 1 else "")
    return "ranks " + " ".join(map(str, ranks))[:200]


def _bytes_of(values):
    for value in values:
        if hasattr(value, "element_size"):
            return value.numel() * value.element_size()
        if isinstance(value, (list, tuple)) and value and hasattr(value[0], "element_size"):
            return sum(each.numel() * each.element_size() for each in value)
    return 0


def _is_timed_here(distributed, group):
    """Excludes NCCL, whose collectives are only enqueued while Python runs."""
    return distributed.is_initialized() and distributed.get_backend(group) != "nccl"


def _wrap_collective(job, distributed, name, op):
    original = getattr(distributed, name, None)
    if original is None:
        return

    @functools.wraps(original)
    def call(*arguments, **named):
        span = None
        try:
            if _is_timed_here(distributed, named.get("group")) and not named.get("async_op"):
                span = job.collective(op, _communicator(distributed, named.get("group")), _bytes_of(arguments))
                span.enter()
        except Exception:  # pylint: disable=broad-except
            span = None
        try:
            return original(*arguments, **named)
        finally:
            if span is not None:
                span.leave()

    setattr(distributed, name, call)


def watch_collectives(job):
    """Wraps the calls of torch.distributed that wait for their end."""
    import torch.distributed as distributed

    if distributed.is_available():
        for name, op in _COLLECTIVES.items():
            _wrap_collective(job, distributed, name, op)


def _watch_reducer(job, model):
    """Reports the all-reduces of DistributedDataParallel, which are not called from Python."""
    import torch.distributed as distributed
    from torch.distributed.algorithms.ddp_comm_hooks import default_hooks
    from torch.nn.parallel import DistributedDataParallel

    if not isinstance(model, DistributedDataParallel) or not _is_timed_here(distributed, model.process_group):
        return
    communicator = _communicator(distributed, model.process_group)

    def reduce(group, bucket):
        job.last_bucket_ns = time.time_ns()
        span = job.collective("all_reduce", communicator, _bytes_of([bucket.buffer()]))
        span.enter()

        def leave(future):
            span.leave()
            return future.value() if not isinstance(future.value(), list) else future.value()[0]

        return default_hooks.allreduce_hook(group, bucket).then(leave)

    model.register_comm_hook(model.process_group, reduce)


def watch(model=None, optimizer=None, job=None, **named):
    """Hooks into a model and its optimizer. A step ends with optimizer.step(). Returns the Job."""
    if job is None:
        named.setdefault("rank", _rank_by_torch())
        job = Job(**named)
    for hook in (_watch_model, _watch_backward, _watch_optimizer, _watch_distributed, _watch_saving):
        try:
            hook(job, model, optimizer)
        except Exception:  # pylint: disable=broad-except
            pass
    job.begin_step()
    return job


def _rank_by_torch():
    try:
        import torch.distributed as distributed

        return distributed.get_rank() if distributed.is_initialized() else None
    except Exception:  # pylint: disable=broad-except
        return None


def _watch_distributed(job, model, _):
    watch_collectives(job)
    _watch_reducer(job, model)


def _watch_model(job, model, _):
    since = []
    if model is None:
        return
    model.register_forward_pre_hook(lambda *_: since.append(time.time_ns()))
    model.register_forward_hook(lambda *_: job.post("compute", since.pop(), op="forward") if since else None)


def _watch_backward(job, model, _):
    if model is None:
        return
    import torch

    original = torch.Tensor.backward

    @functools.wraps(original)
    def backward(*arguments, **named):
        since = time.time_ns()
        try:
            return original(*arguments, **named)
        finally:  # after the last bucket, backward waits for the reduction, which has its own spans
            job.post("compute", since, job.last_bucket_ns if job.last_bucket_ns > since else None, op="backward")

    torch.Tensor.backward = backward


def _watch_optimizer(job, _, optimizer):
    if optimizer is None:
        return
    original = optimizer.step

    @functools.wraps(original)
    def step(*arguments, **named):
        with job.optimizer():
            result = original(*arguments, **named)
        job.end_step()
        job.begin_step()
        return result

    optimizer.step = step


def _watch_saving(job, *_):
    import torch

    original = torch.save

    @functools.wraps(original)
    def save(*arguments, **named):
        if any(span.kind == "checkpoint" for span in job.under_way):
            return original(*arguments, **named)  # inside a checkpoint that is already timed
        with _Saving(job, "checkpoint", "save", {}):
            return original(*arguments, **named)

    torch.save = save
