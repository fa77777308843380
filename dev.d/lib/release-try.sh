# shellcheck shell=sh disable=SC2154
# Tries the files of a release with the tools that read them. Sourced after release.sh.

# VERSION RELEASE: starts Heddle from the zip, as its user would.
heddle_try_zip() {
    heddle_place=$(mktemp -d)
    (cd "$heddle_place" && "$heddle_jdk/bin/jar" -xf "$2/heddle-$1.zip" && chmod +x "heddle-$1/bin/heddle")
    heddle_said=$("$heddle_place/heddle-$1/bin/heddle" --version) || heddle_said=
    rm -rf "$heddle_place"
    heddle_expect "$1" "heddle-$1.zip" "$heddle_said" "unpack it and run bin/heddle --version"
}

# RELEASE FOLDER: runs the alias of the catalog with the real JBang, which fetches the jar from the staged repository.
# JBang 0.132.1 reads no catalog with the Gson that its POM names (2.10.1): that one does not read a field whose
# adapter only writes. Its own download comes with a newer one.
heddle_try_jbang() {
    mkdir -p "$2/home" && cat >"$2/pom.xml" <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>io.heddle</groupId>
  <artifactId>try-jbang</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>dev.jbang</groupId>
      <artifactId>jbang-cli</artifactId>
      <version>$(heddle_property jbang.version)</version>
    </dependency>
    <dependency>
      <groupId>com.google.code.gson</groupId>
      <artifactId>gson</artifactId>
      <version>$(heddle_property jbang-gson.version)</version>
    </dependency>
  </dependencies>
</project>
POM
    heddle_copy=org.apache.maven.plugins:maven-dependency-plugin:$(heddle_property dependency-plugin.version):copy-dependencies
    (heddle_root=$2 && heddle_maven -q "$heddle_copy" -DoutputDirectory="$2/lib") </dev/null >&2 || return 1
    # JBang prints the command to run and leaves with 255; its shell script runs it. A file of the alias' name in the
    # working directory would be taken for a script.
    heddle_command=$(cd "$2/home" && HOME=$2/home JBANG_REPO=$2/repository "$heddle_jdk/bin/java" -cp "$2/lib/*" dev.jbang.Main run \
        --catalog "$1/jbang-catalog.json" --repos "file://$1/repository" heddle --version </dev/null 2>"$2/log") || :
    heddle_said=$(eval "$heddle_command") || heddle_said=
    case $heddle_said in "heddle "*) ;; *) cat "$2/log" >&2 ;; esac
    heddle_expect "$(sed -n 's/.*heddle-cli:\(.*\)".*/\1/p' "$1/jbang-catalog.json")" "JBang's alias" "$heddle_said" \
        "read what JBang says above"
}

# VERSION RELEASE FOLDER: what JReleaser would publish, without publishing. It asks GitHub for the tap of Homebrew even
# then, so that the formula is only made.
heddle_try_jreleaser() {
    git clone -q "$heddle_root" "$3" && git -C "$3" remote set-url origin https://github.com/heddle-io/heddle.git &&
        cp -R "$2/." "$3" || return 1
    heddle_set_version "$1" "$3"
    for heddle_goal in package "full-release -Djreleaser.excluded.packagers=brew"; do
        # shellcheck disable=SC2086
        (
            export JRELEASER_GITHUB_TOKEN=none JRELEASER_HOMEBREW_GITHUB_TOKEN=none \
                JRELEASER_SDKMAN_CONSUMER_KEY=none JRELEASER_SDKMAN_CONSUMER_TOKEN=none
            heddle_root=$3
            heddle_maven -N -Djreleaser.dry.run=true -Djreleaser.config.file="$3/jreleaser.yml" \
                "org.jreleaser:jreleaser-maven-plugin:$(heddle_property jreleaser-plugin.version):"$heddle_goal
        ) </dev/null >"$3.log" 2>&1 || {
            cat "$3.log" >&2
            heddle_fail "the dry run of JReleaser failed" "read what it says above"
        }
    done
    heddle_say "JReleaser's dry run passes"
}

# VERSION RELEASE FOLDER: builds the image and checks a jar in it, where buildah is there. Where its base images cannot
# be fetched, stand-ins are made of Debian's packages and this JDK.
heddle_try_image() {
    if ! command -v buildah >/dev/null; then
        heddle_say "the image was not built: there is no buildah"
        return 0
    fi
    mkdir -p "$3/jar" && cp "$2/heddle.jar" "$3/jar" || return 1
    export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
    set --  "$1" "$2" "$3" $(sed -n 's/^ARG [A-Z]*=//p' "$2/Dockerfile")
    if ! { buildah pull -q "$4" && buildah pull -q "$5"; } >/dev/null 2>&1; then
        heddle_say "no registry of images answers: the image is built on Debian's packages"
        heddle_debian_images "$3" || return 1
        set -- "$1" "$2" "$3" localhost/heddle-try-jdk localhost/heddle-try-base
    fi
    buildah bud -q --build-arg JDK="$4" --build-arg BASE="$5" -t "localhost/heddle:$1" -f "$2/Dockerfile" "$2" >/dev/null &&
        heddle_run_image "$1" "$3"
}

# VERSION FOLDER: says the size of the image, as which user it runs, and what a check in it finds in a jar.
heddle_run_image() {
    heddle_box=$(buildah from "localhost/heddle:$1") || return 1
    heddle_said=$(buildah run "$heddle_box" -- /opt/jvm/bin/java -jar /opt/heddle/heddle.jar --version) || heddle_said=
    heddle_expect "$1" "the image" "$heddle_said" "buildah run $heddle_box"
    buildah run -v "$2/jar:/work:ro" "$heddle_box" -- /opt/jvm/bin/java -jar /opt/heddle/heddle.jar check heddle.jar \
        --fail-on never >"$2/check" 2>&1 || { cat "$2/check" >&2; heddle_fail "the image cannot check a jar" "read the above"; }
    heddle_size=$(du -sm "$(buildah mount "$heddle_box")" | cut -f 1)
    heddle_say "the image has $heddle_size MB, runs as user $(buildah inspect -f '{{.OCIv1.Config.User}}' "$heddle_box") and checks a jar"
    buildah rm "$heddle_box" >/dev/null
}

# FOLDER: the two images that the Dockerfile starts from, made of Debian's packages.
heddle_debian_images() {
    command -v mmdebstrap >/dev/null || heddle_fail "the base images cannot be made" "apt-get install mmdebstrap"
    for heddle_image in "jdk dash,coreutils,libc6,zlib1g" "base base-files,libc6,netbase,tzdata"; do
        mmdebstrap --quiet --variant=extract --include="${heddle_image#* }" bookworm "$1/debian.tar" 2>/dev/null &&
            heddle_box=$(buildah from scratch) &&
            buildah add -q "$heddle_box" "$1/debian.tar" / >/dev/null || return 1
        case $heddle_image in
            jdk*)
                # Debian's JDKs have links out of their folder, to the certificates.
                cp -RL "$heddle_jdk" "$1/jdk" && buildah add -q "$heddle_box" "$1/jdk" /opt/jdk >/dev/null || return 1
                buildah config --env PATH=/opt/jdk/bin:/usr/bin:/bin "$heddle_box"
                ;;
        esac
        buildah commit -q --rm "$heddle_box" "localhost/heddle-try-${heddle_image%% *}" >/dev/null || return 1
    done
}

# VERSION WHAT SAID HINT: what was started says its version.
heddle_expect() {
    case $3 in
        "heddle $1 "*) heddle_say "$2 starts" ;;
        *) heddle_fail "$2 does not start: '$3'" "$4" ;;
    esac
}
