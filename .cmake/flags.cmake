# The only place for compiler flags. Every target links lockstep_flags.
add_library(lockstep_flags INTERFACE)
target_include_directories(lockstep_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(lockstep_flags INTERFACE
    QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_STRICT_ITERATORS QT_DISABLE_DEPRECATED_BEFORE=0x060400
    LOCKSTEP_VERSION="${PROJECT_VERSION}"
    # In tests, the standard library ends the program at an index beyond a container. In a release this would cost 3 to
    # 29 % of the CPU time (tests/bench).
    $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
target_compile_options(lockstep_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast -Wcast-qual
    -Wimplicit-fallthrough -Wunused
    # In a unity build a file's name must not count as shadowed by a local of another file.
    $<$<NOT:$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wshadow>
    # models/core/work/mutex.h; only clang knows these rules.
    $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety -Werror=thread-safety>
    $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wlogical-op $<$<BOOL:${CMAKE_UNITY_BUILD}>:-Wshadow=local>>)
# Measured with tests/bench: only the column codec gains from -O3 (a third), and sets it itself. -g1: functions and
# lines for crash reports; packages store them separately.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1 -DNDEBUG")
if(LOCKSTEP_WERROR)
    target_compile_options(lockstep_flags INTERFACE -Werror)
endif()
if(LOCKSTEP_SANITIZE)
    target_compile_options(lockstep_flags INTERFACE -fsanitize=${LOCKSTEP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(lockstep_flags INTERFACE -fsanitize=${LOCKSTEP_SANITIZE})
endif()
find_program(LOCKSTEP_LLD ld.lld)
if(LOCKSTEP_LLD)
    target_link_options(lockstep_flags INTERFACE -fuse-ld=lld)
endif()
