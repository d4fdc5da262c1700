// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/xid.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

using enum Severity;
using enum XidClass;
using enum Remedy;

struct Entry
{
    unsigned first;
    unsigned last;
    Severity severity;
    XidClass kind;
    Remedy remedy;
    std::string_view text;
};

constexpr unsigned lastCatalogued = 172;

/// In order of their codes. Omits codes for which NVIDIA's catalogue requires no action, unless they concern failing
/// memory or a link.
constexpr auto entries = std::to_array<Entry>({
    {8, 8, Warning, Engine, RestartJob, "the GPU stopped processing: restart the application"},
    {11, 11, Warning, Program, RestartJob, "invalid commands from the application: restart it"},
    {13, 13, Warning, Program, RestartJob, "graphics engine exception, usually caused by the application: restart it"},
    {25, 25, Warning, Program, RestartJob, "illegal commands from the application: restart it"},
    {31, 31, Warning, Program, RestartJob, "memory page fault, usually caused by the application: restart it"},
    {32, 32, Warning, Program, RestartJob, "invalid commands from the application: restart it"},
    {37, 37, Information, Firmware, Nothing, "the driver's firmware rejected an unknown method"},
    {38, 38, Information, Firmware, Nothing, "the driver's firmware timed out"},
    {39, 41, Warning, Engine, RestartJob, "copy engine exception: restart the application"},
    {43, 43, Information, Program, Nothing, "the application's channel was stopped; the GPU is healthy"},
    {44, 44, Information, Engine, Nothing, "graphics engine fault during a context switch"},
    {45, 45, Information, Program, Nothing, "pre-emptive cleanup after another error"},
    {46, 46, Critical, Firmware, ResetGpu, "the GPU stopped responding: reset it"},
    {48, 48, Critical, Memory, ResetGpu, "double-bit ECC error: reset the GPU; row remapping follows"},
    {54, 54, Critical, Power, Repair, "auxiliary power is not connected to the board: check its power connectors"},
    {60, 60, Warning, Engine, RestartJob, "video processor exception: restart the application"},
    {62, 62, Critical, Firmware, ResetGpu, "the power management unit halted: reset the GPU"},
    {63, 63, Information, Remapping, Nothing, "a memory row was remapped"},
    {64, 64, Critical, Remapping, ResetGpu, "a memory row could not be remapped: reset the GPU"},
    {66, 67, Information, Firmware, Nothing, "illegal access by the driver"},
    {68, 68, Warning, Engine, RestartJob, "video decoder exception: restart the application"},
    {69, 69, Warning, Program, RestartJob, "graphics engine class error, caused by the application: restart it"},
    {70, 72, Warning, Engine, RestartJob, "copy engine error: restart the application"},
    {74, 74, Critical, NvLink, MendLink, "NVLink error: check the link and its far end"},
    {75, 77, Warning, Engine, RestartJob, "copy engine error: restart the application"},
    {78, 78, Warning, Firmware, UpdateSoftware,
     "a virtual GPU did not start: its driver does not match the driver of the host"},
    {79, 79, Critical, Bus, RestartNode, "the GPU has fallen off the bus: drain and restart the machine"},
    {80, 80, Warning, Program, RestartJob, "corrupted data was sent to the GPU: restart the application"},
    {82, 82, Warning, Engine, RestartJob, "picture decoder error: restart the application"},
    {83, 84, Warning, Engine, RestartJob, "video decoder error: restart the application"},
    {85, 85, Warning, Engine, RestartJob, "copy engine error: restart the application"},
    {86, 86, Warning, Engine, RestartJob, "optical flow engine exception: restart the application"},
    {88, 89, Warning, Engine, RestartJob, "video decoder error: restart the application"},
    {92, 92, Warning, Memory, Nothing, "high rate of single-bit ECC errors"},
    {93, 93, Information, Firmware, Nothing, "the board's settings memory (InfoROM) has been written very often"},
    {94, 94, Warning, Memory, RestartJob, "uncorrectable memory error, contained: restart the application"},
    {95, 95, Critical, Memory, ResetGpu, "uncorrectable memory error, not contained: reset the GPU"},
    {96, 98, Warning, Engine, RestartJob, "video decoder error: restart the application"},
    {99, 105, Warning, Engine, RestartJob, "picture decoder error: restart the application"},
    {106, 107, Information, Notice, Nothing, "a test message"},
    {109, 109, Critical, Firmware, ResetGpu, "context switch timed out: reset the GPU"},
    {110, 110, Critical, Firmware, ResetGpu, "security fault: reset the GPU"},
    {119, 119, Critical, Firmware, ResetGpu, "the GPU's system processor timed out: reset the GPU"},
    {120, 120, Critical, Firmware, ResetGpu, "the GPU's system processor failed: reset the GPU"},
    {121, 121, Warning, NvLink, Nothing, "C2C link error, corrected"},
    {126, 135, Warning, Engine, RestartJob, "copy engine error: restart the application"},
    {136, 136, Critical, NvLink, ResetGpu, "NVLink training failed: reset the GPU"},
    {137, 137, Warning, NvLink, Nothing, "NVLink privilege error"},
    {139, 139, Warning, Engine, RestartJob, "optical flow engine error: restart the application"},
    {140, 140, Critical, Memory, ResetGpu, "unrecovered ECC error: reset the GPU"},
    {141, 141, Information, Firmware, Nothing, "CUDA fast path error"},
    {142, 142, Warning, Engine, AskVendor, "video encoder error: contact NVIDIA"},
    {143, 143, Critical, Firmware, ResetGpu, "GPU initialisation failed: reset the GPU"},
    {144, 144, Critical, NvLink, MendLink, "Fifth-generation NVLink error (SAW)"},
    {145, 145, Critical, NvLink, MendLink, "Fifth-generation NVLink error (RLW)"},
    {146, 146, Critical, NvLink, MendLink, "Fifth-generation NVLink error (TLW)"},
    {147, 147, Critical, NvLink, MendLink, "Fifth-generation NVLink error (TREX)"},
    {148, 148, Critical, NvLink, MendLink, "Fifth-generation NVLink error (NVLPW_CTRL)"},
    {149, 149, Critical, NvLink, MendLink, "Fifth-generation NVLink error (NETIR)"},
    {150, 150, Critical, NvLink, MendLink, "Fifth-generation NVLink error (MSE)"},
    {151, 151, Warning, Firmware, RestartNode, "key rotation failed: restart the virtual machine"},
    {152, 152, Information, Engine, Nothing, "deep-learning accelerator: memory fault"},
    {153, 153, Information, Engine, Nothing, "deep-learning accelerator: timeout"},
    {154, 154, Information, Notice, Nothing, "the GPU's recommended recovery action has changed"},
    {155, 155, Critical, NvLink, ResetGpu, "NVLink error: reset the GPU"},
    {156, 156, Critical, Remapping, ResetGpu, "a resource was retired: reset the GPU"},
    {157, 157, Warning, Remapping, Nothing, "a resource could not be retired"},
    {158, 158, Critical, Firmware, ResetGpu, "fatal timeout: reset the GPU"},
    {159, 159, Warning, NvLink, Nothing, "error on the path to host memory"},
    {160, 160, Information, Remapping, Nothing, "a channel of memory was retired"},
    {161, 161, Warning, Remapping, Nothing, "a channel of memory could not be retired"},
    {162, 162, Information, Notice, Nothing, "power smoothing works again"},
    {163, 163, Information, Power, Nothing, "power smoothing is off"},
    {164, 164, Information, Power, Nothing, "the power smoothing components are near the end of their life"},
    {165, 165, Warning, Power, Repair, "the power smoothing components have reached the end of their life"},
    {166, 166, Warning, NvLink, ResetGpu, "confidential traffic arrived before its link was set up"},
    {167, 167, Critical, Bus, RestartNode, "permanent PCIe timeout: drain and restart the machine"},
    {168, 168, Warning, Memory, ResetGpu, "errors in protected memory: its capacity is reduced"},
    {169, 169, Critical, Firmware, ResetGpu, "the security processor halted: reset the GPU"},
    {170, 170, Warning, NvLink, ResetGpu, "interrupt in confidential mode"},
    {171, 171, Critical, Memory, ResetGpu, "uncorrectable DRAM error, confirmed by XID 48: reset the GPU"},
    {172, 172, Critical, Memory, ResetGpu, "uncorrectable SRAM error, confirmed by XID 48: reset the GPU"},
});

} // namespace

XidMeaning meaningOfXid(unsigned long long code)
{
    const auto found
        = std::ranges::find_if(entries, [code](const Entry& each) { return each.first <= code && code <= each.last; });
    if (found != entries.end())
        return {found->severity, found->kind, found->remedy, std::string(found->text)};
    if (code >= 1 && code <= lastCatalogued)
        return {Warning, Unused, AskVendor, "not explained in NVIDIA's catalogue: contact NVIDIA"};
    return {Warning, Unlisted, Nothing, "not in Lockstep's catalogue: see NVIDIA's XID documentation"};
}

} // namespace lockstep
