// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/selftest/kernelsource.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <string_view>

namespace lockstep {

namespace {

constexpr unsigned chains = 8; ///< independent of each other, so that the latency of one is hidden by the others
constexpr float factor = 0x1.0001p+0F; ///< 0f3F800080: slightly above 1, so that errors accumulate
constexpr float summand = 0x1p-13F; ///< 0f39000000
constexpr float startScale = 0x1p-20F; ///< 0f35800000

/// Every kernel runs over its words with a stride of the whole grid. Volta and newer.
constexpr std::string_view fillAndCompare = R"(.version 6.3
.target sm_70
.address_size 64

.visible .entry fill(.param .u64 pTo, .param .u64 pWords, .param .u32 pSeed, .param .u32 pKeep, .param .u32 pSet)
{
    .reg .pred %p<2>;
    .reg .b32 %r<12>;
    .reg .b64 %d<8>;
    ld.param.u64 %d1, [pTo];
    cvta.to.global.u64 %d1, %d1;
    ld.param.u64 %d2, [pWords];
    ld.param.u32 %r1, [pSeed];
    ld.param.u32 %r9, [pKeep];
    ld.param.u32 %r10, [pSet];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.u32 %r5, %r2, %r3, %r4;
    mov.u32 %r6, %nctaid.x;
    mul.lo.u32 %r6, %r6, %r3;
    cvt.u64.u32 %d3, %r5;
    cvt.u64.u32 %d4, %r6;
NEXT:
    setp.ge.u64 %p1, %d3, %d2;
    @%p1 bra DONE;
    cvt.u32.u64 %r7, %d3;
    xor.b32 %r7, %r7, %r1;
    mul.lo.u32 %r7, %r7, 0x9E3779B1;
    shr.u32 %r8, %r7, 15;
    xor.b32 %r7, %r7, %r8;
    mul.lo.u32 %r7, %r7, 0x85EBCA77;
    shr.u32 %r8, %r7, 13;
    xor.b32 %r7, %r7, %r8;
    mul.lo.u32 %r7, %r7, 0xC2B2AE3D;
    shr.u32 %r8, %r7, 16;
    xor.b32 %r7, %r7, %r8;
    and.b32 %r7, %r7, %r9;
    or.b32 %r7, %r7, %r10;
    shl.b64 %d5, %d3, 2;
    add.u64 %d6, %d1, %d5;
    st.global.u32 [%d6], %r7;
    add.u64 %d3, %d3, %d4;
    bra NEXT;
DONE:
    ret;
}

.visible .entry compare(.param .u64 pA, .param .u64 pB, .param .u64 pWords, .param .u64 pCount)
{
    .reg .pred %p<4>;
    .reg .b32 %r<12>;
    .reg .b64 %d<12>;
    ld.param.u64 %d1, [pA];
    cvta.to.global.u64 %d1, %d1;
    ld.param.u64 %d2, [pB];
    cvta.to.global.u64 %d2, %d2;
    ld.param.u64 %d3, [pWords];
    ld.param.u64 %d4, [pCount];
    cvta.to.global.u64 %d4, %d4;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.u32 %r5, %r2, %r3, %r4;
    mov.u32 %r6, %nctaid.x;
    mul.lo.u32 %r6, %r6, %r3;
    cvt.u64.u32 %d5, %r5;
    cvt.u64.u32 %d6, %r6;
    mov.u32 %r7, 0;
NEXT:
    setp.ge.u64 %p1, %d5, %d3;
    @%p1 bra REPORT;
    shl.b64 %d7, %d5, 2;
    add.u64 %d8, %d1, %d7;
    add.u64 %d9, %d2, %d7;
    ld.global.u32 %r8, [%d8];
    ld.global.u32 %r9, [%d9];
    setp.ne.u32 %p2, %r8, %r9;
    @%p2 add.u32 %r7, %r7, 1;
    add.u64 %d5, %d5, %d6;
    bra NEXT;
REPORT:
    setp.eq.u32 %p3, %r7, 0;
    @%p3 bra DONE;
    red.global.add.u32 [%d4], %r7;
DONE:
    ret;
}

)";

constexpr std::string_view chainBegin = R"(.visible .entry chain(.param .u64 pTo, .param .u32 pRounds)
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .b64 %d<4>;
    .reg .f32 %f<16>;
    ld.param.u64 %d1, [pTo];
    cvta.to.global.u64 %d1, %d1;
    ld.param.u32 %r1, [pRounds];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.u32 %r5, %r2, %r3, %r4;
    cvt.rn.f32.u32 %f8, %r5;
    mul.rn.f32 %f8, %f8, 0f35800000;
    mov.f32 %f9, 0f3F800080;
    mov.f32 %f10, 0f39000000;
    mov.f32 %f0, %f8;
)";

constexpr std::string_view chainEnd = R"(    sub.u32 %r1, %r1, 1;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra NEXT;
    mul.wide.u32 %d2, %r5, 4;
    add.u64 %d3, %d1, %d2;
    st.global.f32 [%d3], %f0;
    ret;
}
)";

} // namespace

std::string kernelSource()
{
    std::string text{fillAndCompare};
    text += chainBegin;
    const auto out = std::back_inserter(text);
    for (unsigned chain = 1; chain < chains; ++chain)
        fmt::format_to(out, "    add.rn.f32 %f{}, %f{}, %f10;\n", chain, chain - 1);
    text += "NEXT:\n";
    for (unsigned at = 0; at < chainLength; ++at)
        fmt::format_to(out, "    fma.rn.f32 %f{0}, %f{0}, %f9, %f10;\n", at % chains);
    std::string sum;
    for (unsigned chain = 1; chain < chains; ++chain)
        fmt::format_to(std::back_inserter(sum), "    add.rn.f32 %f0, %f0, %f{};\n", chain);
    std::string end{chainEnd};
    end.insert(end.find("    mul.wide"), sum);
    return text + end;
}

std::uint32_t filledWord(std::uint32_t index, std::uint32_t seed)
{
    std::uint32_t word = (index ^ seed) * 0x9E3779B1U;
    word = (word ^ (word >> 15U)) * 0x85EBCA77U;
    word = (word ^ (word >> 13U)) * 0xC2B2AE3DU;
    return word ^ (word >> 16U);
}

float chainResult(std::uint32_t thread, std::uint32_t rounds)
{
    std::array<float, chains> values{};
    values[0] = static_cast<float>(thread) * startScale;
    for (unsigned chain = 1; chain < chains; ++chain)
        values[chain] = values[chain - 1] + summand;
    for (std::uint32_t at = 0; at < rounds * (chainLength / chains); ++at)
        for (float& value : values)
            value = std::fma(value, factor, summand);
    for (unsigned chain = 1; chain < chains; ++chain)
        values[0] += values[chain];
    return values[0];
}

} // namespace lockstep
