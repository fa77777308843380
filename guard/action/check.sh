#!/bin/sh
# Checks HEDDLE_TARGET. Sets the outputs sarif, markdown and exit, and ends well, so that the reports are uploaded first.
set -u
folder=${RUNNER_TEMP:-/tmp}
sarif=$folder/heddle.sarif
markdown=$folder/heddle.md
rm -f "$sarif" "$markdown"
set -- check "$HEDDLE_TARGET" --github --sarif "$sarif" --markdown "$markdown" --fail-on "$HEDDLE_FAIL_ON"
[ ! -f "$HEDDLE_BASELINE" ] || set -- "$@" --baseline "$HEDDLE_BASELINE"
home=${HEDDLE_JAVA_HOME:-${JAVA_HOME:-}}
# Options are words.
# shellcheck disable=SC2086
"${home:+$home/bin/}java" -jar "$HOME/.cache/heddle/heddle-$HEDDLE_SHA256.jar" "$@" $HEDDLE_OPTIONS
exit=$?
{
    echo "exit=$exit"
    [ ! -f "$sarif" ] || echo "sarif=$sarif"
    [ ! -f "$markdown" ] || echo "markdown=$markdown"
} >>"$GITHUB_OUTPUT"
