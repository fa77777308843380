# shellcheck shell=sh
# One at a time: builds and downloads of several Heddles must not meet in one folder.

# FILE WHAT COMMAND…: runs COMMAND in a subshell while FILE is held; says WHAT it waits for when another has it.
heddle_locked() {
    heddle_lock=$1
    heddle_what=$2
    shift 2
    mkdir -p "$(dirname "$heddle_lock")" || return 2
    if command -v flock >/dev/null 2>&1; then
        (
            flock -n 9 || {
                heddle_say "waiting for another Heddle that is $heddle_what"
                flock 9
            }
            "$@" 9>&-
        ) 9>"$heddle_lock"
        return
    fi
    (
        heddle_seconds=0
        until mkdir "$heddle_lock.d" 2>/dev/null; do
            [ $heddle_seconds -gt 0 ] || heddle_say "waiting for another Heddle that is $heddle_what"
            heddle_seconds=$((heddle_seconds + 1))
            [ $heddle_seconds -lt 900 ] || heddle_fail "another Heddle has been $heddle_what for 15 minutes" "rmdir '$heddle_lock.d' if none is"
            sleep 1
        done
        trap 'rmdir "$heddle_lock.d"' EXIT
        trap 'exit 130' INT TERM HUP
        # In a shell of its own, whose traps are not these.
        ("$@")
    )
}
