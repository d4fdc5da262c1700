// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/nvidia/xid.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockstep {

namespace {

using enum Severity;

struct Entry
{
    unsigned code;
    Severity severity;
    std::string_view text;
};

constexpr auto entries = std::to_array<Entry>({
    {13, Warning, "graphics engine exception, most often by the application: restart it"},
    {31, Warning, "memory page fault, most often by the application: restart it"},
    {43, Information, "the application's channel was stopped; the GPU is healthy"},
    {45, Information, "pre-emptive cleanup after another error"},
    {46, Critical, "the GPU stopped responding: reset it"},
    {48, Critical, "double-bit ECC error: reset the GPU; row remapping follows"},
    {62, Critical, "the power management unit halted: reset the GPU"},
    {63, Information, "a memory row was remapped"},
    {64, Critical, "a memory row could not be remapped: reset the GPU"},
    {69, Warning, "graphics engine class error, by the application: restart it"},
    {74, Critical, "NVLink error: check the link and its far end"},
    {79, Critical, "the GPU has fallen off the bus: drain and restart the machine"},
    {92, Warning, "high rate of single-bit ECC errors"},
    {94, Warning, "uncorrectable memory error, contained: restart the application"},
    {95, Critical, "uncorrectable memory error, not contained: reset the GPU"},
    {109, Critical, "context switch timed out: reset the GPU"},
    {119, Critical, "the GPU's system processor timed out: reset the GPU"},
    {120, Critical, "the GPU's system processor failed: reset the GPU"},
    {121, Warning, "C2C link error, corrected"},
    {136, Critical, "NVLink training failed: reset the GPU"},
    {137, Warning, "NVLink privilege error"},
    {140, Critical, "unrecovered ECC error: reset the GPU"},
    {143, Critical, "GPU initialisation failed: reset the GPU"},
    {144, Critical, "NVLink 5 error (SAW)"},
    {145, Critical, "NVLink 5 error (RLW)"},
    {146, Critical, "NVLink 5 error (TLW)"},
    {147, Critical, "NVLink 5 error (TREX)"},
    {148, Critical, "NVLink 5 error (NVLPW_CTRL)"},
    {149, Critical, "NVLink 5 error (NETIR)"},
    {150, Critical, "NVLink 5 error (MSE)"},
    {154, Information, "the GPU's recommended recovery action has changed"},
    {155, Critical, "NVLink error: reset the GPU"},
    {156, Critical, "a resource was retired: reset the GPU"},
    {158, Critical, "fatal timeout: reset the GPU"},
});

} // namespace

XidMeaning meaningOfXid(unsigned long long code)
{
    const auto found = std::ranges::find(entries, code, &Entry::code);
    if (found == entries.end())
        return {Warning, "not in Lockstep's catalogue: see NVIDIA's XID documentation"};
    return {found->severity, std::string(found->text)};
}

} // namespace lockstep
