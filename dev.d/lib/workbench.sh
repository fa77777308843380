# shellcheck shell=sh disable=SC2034,SC2154
# Runs a main class of the workbench's tests. Sourced after task.sh.

# Sets heddle_jdk21 to the home of a JDK 21, found or fetched; ends with WHY where there is none.
heddle_need_jdk21() {
    heddle_jdk21=$(. "$heddle_root/dev.d/lib/fetch.sh" && heddle_find_or_fetch_jdk21 && echo "$heddle_jdk") ||
        heddle_fail "$1, and there is no JDK 21 here" "./dev jdk21, which fetches one"
}

# Compiles the workbench with its tests, and sets heddle_classpath.
heddle_compile_workbench() {
    mkdir -p "$heddle_root/.heddle"
    heddle_maven -q -pl workbench -am test-compile dependency:build-classpath \
        -Dmdep.outputFile="$heddle_root/.heddle/workbench.classpath" </dev/null >&2
    heddle_folder=$heddle_root/workbench/target
    heddle_classpath=$heddle_folder/classes:$heddle_folder/test-classes:$(cat "$heddle_root/.heddle/workbench.classpath")
}
