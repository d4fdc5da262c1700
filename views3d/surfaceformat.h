// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// Sets the default OpenGL surface format that the 3D views need. Call it in main() before the QApplication is made:
/// all windows share one format, and it cannot be changed later.
void prepareSurfaceFormat();

} // namespace lockstep
