# SPDX-License-Identifier: GPL-3.0-or-later
"""What scalecurve and soak share: the cluster file of a large hall, and what a process takes."""
import os
from pathlib import Path

NODES_A_RACK = 4


def node_name(node):
    return f"node-{node:04d}"


def rack_name(rack):
    return f"R{rack:04d}"


def hall_lines(name, nodes, port_of):
    """Racks in rows of 32, each node a stream of its own at the port port_of(node). nodes: a range of numbers."""
    lines = [f'name = "{name}"']
    for rack in sorted({node // NODES_A_RACK for node in nodes}):
        row, place = divmod(rack, 32)
        lines.append(f'[[rack]]\nname = "{rack_name(rack)}"\nrow = "{row:02d}"\nx = {place * 0.6:.1f}\n'
                     f'z = {row * 2.4:.1f}')
    for node in nodes:
        rack, place = divmod(node, NODES_A_RACK)
        lines.append(f'[[node]]\nname = "{node_name(node)}"\nrack = "{rack_name(rack)}"\nunit = {2 + 9 * place}\n'
                     f'height = 8\naddress = "127.0.0.1:{port_of(node)}"')
    return lines


def cpu_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
