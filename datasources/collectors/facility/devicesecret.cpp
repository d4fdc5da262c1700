// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/devicesecret.h"

#include "datasources/text/secretfile.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string.h> // explicit_bzero

namespace lockstep {

Result<std::string> DeviceSecret::read() const
{
    if (!file.empty())
        return readSecretFile(file);
    const char* const value = std::getenv(variable.c_str()); // NOLINT(concurrency-mt-unsafe): nobody sets it
    if (value == nullptr || *value == '\0')
        return Error{fmt::format("the environment has no {}, which is to hold a secret", variable)};
    return std::string(value);
}

DeviceSecret readDeviceSecret(TomlTable& fields, const std::string& name)
{
    DeviceSecret secret{fields.textOr(name + "_file", {}), fields.textOr(name + "_env", {})};
    if (!secret.file.empty() && !secret.variable.empty())
        fields.fail(name + "_env", fmt::format("either \"{0}_file\" or \"{0}_env\", not both", name));
    return secret;
}

void wipe(std::string& secret)
{
    ::explicit_bzero(secret.data(), secret.size());
    secret.clear();
}

} // namespace lockstep
