// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/architecture/sourcetree.h"

namespace lockstep::test {

/// The .cpp files in which members of a class are defined outside of it, by the class with its namespace
/// ("lockstep::sim::Fabric").
[[nodiscard]] QMap<QString, QStringList> definitionFiles(const SourceTree& sources);

} // namespace lockstep::test
