// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/architecture/sourcetree.h"

namespace lockstep::test {

/// The .cpp files that define members of a class, by the class's qualified name ("lockstep::sim::Fabric").
[[nodiscard]] QMap<QString, QStringList> definitionFiles(const SourceTree& sources);

} // namespace lockstep::test
