# shellcheck shell=sh disable=SC2154
# Runs the tests and says how many there were. Sourced after task.sh.

# PHASE MAVEN-ARGUMENTS…: tests with a JDK 21 beside, and prints the counts; returns Maven's exit code.
heddle_run_tests() {
    heddle_started=$heddle_root/.heddle/tests.started.$$
    mkdir -p "$heddle_root/.heddle" && touch "$heddle_started"
    rm -rf "$heddle_root"/*/target/surefire-reports "$heddle_root"/demo/*/target/surefire-reports "$heddle_root"/targets/*/target/surefire-reports \
        "$heddle_root"/*/target/failsafe-reports "$heddle_root"/demo/*/target/failsafe-reports "$heddle_root"/targets/*/target/failsafe-reports
    heddle_jdk21=$(. "$heddle_root/dev.d/lib/fetch.sh" && heddle_find_or_fetch_jdk21 && echo "$heddle_jdk") || heddle_jdk21=
    if [ "$1" = verify ]; then
        heddle_remove_jars
        # Where they cannot be had, the tests that start them are skipped and say so.
        (. "$heddle_root/dev.d/lib/servers.sh" && heddle_find_or_fetch_servers)
    fi
    heddle_maven ${heddle_jdk21:+"-Dheddle.jdk21=$heddle_jdk21"} "$@" </dev/null
    heddle_status=$?
    # A whole build makes the jars that ./heddle would build.
    if [ $heddle_status -eq 0 ] && [ "$1" = verify ]; then heddle_mark_built "$heddle_started"; fi
    rm -f "$heddle_started"
    heddle_count_tests
    return $heddle_status
}

# One line a module and one for all, in Surefire's own words.
heddle_count_tests() {
    find "$heddle_root" -path '*/target/*-reports/TEST-*.xml' | sort | while IFS= read -r heddle_report; do
        heddle_module=${heddle_report#"$heddle_root/"}
        sed -n '/<testsuite /{s/.*\(<testsuite .*\)/\1/;s/^/'"$(printf '%s' "${heddle_module%%/target/*}" | sed 's,/,-,g')"' /;p;q;}' "$heddle_report"
    done | awk '
        function value(name) {
            return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) + 0 : 0
        }
        function line(who) {
            printf "Tests run: %d, Failures: %d, Errors: %d, Skipped: %d%s\n", tests[who], failures[who], errors[who], skipped[who], who == "" ? "" : " -- in " who
        }
        {
            if (!($1 in tests)) order[++modules] = $1
            tests[$1] += value("tests"); failures[$1] += value("failures"); errors[$1] += value("errors"); skipped[$1] += value("skipped")
            tests[""] += value("tests"); failures[""] += value("failures"); errors[""] += value("errors"); skipped[""] += value("skipped")
        }
        END {
            print ""
            for (i = 1; i <= modules; i++) line(order[i])
            line("")
        }'
    heddle_list_flaky
}

# Each test that failed first and passed when it was run again, with the first line of what it said.
heddle_list_flaky() {
    find "$heddle_root" -path '*/target/*-reports/TEST-*.xml' | sort | while IFS= read -r heddle_report; do
        awk '
            /<testcase / { match($0, / name="[^"]*"/); test = substr($0, RSTART + 7, RLENGTH - 8); match($0, / classname="[^"]*"/); test = substr($0, RSTART + 12, RLENGTH - 13) "." test }
            /<flaky(Failure|Error)/ { message = match($0, / message="[^"]*"/) ? substr($0, RSTART + 10, RLENGTH - 11) : ""; print "FLAKY: " test ": " message }' "$heddle_report"
    done
}
