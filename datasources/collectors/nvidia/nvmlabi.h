// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

/// The declarations of NVIDIA's management library (NVML, API version 12) that Lockstep uses, written from its public
/// ABI, so that neither building nor starting requires NVIDIA's headers or library. Names are the library's without
/// their prefix; layouts are checked below. The tests' fake library uses this file too.
namespace lockstep::nvml {

using Return = int;
inline constexpr Return success = 0;
inline constexpr Return notSupported = 3;
inline constexpr Return insufficientSize = 7;
inline constexpr Return timedOut = 10;
inline constexpr Return gpuIsLost = 15;

using Device = struct DeviceHandle*;
using EventSet = struct EventSetHandle*;

struct Utilization
{
    unsigned gpu; ///< percent
    unsigned memory; ///< percent
};

struct Memory
{
    unsigned long long total; ///< bytes
    unsigned long long free;
    unsigned long long used;
};

/// A PCI address.
struct PciInfo
{
    char legacyId[16];
    unsigned domain;
    unsigned bus;
    unsigned device;
    unsigned deviceId; ///< maker and model
    unsigned subsystemId;
    char id[32];
};

/// Memory rows replaced by spare ones.
struct RemappedRows
{
    unsigned corrected; ///< for corrected errors
    unsigned uncorrected;
    unsigned isPending; ///< errors waiting for a reset
    unsigned hasFailed; ///< no spare row was left
};

/// A process that computes on a GPU, as of the second version of the query.
struct ProcessInfo
{
    unsigned process;
    unsigned long long usedMemory; ///< bytes
    unsigned gpuInstanceId;
    unsigned computeInstanceId;
};

struct EventData
{
    Device device;
    unsigned long long eventType;
    unsigned long long eventData; ///< the XID
    unsigned gpuInstanceId;
    unsigned computeInstanceId;
};

union Value {
    double asDouble;
    int asInt;
    unsigned asUnsigned;
    unsigned long asUnsignedLong;
    unsigned long long asUnsignedLongLong;
    long long asSignedLongLong;
    unsigned short asUnsignedShort;
};

/// Selects the member of Value.
enum ValueType : int {
    DoubleValue,
    UnsignedValue,
    UnsignedLongValue,
    UnsignedLongLongValue,
    SignedLongLongValue,
    IntValue,
    UnsignedShortValue
};

struct FieldValue
{
    unsigned fieldId;
    unsigned scopeId; ///< link number; allLinks for the sum
    long long timestamp; ///< microseconds since 1970
    long long latencyUsec;
    int valueType; ///< a ValueType
    Return result; ///< result for this field
    Value value;
};

static_assert(sizeof(Utilization) == 8);
static_assert(sizeof(Memory) == 24);
static_assert(sizeof(ProcessInfo) == 24 && offsetof(ProcessInfo, gpuInstanceId) == 16);
static_assert(sizeof(EventData) == 32);
static_assert(sizeof(PciInfo) == 68 && offsetof(PciInfo, domain) == 16);
static_assert(sizeof(Value) == 8);
static_assert(sizeof(FieldValue) == 40 && offsetof(FieldValue, value) == 32);

inline constexpr unsigned allLinks = 0xFFFFFFFF;

/// Field ids (NVML_FI_DEV_*).
namespace field {
inline constexpr unsigned nvlinkCrcFlitErrors = 38;
inline constexpr unsigned nvlinkCrcDataErrors = 45;
inline constexpr unsigned nvlinkReplayErrors = 52;
inline constexpr unsigned nvlinkRecoveryErrors = 59;
inline constexpr unsigned memoryTemperature = 82; ///< °C
inline constexpr unsigned nvlinkCommonSpeed = 90; ///< MB/s of each active link, one way; older drivers
inline constexpr unsigned nvlinkCount = 91;
inline constexpr unsigned nvlinkDataTransmitted = 138; ///< KiB, cumulative
inline constexpr unsigned nvlinkDataReceived = 139; ///< KiB, cumulative
inline constexpr unsigned nvlinkRemoteLink = 146; ///< number of the link at the far end
inline constexpr unsigned nvlinkReplays = 161; ///< these three: NVLink 4 and older
inline constexpr unsigned nvlinkRecoveries = 162;
inline constexpr unsigned nvlinkCrcErrors = 163;
inline constexpr unsigned nvlinkSpeed = 164; ///< MB/s, one way
inline constexpr unsigned nvlinkState = 165; ///< a link state
inline constexpr unsigned powerInstant = 186; ///< mW
inline constexpr unsigned pcieBytesTransmitted = 197; ///< cumulative; its width depends on the driver
inline constexpr unsigned pcieBytesReceived = 198;
inline constexpr unsigned nvlinkPacketsTransmitted = 201; ///< from here on: NVLink 5 and newer
inline constexpr unsigned nvlinkBytesTransmitted = 202;
inline constexpr unsigned nvlinkPacketsReceived = 203;
inline constexpr unsigned nvlinkBytesReceived = 204;
inline constexpr unsigned nvlinkBufferOverruns = 207;
inline constexpr unsigned nvlinkReceiveErrors = 208;
inline constexpr unsigned nvlinkRemoteErrors = 209;
inline constexpr unsigned nvlinkIntegrityErrors = 211;
inline constexpr unsigned nvlinkTransmitDiscards = 212;
inline constexpr unsigned nvlinkRecoveriesFailed = 214; ///< and the link was declared down
inline constexpr unsigned nvlinkRecoveryEvents = 215; ///< failed or not
inline constexpr unsigned nvlinkSymbolErrors = 221;
inline constexpr unsigned nvlinkSymbolErrorRatio = 222; ///< packed, see symbolErrorRatio()
} // namespace field

/// In any other state a link is up: active, or asleep between transfers.
inline constexpr unsigned linkInactive = 0;

/// Error counters of a link that older GPUs have no fields for.
inline constexpr int linkReplays = 0;
inline constexpr int linkRecoveries = 1;
inline constexpr int linkCrcFlits = 2;
inline constexpr int linkCrcData = 3;
inline constexpr int linkEccData = 4;

/// Type of a link's far end.
inline constexpr int remoteSwitch = 2;

inline constexpr int temperatureSensorGpu = 0;
inline constexpr int thresholdShutdown = 0;
inline constexpr int thresholdSlowdown = 1;
inline constexpr int clockSm = 1;
inline constexpr int clockMemory = 2;
inline constexpr int errorsCorrected = 0;
inline constexpr int errorsUncorrected = 1;
inline constexpr int counterVolatile = 0; ///< since the driver was loaded
inline constexpr int counterAggregate = 1; ///< over the board's lifetime
inline constexpr int pcieTransmit = 0;
inline constexpr int pcieReceive = 1;
inline constexpr unsigned long long eventXid = 0x8;

/// Unwanted throttle reasons: hardware slowdown, software and hardware thermal slowdown, power brake. Not the power
/// cap, which is normal under load, nor idleness.
inline constexpr unsigned long long throttledFromOutside = 0x8 | 0x20 | 0x40 | 0x80;

} // namespace lockstep::nvml
