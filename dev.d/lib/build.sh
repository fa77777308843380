# shellcheck shell=sh disable=SC2154
# Builds what `./heddle` starts: the jar with the agent in it, and the demo. Sourced after jdk.sh.
. "$heddle_root/dev.d/lib/lock.sh"
. "$heddle_root/dev.d/lib/fetch.sh"

heddle_log=$heddle_root/.heddle/build.log

# Sets heddle_mvn to the Maven to use: the machine's own from 3.8 on, else the wrapper, which fetches one.
heddle_find_mvn() {
    heddle_mvn=$heddle_root/mvnw
    heddle_version=$(JAVA_HOME=$heddle_jdk mvn -v 2>/dev/null | sed -n 's/.*Apache Maven \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
    case $heddle_version in
        3.[89] | 3.[1-9][0-9] | [4-9].*) heddle_mvn=mvn ;;
    esac
}

# ARGUMENTS…: runs Maven on the whole project with heddle_jdk.
heddle_maven() {
    (heddle_become_maven "$@")
}

# The same in place of this process, so that whoever has its number can end Maven.
heddle_become_maven() {
    export JAVA_HOME="$heddle_jdk"
    export MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED ${MAVEN_OPTS:-}"
    exec "$heddle_mvn" -B -ntp -f "$heddle_root/pom.xml" "$@"
}

# Maven writes into the jars that are there. A race that runs meanwhile keeps a removed one open, and would read nonsense from one written into.
heddle_remove_jars() {
    rm -f "$heddle_root"/cli/target/heddle.jar "$heddle_root"/demo/*/target/heddle-*.jar
}

# STARTED: the build that began when the file STARTED was touched has succeeded.
heddle_mark_built() {
    [ -d "$heddle_root/cli/target" ] && mv -f "$1" "$heddle_root/cli/target/heddle.built"
}

heddle_build_once() {
    heddle_locked "$heddle_root/.heddle/build.lock" "building this clone" heddle_build_if_stale
}

heddle_build_if_stale() {
    heddle_stale || return 0
    heddle_find_jdk 25 99 javac || heddle_fetch_jdk || return 2
    heddle_find_mvn
    heddle_started=$heddle_root/.heddle/build.started
    heddle_began=$(date +%s)
    touch "$heddle_started"
    if [ -f "$heddle_root/cli/target/heddle.built" ]; then
        heddle_say "sources changed: building with $heddle_jdk (half a minute)"
    else
        heddle_say "building once with $heddle_jdk (a minute or two; the first build also downloads libraries)"
    fi
    heddle_remove_jars
    heddle_become_maven -Dmaven.test.skip=true -pl cli,demo/service,demo/backstage -am package >"$heddle_log" 2>&1 </dev/null &
    heddle_pid=$!
    trap 'kill $heddle_pid 2>/dev/null; exit 130' INT TERM HUP
    while [ -t 2 ] && kill -0 $heddle_pid 2>/dev/null; do
        printf '\rheddle: building for %s s ' $(($(date +%s) - heddle_began)) >&2
        sleep 1
    done
    [ -t 2 ] && printf '\r\033[K' >&2
    if ! wait $heddle_pid; then
        sed -n 's/^\[ERROR\] \(..*\)/  \1/p' "$heddle_log" | grep -v -e 'Help 1' -e 're-run Maven' -e 'Re-run Maven' | cut -c1-200 | head -n 8 >&2
        heddle_fail "the build failed" "read $heddle_log, mend it and start again; without a network the first build cannot work"
    fi
    trap - INT TERM HUP
    heddle_mark_built "$heddle_started"
    heddle_say "built in $(($(date +%s) - heddle_began)) s"
}
