# Installed files, and cpack packages for Debian and Ubuntu: one component per package. README.md beside this file
# explains how to build and check them.
include(GNUInstallDirs)
set(LOCKSTEP_WEB "https://lockstep.example" CACHE STRING "Address of the pictures that software centres show")
set(LOCKSTEP_MAINTAINER "Lockstep maintainers <maintainers@lockstep.example>" CACHE STRING "Maintainer of the packages")

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # packages are made from a finished build, and contain no tests
set(packaging ${CMAKE_CURRENT_LIST_DIR})
set(pages ${PROJECT_BINARY_DIR}/pages) # manual pages and completions, by app/pages
set(packaged ${PROJECT_BINARY_DIR}/packaging) # files that are made for the packages
set(private lib/lockstep) # programs and libraries that users do not start directly
string(TIMESTAMP date "%Y-%m-%d" UTC)
string(TIMESTAMP rfcdate "%a, %d %b %Y %H:%M:%S +0000" UTC)

# lockstep_package(NAME SECTION name SUMMARY text DESCRIPTION text [PROGRAMS program ...] [UNITS unit ...] [ENABLED unit ...]
#     [CONFIGURATION file ...] [DOCUMENTS file ...] [STATE folder ...] [USER name] [DEPENDS text] [RECOMMENDS text])
# PROGRAMS are in /usr/bin. ENABLED are units started on installation. STATE is below /var/lib and removed when the
# package is purged.
function(lockstep_package name)
    cmake_parse_arguments(arg "" "SUMMARY;DESCRIPTION;USER;DEPENDS;RECOMMENDS;SECTION"
        "PROGRAMS;UNITS;ENABLED;CONFIGURATION;DOCUMENTS;STATE" ${ARGN})
    set(files ${packaged}/${name})
    foreach(program ${arg_PROGRAMS})
        if(NOT program STREQUAL "lockstep") # a link, see below
            install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${name})
        endif()
        install(FILES ${pages}/man/${program}.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${name})
        install(FILES ${pages}/bash/${program}
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT ${name})
        install(FILES ${pages}/zsh/_${program}
            DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT ${name})
        install(FILES ${pages}/fish/${program}.fish
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT ${name})
    endforeach()
    foreach(unit ${arg_UNITS})
        install(FILES ${PROJECT_SOURCE_DIR}/resources/agent/${unit} DESTINATION lib/systemd/system COMPONENT ${name})
    endforeach()
    set(conffiles "")
    foreach(file ${arg_CONFIGURATION})
        install(FILES ${file} DESTINATION /etc/lockstep COMPONENT ${name})
        get_filename_component(base ${file} NAME)
        string(APPEND conffiles "/etc/lockstep/${base}\n")
    endforeach()
    install(FILES ${arg_DOCUMENTS} ${packaged}/copyright ${packaged}/changelog.gz
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${name})

    set(control "")
    if(conffiles)
        file(CONFIGURE OUTPUT ${files}/conffiles CONTENT "${conffiles}")
        list(APPEND control ${files}/conffiles)
    endif()
    if(arg_UNITS)
        set(PACKAGE ${name})
        set(USER "${arg_USER}")
        set(SYSUSERS "")
        if(arg_USER)
            set(SYSUSERS /usr/lib/sysusers.d/${name}.conf)
            install(FILES ${packaging}/${name}.sysusers DESTINATION lib/sysusers.d RENAME ${name}.conf COMPONENT ${name})
        endif()
        list(JOIN arg_STATE " " STATE)
        list(JOIN arg_ENABLED " " ENABLED_UNITS)
        list(REMOVE_ITEM arg_UNITS ${arg_ENABLED})
        list(JOIN arg_UNITS " " OTHER_UNITS)
        foreach(script postinst prerm postrm)
            configure_file(${packaging}/maintainer/${script}.in ${files}/${script} @ONLY)
            list(APPEND control ${files}/${script})
        endforeach()
        set(arg_DEPENDS "init-system-helpers (>= 1.54~), ${arg_DEPENDS}")
        string(REGEX REPLACE ", $" "" arg_DEPENDS "${arg_DEPENDS}")
    endif()

    string(TOUPPER ${name} upper)
    foreach(setting
            "PACKAGE_NAME;${name}" "PACKAGE_SECTION;${arg_SECTION}" "PACKAGE_DEPENDS;${arg_DEPENDS}" "PACKAGE_RECOMMENDS;${arg_RECOMMENDS}"
            "PACKAGE_CONTROL_EXTRA;${control}" "PACKAGE_CONTROL_STRICT_PERMISSION;ON")
        list(POP_FRONT setting key)
        set(CPACK_DEBIAN_${upper}_${key} "${setting}" PARENT_SCOPE)
    endforeach()
    set(CPACK_DEBIAN_${upper}_DESCRIPTION "${arg_SUMMARY}\n${arg_DESCRIPTION}" PARENT_SCOPE)
endfunction()

# Documents of each package.
configure_file(${packaging}/copyright.in ${packaged}/copyright @ONLY)
configure_file(${packaging}/changelog.in ${packaged}/changelog @ONLY)
execute_process(COMMAND gzip -9nkf ${packaged}/changelog)
set(manual ${PROJECT_SOURCE_DIR}/resources/manual)

lockstep_package(lockstep-agent SECTION admin
    SUMMARY "node agent of the Lockstep dashboard for GPU clusters"
    DESCRIPTION "Reads the GPUs, network adapters, sensors and jobs of this node and serves them\nto Lockstep dashboards over gRPC, or to Prometheus. It runs without\nconfiguration, unprivileged, and serves other machines over TLS only. The\nsame program is a relay, which serves many nodes at one address."
    PROGRAMS lockstep-agent
    UNITS lockstep-agent.service lockstep-relay.service
    ENABLED lockstep-agent.service
    CONFIGURATION ${PROJECT_SOURCE_DIR}/resources/agent/agent.toml
    DOCUMENTS ${manual}/agents.md ${manual}/jobevents.md ${manual}/facility.md ${manual}/switches.md ${manual}/schedulers.md
    STATE lockstep lockstep-relay)

lockstep_package(lockstep-sim SECTION science
    SUMMARY "simulated GPU cluster for the Lockstep dashboard"
    DESCRIPTION "Serves a simulated cluster of GPU nodes as its agents would, with faults over\ntime (drills), to try the dashboard, to practise, or to score its alerts."
    PROGRAMS lockstep-sim
    DOCUMENTS ${manual}/practise.md)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/resources/drills ${PROJECT_SOURCE_DIR}/resources/clusters
    DESTINATION ${CMAKE_INSTALL_DATADIR}/lockstep COMPONENT lockstep-sim)

lockstep_package(lockstep-nccl SECTION science
    SUMMARY "NCCL plugin that reports collectives to the Lockstep agent"
    DESCRIPTION "A profiler plugin that jobs load through NCCL_PROFILER_PLUGIN. It reports the\ncollectives of each rank to the agent of its node, at less than a microsecond\nfor each operation. A Python module reports the steps of a training job."
    DOCUMENTS ${manual}/jobs.md)
# In a separate folder: for files directly in lib/lockstep, CPack would call ldconfig.
install(TARGETS lockstep-nccl LIBRARY DESTINATION ${private}/nccl COMPONENT lockstep-nccl)
install(FILES ${PROJECT_SOURCE_DIR}/resources/agent/lockstep.py DESTINATION ${CMAKE_INSTALL_DATADIR}/lockstep
    COMPONENT lockstep-nccl)

lockstep_package(lockstep-record SECTION admin
    SUMMARY "headless recorder of the Lockstep dashboard for GPU clusters"
    DESCRIPTION "Records a cluster around the clock without a display, sends its alerts, and\noffers derived metrics to Prometheus. Also analyses traces of training jobs\nfrom the command line."
    PROGRAMS lockstep-record lockstep-analyze
    UNITS lockstep-recorder.service
    CONFIGURATION ${packaging}/record.toml
    DOCUMENTS ${manual}/operate.md ${manual}/replay.md ${manual}/prometheus.md
    STATE lockstep-recorder
    USER lockstep
    DEPENDS "systemd | systemd-standalone-sysusers | systemd-sysusers")

lockstep_package(lockstep SECTION science
    SUMMARY "operations dashboard for GPU clusters"
    DESCRIPTION "Shows heat, network fabric and job synchronisation of a GPU cluster on one\nclock: racks in 3D, heatmaps, charts and job timelines. It reads live metrics\nfrom an agent on each node or from a Prometheus server, records them, and\nkeeps annotated incidents for post-mortems."
    PROGRAMS lockstep
    DEPENDS "fonts-dejavu-core, libgl1-mesa-dri | libgl1-nvidia-glvnd-glx"
    RECOMMENDS "qt6-wayland, libqt6svg6, qt6-translations-l10n")
# The window's program is in the folder of the program that starts it.
install(TARGETS lockstep lockstep-window RUNTIME DESTINATION ${private} COMPONENT lockstep)
file(MAKE_DIRECTORY ${packaged})
file(CREATE_LINK ../lib/lockstep/lockstep ${packaged}/lockstep.link SYMBOLIC)
install(FILES ${packaged}/lockstep.link DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME lockstep COMPONENT lockstep)
install(DIRECTORY ${manual} ${PROJECT_SOURCE_DIR}/resources/runbooks ${PROJECT_SOURCE_DIR}/resources/screenshots
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/lockstep COMPONENT lockstep)
install(DIRECTORY ${packaging}/fleet DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/lockstep COMPONENT lockstep
    USE_SOURCE_PERMISSIONS)
set(desktop ${packaging}/desktop)
configure_file(${desktop}/lockstep.metainfo.xml.in ${packaged}/lockstep.metainfo.xml @ONLY)
install(FILES ${desktop}/lockstep.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT lockstep)
install(FILES ${packaged}/lockstep.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT lockstep)
install(FILES ${desktop}/lockstep.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps
    COMPONENT lockstep)
install(FILES ${desktop}/lockstep-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME lockstep.xml
    COMPONENT lockstep)
set(packages lockstep-agent lockstep-sim lockstep-nccl lockstep-record lockstep)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lockstep)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${LOCKSTEP_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_DEBIAN_DEBUGINFO_PACKAGE ON) # and strip installed files
set(CPACK_COMPONENTS_ALL ${packages})
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
include(CPack)
