# Parsing headers is most of the compile time, so all rooms of a kind share one precompiled header. It contains system
# headers only, because a change of ours would rebuild everything. A kind also defines which libraries its rooms may
# use: lockstep::kind_NAME links them.
option(LOCKSTEP_PCH "Share precompiled headers; OFF shows which file forgets an include" ON)

# GCC uses a precompiled header only with the same code model, so programs are compiled like libraries.
set(CMAKE_CXX_COMPILE_OPTIONS_PIE ${CMAKE_CXX_COMPILE_OPTIONS_PIC})
# The compiler cache must know the contents of a precompiled header.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
    set(precompiled_suffix gch)
else()
    add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
    set(precompiled_suffix pch)
endif()

# lockstep_kind(NAME LINK libs ... HEADERS <header> ...)
function(lockstep_kind name)
    cmake_parse_arguments(arg "" "" "LINK;HEADERS" ${ARGN})
    add_library(lockstep_kind_${name} INTERFACE)
    add_library(lockstep::kind_${name} ALIAS lockstep_kind_${name})
    target_link_libraries(lockstep_kind_${name} INTERFACE lockstep_flags ${arg_LINK})
    if(LOCKSTEP_PCH)
        set(source ${PROJECT_BINARY_DIR}/precompiled/${name}.cpp)
        file(CONFIGURE OUTPUT ${source} CONTENT "// Only there so that CMake precompiles the headers of this kind.\n")
        add_library(lockstep_precompiled_${name} OBJECT ${source})
        target_link_libraries(lockstep_precompiled_${name} PRIVATE lockstep_kind_${name})
        target_precompile_headers(lockstep_precompiled_${name} PRIVATE ${arg_HEADERS})
        # Precompiled headers are not reproducible, so the compiler cache identifies their contents by this file.
        string(SHA256 sum "${arg_HEADERS} ${CMAKE_CXX_COMPILER_VERSION} ${Qt6_VERSION} ${fmt_VERSION} ${Protobuf_VERSION} ${grpc_VERSION}")
        file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/lockstep_precompiled_${name}.dir/cmake_pch.hxx.${precompiled_suffix}.sum
            CONTENT "${sum}\n")
    endif()
endfunction()

# Makes a target of that kind: links its libraries and uses its precompiled header.
function(lockstep_is_of_kind target name)
    target_link_libraries(${target} PRIVATE lockstep::kind_${name})
    if(LOCKSTEP_PCH)
        target_precompile_headers(${target} REUSE_FROM lockstep_precompiled_${name})
    endif()
endfunction()

set(standard_headers <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <condition_variable> <cstddef> <cstdint>
    <cstdlib> <cstring> <deque> <filesystem> <fstream> <functional> <iterator> <limits> <map> <memory> <mutex> <numeric>
    <optional> <random> <set> <span> <stop_token> <string> <string_view> <thread> <tuple> <unordered_map> <utility>
    <variant> <vector> <fmt/format.h>)
set(core_headers <QCoreApplication> <QDateTime> <QFile> <QHash> <QList> <QObject> <QString> <QStringList> <QTimer>
    <QVariant> <QAbstractItemModel>)
set(widget_headers <QAction> <QApplication> <QComboBox> <QFontMetricsF> <QHeaderView> <QImage> <QKeyEvent> <QLabel> <QLineEdit>
    <QMainWindow> <QMouseEvent> <QPainter> <QPainterPath> <QScrollBar> <QTableView> <QToolButton> <QVBoxLayout> <QWheelEvent> <QWidget>)
set(test_headers <QSignalSpy> <QTemporaryDir> <QTest>)

lockstep_kind(plain LINK fmt::fmt HEADERS ${standard_headers})
lockstep_kind(wire LINK fmt::fmt protobuf::libprotobuf PkgConfig::grpc
    HEADERS ${standard_headers} <google/protobuf/message.h> <google/protobuf/repeated_field.h> <grpcpp/grpcpp.h>)
lockstep_kind(qt LINK fmt::fmt Qt6::Core HEADERS ${standard_headers} ${core_headers})
if(LOCKSTEP_GUI)
    lockstep_kind(widgets LINK fmt::fmt Qt6::Widgets HEADERS ${standard_headers} ${core_headers} ${widget_headers})
endif()
if(LOCKSTEP_TESTS)
    # Qt6::Test defines macros with each target's folder, which would prevent sharing a precompiled header.
    add_library(lockstep_qttest INTERFACE)
    target_include_directories(lockstep_qttest SYSTEM INTERFACE $<TARGET_PROPERTY:Qt6::Test,INTERFACE_INCLUDE_DIRECTORIES>)
    target_link_libraries(lockstep_qttest INTERFACE Qt6::Core $<LINK_ONLY:Qt6::Test>)
    lockstep_kind(test LINK fmt::fmt lockstep_qttest HEADERS ${standard_headers} ${core_headers} ${test_headers})
    if(LOCKSTEP_GUI)
        lockstep_kind(guitest LINK fmt::fmt lockstep_qttest Qt6::Widgets
            HEADERS ${standard_headers} ${core_headers} ${widget_headers} ${test_headers})
    endif()
endif()
