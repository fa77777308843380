# shellcheck shell=sh disable=SC2034,SC2154
# Finds a JDK without starting one: its `release` file says which it is. Sourced by ./heddle and ./dev, which set heddle_root.

# Sets heddle_cache to Heddle's folder in the user's own cache; empty where the user has none. A folder that every user can write to would let
# any of them plant a JDK, and a relative one whoever wrote the folder that Heddle is started in.
heddle_set_cache() {
    heddle_cache=
    for heddle_parent in "${XDG_CACHE_HOME:-}" "${HOME:+$HOME/.cache}"; do
        case $heddle_parent in
            /*)
                heddle_cache=$heddle_parent/heddle
                return 0
                ;;
        esac
    done
}
heddle_set_cache

# ARGUMENTS of heddle: sets heddle_flags to what its JVM is started with (docs/decisions/start-up.md).
heddle_set_flags() {
    # The second compiler pays where work goes on for a minute. Most checks and watches are over, or wait for events, before what it makes is there; and it
    # would take the time of those who run beside.
    case " $* " in
        " race "* | " lab "*) heddle_flags= ;;
        # Of a check of everything it makes less code at once: each method with all that it calls, anew whenever one of those met something new, took a third of the CPU time. A JVM that has other options than these goes without.
        *" --all "*) heddle_flags="-XX:+IgnoreUnrecognizedVMOptions -XX:InlineSmallCode=500 -XX:FreqInlineSize=50" ;;
        *) heddle_flags=-XX:TieredStopAtLevel=1 ;;
    esac
    # A check is one piece of work on all cores: a collector that works beside it takes from it what it saves. What it reads it keeps to its end: most of the
    # heap is for that. Whoever names a collector has that one: a JVM refuses two.
    case "${1:-} ${JAVA_TOOL_OPTIONS:-} ${JDK_JAVA_OPTIONS:-}" in
        *-XX:+Use*GC*) ;;
        "check "*)
            heddle_flags="$heddle_flags -XX:+UseParallelGC -XX:NewRatio=5"
            # Of everything: what outlives one collection stays, the heap need not grow step by step, and there are millions of small objects.
            case " $* " in *" --all "*) heddle_flags="$heddle_flags -XX:InitialRAMPercentage=25 -XX:MaxTenuringThreshold=0 -XX:+UseCompactObjectHeaders" ;; esac
            ;;
    esac
}

heddle_say() {
    printf 'heddle: %s\n' "$1" >&2
}

# SENTENCE NEXT: what happened and what to do about it; the exit code is 2 as everywhere in Heddle.
heddle_fail() {
    printf 'heddle: %s\n  try: %s\n' "$1" "$2" >&2
    exit 2
}

# HOME: sets heddle_feature to its feature release, 0 when it is no JDK.
heddle_read_feature() {
    heddle_feature=0
    [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 0
    while IFS= read -r heddle_line; do
        case $heddle_line in
            JAVA_VERSION=*)
                heddle_line=${heddle_line#JAVA_VERSION=\"}
                heddle_feature=${heddle_line%%[!0-9]*}
                heddle_feature=${heddle_feature:-0}
                return 0
                ;;
        esac
    done <"$1/release"
}

# HOME LEAST MOST TOOL: whether it is a JDK of such a release that has TOOL (java or javac).
heddle_jdk_fits() {
    heddle_read_feature "$1"
    [ "$heddle_feature" -ge "$2" ] && [ "$heddle_feature" -le "$3" ] && [ -x "$1/bin/$4" ]
}

# The home of the java on PATH, its symbolic links followed; nothing when there is none.
heddle_jdk_on_path() {
    heddle_java=$(command -v java) || return 0
    while [ -h "$heddle_java" ]; do
        heddle_link=$(readlink "$heddle_java")
        case $heddle_link in
            /*) heddle_java=$heddle_link ;;
            *) heddle_java=$(dirname "$heddle_java")/$heddle_link ;;
        esac
    done
    dirname "$(dirname "$heddle_java")"
}

# LEAST MOST TOOL: sets heddle_jdk to the first JDK that fits. Where many lie in one place, LEAST itself is preferred.
heddle_find_jdk() {
    if [ -n "${HEDDLE_JAVA_HOME:-}" ] && [ "$1" = 25 ]; then
        heddle_jdk=$HEDDLE_JAVA_HOME
        heddle_jdk_fits "$heddle_jdk" "$1" "$2" "$3" && return 0
        heddle_fail "HEDDLE_JAVA_HOME is $heddle_jdk, which is no JDK $1 or newer with bin/$3" "unset HEDDLE_JAVA_HOME, or set it to such a JDK"
    fi
    for heddle_jdk in "${JAVA_HOME:-}" "$(heddle_jdk_on_path)"; do
        [ -n "$heddle_jdk" ] && heddle_jdk_fits "$heddle_jdk" "$1" "$2" "$3" && return 0
    done
    heddle_home=${HOME:-/nonexistent}
    heddle_newer=
    for heddle_jdk in \
        ${heddle_cache:+"$heddle_cache"/jdk-*} ${heddle_cache:+"$heddle_cache"/jdk-*/Contents/Home} \
        /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/java/* /opt/jdk* \
        "${SDKMAN_DIR:-$heddle_home/.sdkman}"/candidates/java/* \
        "${MISE_DATA_DIR:-$heddle_home/.local/share/mise}"/installs/java/* \
        "$heddle_home"/.asdf/installs/java/* \
        "${JBANG_DIR:-$heddle_home/.jbang}"/cache/jdks/* \
        "$heddle_home"/.jdks/* \
        "${GRADLE_USER_HOME:-$heddle_home/.gradle}"/jdks/* "${GRADLE_USER_HOME:-$heddle_home/.gradle}"/jdks/*/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home "$heddle_home"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec; do
        heddle_jdk_fits "$heddle_jdk" "$1" "$2" "$3" || continue
        [ "$heddle_feature" -eq "$1" ] && return 0
        heddle_newer=${heddle_newer:-$heddle_jdk}
    done
    heddle_jdk=$heddle_newer
    [ -n "$heddle_jdk" ]
}

# Whether the jar is missing or something that it is built from is newer than the start of the build that made it.
heddle_stale() {
    [ -f "$heddle_root/cli/target/heddle.jar" ] && [ -f "$heddle_root/cli/target/heddle.built" ] || return 0
    [ -n "$(find "$heddle_root"/pom.xml "$heddle_root"/.mvn "$heddle_root"/*/pom.xml "$heddle_root"/demo/*/pom.xml \
        "$heddle_root"/*/src/main "$heddle_root"/demo/*/src/main -newer "$heddle_root/cli/target/heddle.built" 2>/dev/null | head -n 1)" ]
}
