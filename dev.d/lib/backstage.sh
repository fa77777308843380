# shellcheck shell=sh disable=SC2154
# Starts the demo's PostgreSQL and its slow downstream for services of a task's own. Sourced after task.sh.

# FOLDER: starts them, unless they run, and sets heddle_backstage_told to what they say of themselves.
heddle_start_backstage() {
    [ -z "${heddle_backstage_pid:-}" ] || return 0
    mkfifo "$1/backstage.in"
    "$heddle_jdk/bin/java" -XX:+UseSerialGC -Xmx64m -jar "$heddle_root/demo/backstage/target/heddle-backstage.jar" \
        --work "$1/backstage" --downstream-millis 20 --until-eof <"$1/backstage.in" >"$1/backstage.json" 2>"$1/backstage.err" &
    heddle_backstage_pid=$!
    exec 8>"$1/backstage.in"
    heddle_waited=0
    until grep -q '}}$' "$1/backstage.json"; do
        kill -0 $heddle_backstage_pid 2>/dev/null && [ $heddle_waited -lt 120 ] || {
            cat "$1/backstage.err" >&2
            heddle_fail "the backstage did not start" "read what it says above"
        }
        sleep 1
        heddle_waited=$((heddle_waited + 1))
    done
    heddle_backstage_told=$(cat "$1/backstage.json")
}

# PART KEY: what it says, such as `postgres url`.
heddle_backstage() {
    printf '%s' "$heddle_backstage_told" | sed "s/.*\"$1\": {[^}]*\"$2\": \"\([^\"]*\)\".*/\1/"
}

heddle_end_backstage() {
    [ -n "${heddle_backstage_pid:-}" ] || return 0
    exec 8>&-
    wait $heddle_backstage_pid || true
}
