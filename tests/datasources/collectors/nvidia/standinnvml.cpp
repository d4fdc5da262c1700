// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for NVIDIA's libnvidia-ml.so.1, to test the path from dlopen to a tick without a GPU.
#include "tests/datasources/collectors/nvidia/standinnvml.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>
#include <thread>

using lockstep::StandinNvml;
namespace nvml = lockstep::nvml;

namespace {

StandinNvml state;

constexpr nvml::Return invalidArgument = 2;

/// Polls, because a library loaded with dlopen and its user may use different wake-up mechanisms.
void waitWhile(const std::atomic<bool>& flag)
{
    while (flag)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

unsigned indexOf(nvml::Device device)
{
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(device) - 1);
}

nvml::Return check(nvml::Device device)
{
    if (indexOf(device) >= state.deviceCount)
        return invalidArgument;
    return state.isLost && indexOf(device) == 1 ? nvml::gpuIsLost : nvml::success;
}

template <class Number>
nvml::Return answer(nvml::Device device, Number* out, Number value)
{
    const nvml::Return result = check(device);
    if (result == nvml::success)
        *out = value;
    return result;
}

lockstep::StandinLink* linkOf(nvml::Device device, unsigned link)
{
    const unsigned gpu = indexOf(device);
    return gpu < state.links.size() && link < state.links[gpu].size() ? &state.links[gpu][link] : nullptr;
}

/// A link's field; nullopt: that generation has none.
std::optional<unsigned long long> linkField(const lockstep::StandinLink& link, unsigned field)
{
    const unsigned version = state.nvlinkVersion;
    const auto from = [version](unsigned first, unsigned last, unsigned long long count) {
        return version >= first && version <= last ? std::optional(count) : std::nullopt;
    };
    switch (field) {
    case nvml::field::nvlinkDataTransmitted:
        return from(3, 4, link.kibibytes);
    case nvml::field::nvlinkDataReceived:
        return from(3, 4, link.kibibytes / 2);
    case nvml::field::nvlinkRemoteLink:
        return link.remoteLink;
    case nvml::field::nvlinkState:
        return from(4, 5, link.state);
    case nvml::field::nvlinkSpeed:
        return from(4, 5, link.state == 0 ? 0U : 26'562U);
    case nvml::field::nvlinkReplays:
        return from(4, 4, link.replays);
    case nvml::field::nvlinkRecoveries:
        return from(4, 4, link.recoveries);
    case nvml::field::nvlinkCrcErrors:
        return from(4, 4, link.crcErrors);
    case nvml::field::nvlinkBytesTransmitted:
        return from(5, 5, link.kibibytes * 1024);
    case nvml::field::nvlinkBytesReceived:
        return from(5, 5, link.kibibytes * 512);
    case nvml::field::nvlinkRecoveryEvents:
        return from(5, 5, link.recoveries);
    case nvml::field::nvlinkRecoveriesFailed:
        return from(5, 5, link.recoveriesFailed);
    case nvml::field::nvlinkSymbolErrors:
        return from(5, 5, link.symbolErrors);
    case nvml::field::nvlinkSymbolErrorRatio:
        return from(5, 5, link.symbolErrorRatio);
    default:
        return std::nullopt;
    }
}

nvml::Return fill(nvml::Device device, nvml::FieldValue& field)
{
    const auto setCount = [&](unsigned long long count) {
        field.valueType = nvml::UnsignedLongLongValue;
        field.value.asUnsignedLongLong = count;
        return nvml::success;
    };
    const lockstep::StandinLink* const link = linkOf(device, field.scopeId);
    if (link != nullptr && field.scopeId != nvml::allLinks) {
        if (const auto count = linkField(*link, field.fieldId)) {
            ++state.linkQuestions;
            return setCount(*count);
        }
    }
    switch (field.fieldId) {
    case nvml::field::nvlinkCount:
        return indexOf(device) < state.links.size() ? setCount(state.links[indexOf(device)].size())
                                                    : nvml::notSupported;
    case nvml::field::nvlinkCommonSpeed:
        return state.nvlinkVersion == 3 ? setCount(25'000) : nvml::notSupported;
    case nvml::field::memoryTemperature:
        field.valueType = nvml::UnsignedValue;
        field.value.asUnsigned = 61;
        return nvml::success;
    case nvml::field::powerInstant:
        field.valueType = nvml::UnsignedValue;
        field.value.asUnsigned = state.instantMilliwatts;
        return nvml::success;
    case nvml::field::nvlinkDataTransmitted:
    case nvml::field::nvlinkDataReceived:
        return field.scopeId == nvml::allLinks ? setCount(state.nvlinkKibibytes) : nvml::notSupported;
    case nvml::field::pcieBytesTransmitted:
    case nvml::field::pcieBytesReceived:
        if (!state.hasPcieCounters)
            return nvml::notSupported;
        setCount(state.pcieBytes);
        if (!state.hasWidePcieCounters)
            field.valueType = nvml::UnsignedValue;
        return nvml::success;
    case nvml::field::nvlinkReplayErrors:
    case nvml::field::nvlinkRecoveryErrors:
        return setCount(state.nvlinkErrors);
    default:
        return nvml::notSupported;
    }
}

} // namespace

extern "C" {

StandinNvml* standinNvml()
{
    return &state;
}

nvml::Return nvmlInit_v2()
{
    waitWhile(state.isWaking);
    return state.initialise;
}
nvml::Return nvmlShutdown()
{
    return nvml::success;
}
const char* nvmlErrorString(nvml::Return result)
{
    return result == nvml::gpuIsLost ? "GPU is lost" : "Some error";
}
nvml::Return nvmlSystemGetDriverVersion(char* version, unsigned length)
{
    std::strncpy(version, "580.95.05", length);
    return nvml::success;
}
nvml::Return nvmlSystemGetCudaDriverVersion_v2(int* version)
{
    *version = 13'000;
    return nvml::success;
}
nvml::Return nvmlDeviceGetVbiosVersion(nvml::Device device, char* version, unsigned length)
{
    std::strncpy(version, "96.00.89.00.01", length);
    return check(device);
}
nvml::Return nvmlDeviceGetEccMode(nvml::Device device, unsigned* current, unsigned* pending)
{
    *pending = 1;
    return answer(device, current, indexOf(device) == 1 ? 0U : 1U);
}
nvml::Return nvmlDeviceGetCount_v2(unsigned* count)
{
    *count = state.deviceCount;
    return nvml::success;
}
nvml::Return nvmlDeviceGetHandleByIndex_v2(unsigned index, nvml::Device* device)
{
    if (index >= state.deviceCount)
        return invalidArgument;
    *device = reinterpret_cast<nvml::Device>(static_cast<std::uintptr_t>(index + 1));
    return nvml::success;
}
nvml::Return nvmlDeviceGetName(nvml::Device device, char* name, unsigned length)
{
    std::strncpy(name, "NVIDIA Standin 80GB", length);
    return check(device);
}
nvml::Return nvmlDeviceGetTemperature(nvml::Device device, int sensor, unsigned* degrees)
{
    waitWhile(state.isHanging);
    return sensor == nvml::temperatureSensorGpu ? answer(device, degrees, 40U + indexOf(device)) : invalidArgument;
}
nvml::Return nvmlDeviceGetTemperatureThreshold(nvml::Device device, int threshold, unsigned* degrees)
{
    return answer(device, degrees, threshold == nvml::thresholdShutdown ? 95U : 89U);
}
nvml::Return nvmlDeviceGetPowerUsage(nvml::Device device, unsigned* milliwatts)
{
    return answer(device, milliwatts, 300'000U);
}
nvml::Return nvmlDeviceGetEnforcedPowerLimit(nvml::Device device, unsigned* milliwatts)
{
    return answer(device, milliwatts, 700'000U);
}
nvml::Return nvmlDeviceGetClockInfo(nvml::Device device, int type, unsigned* megahertz)
{
    return answer(device, megahertz, type == nvml::clockSm ? 1980U : 2619U);
}
nvml::Return nvmlDeviceGetCurrentClocksThrottleReasons(nvml::Device device, unsigned long long* reasons)
{
    return answer(device, reasons, state.throttleReasons);
}
nvml::Return nvmlDeviceGetUtilizationRates(nvml::Device device, nvml::Utilization* utilisation)
{
    return answer(device, utilisation, nvml::Utilization{87, 42});
}
nvml::Return nvmlDeviceGetMemoryInfo(nvml::Device device, nvml::Memory* memory)
{
    return answer(device, memory, nvml::Memory{80'000'000'000, 20'000'000'000, 60'000'000'000});
}
nvml::Return nvmlDeviceGetTotalEccErrors(nvml::Device device, int type, int counter, unsigned long long* count)
{
    if (counter != nvml::counterVolatile && counter != nvml::counterAggregate)
        return invalidArgument;
    const unsigned long long before = counter == nvml::counterAggregate ? 12'000ULL : 0ULL; // of earlier boots
    return answer(device, count, type == nvml::errorsCorrected ? before + state.correctedErrors : 0ULL);
}
nvml::Return nvmlDeviceGetRemappedRows(nvml::Device device, unsigned* corrected, unsigned* uncorrected,
                                       unsigned* isPending, unsigned* hasFailed)
{
    *corrected = state.rows.corrected;
    *uncorrected = state.rows.uncorrected;
    *isPending = state.rows.isPending;
    return answer(device, hasFailed, state.rows.hasFailed);
}
nvml::Return nvmlDeviceGetComputeRunningProcesses_v3(nvml::Device device, unsigned* count, nvml::ProcessInfo* found)
{
    const unsigned room = *count;
    const auto number = static_cast<unsigned>(indexOf(device) == 1 ? state.processes.size() : 0);
    for (unsigned at = 0; at < std::min(room, number); ++at)
        found[at] = {state.processes[at], 0, 0, 0};
    const nvml::Return result = answer(device, count, number);
    return result == nvml::success && number > room ? nvml::insufficientSize : result;
}
nvml::Return nvmlDeviceGetFanSpeed(nvml::Device, unsigned*)
{
    return nvml::notSupported; // cooled by the chassis
}
nvml::Return nvmlDeviceGetPcieReplayCounter(nvml::Device device, unsigned* count)
{
    return answer(device, count, 0U);
}
nvml::Return nvmlDeviceGetPcieThroughput(nvml::Device device, int direction, unsigned* kilobytes)
{
    return answer(device, kilobytes, direction == nvml::pcieTransmit ? 1000U : 2000U);
}
nvml::Return nvmlDeviceGetFieldValues(nvml::Device device, int count, nvml::FieldValue* fields)
{
    if (const nvml::Return result = check(device); result != nvml::success)
        return result;
    for (int i = 0; i < count; ++i)
        fields[i].result = fill(device, fields[i]);
    return nvml::success;
}
nvml::Return nvmlDeviceGetPciInfo_v3(nvml::Device device, nvml::PciInfo* place)
{
    return answer(device, &place->bus, 0x10U + indexOf(device));
}
nvml::Return nvmlDeviceGetNvLinkState(nvml::Device device, unsigned index, unsigned* isActive)
{
    const auto* const link = linkOf(device, index);
    return link == nullptr ? invalidArgument : answer(device, isActive, link->state == 0 ? 0U : 1U);
}
nvml::Return nvmlDeviceGetNvLinkRemoteDeviceType(nvml::Device device, unsigned index, int* type)
{
    const auto* const link = linkOf(device, index);
    return link == nullptr ? invalidArgument : answer(device, type, link->remoteType);
}
nvml::Return nvmlDeviceGetNvLinkRemotePciInfo_v2(nvml::Device device, unsigned index, nvml::PciInfo* place)
{
    const auto* const link = linkOf(device, index);
    return link == nullptr ? invalidArgument : answer(device, &place->bus, link->remoteBus);
}
nvml::Return nvmlDeviceGetNvLinkErrorCounter(nvml::Device device, unsigned index, int counter,
                                             unsigned long long* count)
{
    const auto* const link = linkOf(device, index);
    if (link == nullptr || state.nvlinkVersion > 3)
        return link == nullptr ? invalidArgument : nvml::notSupported;
    ++state.linkQuestions;
    const unsigned long long counts[] = {link->replays, link->recoveries, 7, link->crcErrors, link->eccErrors};
    return answer(device, count, counts[counter]);
}
nvml::Return nvmlEventSetCreate(nvml::EventSet* set)
{
    *set = reinterpret_cast<nvml::EventSet>(&state);
    return nvml::success;
}
nvml::Return nvmlEventSetFree(nvml::EventSet)
{
    return nvml::success;
}
nvml::Return nvmlDeviceRegisterEvents(nvml::Device device, unsigned long long types, nvml::EventSet)
{
    return types == nvml::eventXid ? check(device) : nvml::notSupported;
}
nvml::Return nvmlEventSetWait_v2(nvml::EventSet, nvml::EventData* event, unsigned)
{
    if (state.xids.empty())
        return nvml::timedOut;
    const auto [gpu, code] = state.xids.front();
    state.xids.pop_front();
    *event = {reinterpret_cast<nvml::Device>(static_cast<std::uintptr_t>(gpu + 1)), nvml::eventXid, code, 0xFFFFFFFF,
              0xFFFFFFFF};
    return nvml::success;
}

} // extern "C"
