# lockstep_compile_together(TARGET MOST source ...): unity files of equal size with at most MOST sources, because a file of
# two sources takes nearly as long to compile as one of twenty.
function(lockstep_compile_together target most)
    list(FILTER ARGN INCLUDE REGEX "\\.cpp$")
    list(LENGTH ARGN count)
    math(EXPR files "${count} / ${most} + 1")
    math(EXPR batch "${count} / ${files} + 1")
    set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE ${batch})
endfunction()

# Without optimisation, sanitized code compiles in half the time. Tests spend most of their time in the following rooms,
# which run four times as fast with -O1. A precompiled header is valid for one optimisation level only.
set(lockstep_rooms_of_long_tests analyze causality core detect fabric imports ingest moment pipeline recording simulation
    store sync synclive text thermal traces)

# lockstep_room(NAME KIND kind SOURCES ... [PUBLIC libs ...] [PRIVATE libs ...] [MOC])
# A room: a static library lockstep_NAME (alias lockstep::NAME). A room sees only what it links.
# KIND: see precompiled.cmake. MOC: classes of the room have Q_OBJECT; each x.cpp of such a class ends with
# #include "moc_x.cpp", so that moc's output is compiled with it.
function(lockstep_room name)
    cmake_parse_arguments(arg "MOC" "KIND" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
    add_library(lockstep_${name} STATIC ${arg_SOURCES})
    add_library(lockstep::${name} ALIAS lockstep_${name})
    target_link_libraries(lockstep_${name} PUBLIC lockstep_flags ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
    set_target_properties(lockstep_${name} PROPERTIES LINKER_LANGUAGE CXX AUTOMOC "${arg_MOC}")
    lockstep_compile_together(lockstep_${name} 24 ${arg_SOURCES})
    if(LOCKSTEP_SANITIZE AND name IN_LIST lockstep_rooms_of_long_tests)
        target_compile_options(lockstep_${name} PRIVATE -O1)
        target_link_libraries(lockstep_${name} PRIVATE lockstep::kind_${arg_KIND})
    else()
        lockstep_is_of_kind(lockstep_${name} ${arg_KIND})
    endif()
endfunction()

# lockstep_program(NAME KIND kind SOURCES ... LINK libs ...)
function(lockstep_program name)
    cmake_parse_arguments(arg "" "KIND" "SOURCES;LINK" ${ARGN})
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE lockstep_flags ${arg_LINK})
    set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
    lockstep_is_of_kind(${name} ${arg_KIND})
endfunction()

# lockstep_tests(ROOM [GUI] TESTS tst_one ... LINK libs ... [SOURCES helper.cpp ...])
# The tests of a room as one program, tests_ROOM. tst_one.cpp contains one Qt Test class and ends with LOCKSTEP_TEST,
# see tests/support/testentry.h. Each is a separate ctest test, run as `tests_ROOM tst_one`.
function(lockstep_tests room)
    cmake_parse_arguments(arg "GUI" "" "TESTS;LINK;SOURCES" ${ARGN})
    list(TRANSFORM arg_TESTS APPEND .cpp OUTPUT_VARIABLE files)
    # CMake's test driver selects the test named by the first argument.
    create_test_sourcelist(driver_and_files ${room}driver.cpp ${files})
    list(GET driver_and_files 0 driver)
    set_source_files_properties(${driver} PROPERTIES COMPILE_OPTIONS -w SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
    set(kind test)
    if(arg_GUI)
        set(kind guitest)
    endif()
    lockstep_program(tests_${room} KIND ${kind} SOURCES ${driver_and_files} ${arg_SOURCES} LINK ${arg_LINK})
    set_target_properties(tests_${room} PROPERTIES UNITY_BUILD "${CMAKE_UNITY_BUILD}")
    lockstep_compile_together(tests_${room} 8 ${files} ${arg_SOURCES})
    # In a unity file the compiler treats the sources as headers.
    target_compile_options(tests_${room} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    target_include_directories(tests_${room} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
    foreach(test ${arg_TESTS})
        # Not AUTOMOC, which would scan and compile more than the one file that each test includes.
        qt6_generate_moc(${test}.cpp ${CMAKE_CURRENT_BINARY_DIR}/${test}.moc)
        set_property(SOURCE ${test}.cpp APPEND PROPERTY OBJECT_DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${test}.moc)
        add_test(NAME ${test} COMMAND tests_${room} ${test})
        set_tests_properties(${test} PROPERTIES
            ENVIRONMENT "LOCKSTEP_SOURCE_DIR=${PROJECT_SOURCE_DIR};QT_QPA_PLATFORM=offscreen")
    endforeach()
    lockstep_tests_take(300 ${arg_TESTS})
endfunction()

# lockstep_tests_take(SECONDS tst_one ...): timeout of a test that hangs; at least five minutes, far more than any test
# takes. Four times as long with sanitizers, which are built without optimisation.
function(lockstep_tests_take seconds)
    if(LOCKSTEP_SANITIZE)
        math(EXPR seconds "${seconds} * 4")
    endif()
    # By default Qt Test ends a function after five minutes.
    set_tests_properties(${ARGN} PROPERTIES TIMEOUT ${seconds}
        ENVIRONMENT_MODIFICATION "QTEST_FUNCTION_TIMEOUT=set:${seconds}000")
endfunction()

# lockstep_tests_are_long(tst_one ...): these take more than half a minute and start before the others.
function(lockstep_tests_are_long)
    lockstep_tests_take(900 ${ARGN})
    set_property(TEST ${ARGN} APPEND PROPERTY LABELS long)
    set_tests_properties(${ARGN} PROPERTIES COST 1000)
endfunction()

# lockstep_tests_need_gl(tst_one ...): these need an X server with GL (such as Xvfb). They run one at a time, because
# software GL uses all cores, and begin first, because some of them take minutes.
function(lockstep_tests_need_gl)
    set_property(TEST ${ARGN} APPEND PROPERTY LABELS gl)
    set_tests_properties(${ARGN} PROPERTIES RESOURCE_LOCK gl COST 2000
        ENVIRONMENT "LOCKSTEP_SOURCE_DIR=${PROJECT_SOURCE_DIR};QT_QPA_PLATFORM=xcb")
endfunction()
