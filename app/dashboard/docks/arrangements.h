// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

class DockHost;

/// Puts the docks where the design of a workspace (0 to 4, see Workspaces::name) has them, and hides the others.
/// The docks must have a size already, because the design is in shares of it.
void applyArrangement(DockHost& docks, int workspace);

} // namespace lockstep
