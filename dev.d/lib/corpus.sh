# shellcheck shell=sh disable=SC2154
# Finds the class paths of real libraries, each with its runtime dependencies, in the local Maven repository. Sourced after task.sh.

# PINS FOLDER: for each release that PINS names writes FOLDER/ARTIFACT-VERSION/cp.txt, unless it is there.
heddle_corpus_class_paths() {
    heddle_corpus=$2
    mkdir -p "$heddle_corpus"
    tail -n +2 "$1" | cut -d, -f1-3 | tr , ' ' | while read -r heddle_coordinate heddle_before heddle_after; do
        for heddle_version in "$heddle_before" "$heddle_after"; do
            if [ "$heddle_version" != - ]; then echo "${heddle_coordinate%%:*} ${heddle_coordinate#*:} $heddle_version"; fi
        done
    done | sort -u >"$heddle_corpus/releases"
    : >"$heddle_corpus/modules"
    while read -r heddle_group heddle_artifact heddle_version; do
        heddle_name=$heddle_artifact-$heddle_version
        if [ -s "$heddle_corpus/$heddle_name/cp.txt" ]; then continue; fi
        mkdir -p "$heddle_corpus/$heddle_name"
        echo "<module>$heddle_name</module>" >>"$heddle_corpus/modules"
        cat >"$heddle_corpus/$heddle_name/pom.xml" <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>io.heddle.corpus</groupId><artifactId>$heddle_name</artifactId><version>1</version><packaging>pom</packaging>
<dependencies><dependency><groupId>$heddle_group</groupId><artifactId>$heddle_artifact</artifactId><version>$heddle_version</version></dependency></dependencies></project>
POM
    done <"$heddle_corpus/releases"
    if [ ! -s "$heddle_corpus/modules" ]; then return 0; fi
    cat >"$heddle_corpus/pom.xml" <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>io.heddle.corpus</groupId><artifactId>all</artifactId><version>1</version><packaging>pom</packaging><modules>$(cat "$heddle_corpus/modules")</modules></project>
POM
    heddle_plugin=$(sed -n 's:.*<dependency-plugin.version>\(.*\)</dependency-plugin.version>.*:\1:p' "$heddle_root/pom.xml")
    JAVA_HOME=$heddle_jdk "$heddle_mvn" -B -q -ntp -f "$heddle_corpus/pom.xml" -Dmdep.outputFile=cp.txt -Dmdep.includeScope=runtime \
        "org.apache.maven.plugins:maven-dependency-plugin:$heddle_plugin:build-classpath" </dev/null
}
