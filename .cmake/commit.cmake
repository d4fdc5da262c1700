# Writes a header with the commit and build type, only if they changed. Outside a repository, as in a source archive,
# the commit is unknown.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --match=
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
    set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define LOCKSTEP_COMMIT \"${commit}\"\n#define LOCKSTEP_BUILD \"${BUILD}\"\n")
