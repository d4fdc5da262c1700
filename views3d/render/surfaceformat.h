// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// Sets the default OpenGL format that the 3D views need. Call it in main() before the QApplication is made.
void prepareSurfaceFormat();

} // namespace lockstep
