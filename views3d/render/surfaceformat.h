// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// Sets the default OpenGL format for the 3D views. Call in main() before creating the QApplication.
void prepareSurfaceFormat();

} // namespace lockstep
