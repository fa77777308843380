# shellcheck shell=sh disable=SC2034,SC2153,SC2154
# What every task of ./dev starts with: the functions, and the JDK that ./dev chose. Sourced by the files in dev.d/.
heddle_root=$HEDDLE_ROOT
. "$heddle_root/dev.d/lib/jdk.sh"
. "$heddle_root/dev.d/lib/build.sh"
heddle_jdk=$JAVA_HOME
heddle_find_mvn
