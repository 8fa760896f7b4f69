#!/bin/sh
# Makes what is handed out from a build folder whose prefix is /usr: package.sh BUILD OUT [deb] [tarball] [sbom].
# The same sources give the same bytes, wherever and whenever: times are that of the last change, owners are root,
# files come in a fixed order. VERSION_SUFFIX goes behind the version of the packages (the test of upgrades needs two).
set -eu
build=$1
out=$2
shift 2
cd "$(dirname "$0")/.."
umask 022
export LC_ALL=C TZ=UTC
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

version=$("$build/tatami" --version | cut -d' ' -f2)
packaged=$version${VERSION_SUFFIX:-}
machine=$(uname -m)
mkdir -p "$out"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

root=$scratch/root
DESTDIR=$root meson install -C "$build" --no-rebuild --quiet --strip
doc=$root/usr/share/doc/tatami
mkdir -p "$doc"
cp -r README.md CHANGELOG.md SECURITY.md docs/*.md docs/openapi.json examples boxes "$doc"
cp -r packaging/haproxy.cfg packaging/nginx.conf packaging/monitoring "$doc/examples"
tools/sbom.py "$build/tatami" >"$doc/tatami.spdx.json"

# Modes and times, so that nothing of this machine and this moment is left.
settle() {
    find "$1" -type d -exec chmod 755 {} +
    find "$1" -type f ! -perm -u+x -exec chmod 644 {} +
    find "$1" -type f -perm -u+x -exec chmod 755 {} +
    find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

pack() {
    tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --mtime="@$SOURCE_DATE_EPOCH" -C "$1" -cf - "$2" |
        xz -9 --threads=1
}

# field PACKAGE FIELD: of packaging/debian/control, the description with all its lines.
field() {
    awk -v package="$1" -v name="$2:" '
        /^Package: / { here = $2 == package }
        /^[A-Z]/ { inside = here && $1 == name }
        inside' "$scratch/control"
}

# one_deb PACKAGE PATH…: a package with these files of the installed tree.
one_deb() {
    package=$1
    shift
    tree=$scratch/$package
    mkdir -p "$tree/DEBIAN" "$tree/usr/share/doc/$package"
    (cd "$root" && find "$@" \( -type f -o -type l \) -exec cp --parents -P -t "$tree" {} +)
    if [ "$package" = tatami ]; then
        install -D -m 644 packaging/debian/tatami.default "$tree/etc/default/tatami"
        echo /etc/default/tatami >"$tree/DEBIAN/conffiles"
        cp packaging/debian/postinst packaging/debian/prerm packaging/debian/postrm "$tree/DEBIAN"
    fi
    case $package in
    libtatami[0-9]*)
        printf 'libtatami %s %s (>= %s)\n' "${package#libtatami}" "$package" "$version" >"$tree/DEBIAN/shlibs"
        echo 'activate-noawait ldconfig' >"$tree/DEBIAN/triggers"
        ;;
    esac
    cp LICENSE "$tree/usr/share/doc/$package/copyright"
    printf 'tatami (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- The Tatami authors  %s\n' "$packaged" \
        "$(date -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$tree/usr/share/doc/$package/changelog.Debian.gz"
    find "$tree/usr" -path "*/man/*" -name "*.1" -exec gzip -9n {} +

    # What its programs link to says what it depends on.
    mkdir -p "$scratch/debian"
    printf 'Source: tatami\n\nPackage: %s\nArchitecture: any\n' "$package" >"$scratch/debian/control"
    objects=$(find "$tree/usr" -type f ! -path "*/share/*" \( -name '*.so.*' -o -perm -u+x \))
    depends=
    # shellcheck disable=SC2086 # a list of files
    [ -z "$objects" ] || depends=$(cd "$scratch" && dpkg-shlibdeps -O $objects | sed 's/^shlibs:Depends=//')
    {
        printf 'Package: %s\nSource: tatami\nVersion: %s\nArchitecture: %s\n' "$package" "$packaged" "$(dpkg --print-architecture)"
        printf 'Maintainer: The Tatami authors\nPriority: optional\n'
        printf 'Installed-Size: %s\n' "$(find "$tree/usr" -type f -printf '%s\n' | awk '{ n += int(($1 + 1023) / 1024) } END { print n }')"
        for name in Section Depends Description; do field "$package" $name; done | sed "s/@depends@/$depends/"
    } >"$tree/DEBIAN/control"
    (cd "$tree" && find usr etc -type f 2>/dev/null | LC_ALL=C sort | xargs -d '\n' md5sum >DEBIAN/md5sums)
    settle "$tree"
    dpkg-deb --root-owner-group -Zxz --build "$tree" "$out" >/dev/null
    echo "$out/${package}_${packaged}_$(dpkg --print-architecture).deb"
}

debs() {
    lib=usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
    soversion=$(basename "$(readlink "$root/$lib/libtatami.so")" | cut -d. -f3)
    sed "s/@soversion@/$soversion/g; s/@version@/$packaged/g" packaging/debian/control >"$scratch/control"
    one_deb "libtatami$soversion" "$lib/libtatami.so.$soversion" "$lib/libtatami.so.$version"
    one_deb libtatami-dev usr/include "$lib/libtatami.so" "$lib/libtatami.a" "$lib/pkgconfig"
    one_deb tatami usr/bin usr/share usr/lib/systemd
}

# Unpacked anywhere, bin/tatami runs: it finds its words beside itself. The libraries it needs are the system's.
tarball() {
    tree=$scratch/tatami-$version
    mkdir "$tree"
    cp -r "$root/usr/bin" "$root/usr/share" "$tree"
    cp README.md CHANGELOG.md SECURITY.md LICENSE "$tree"
    settle "$tree"
    pack "$scratch" "tatami-$version" >"$out/tatami-$version-linux-$machine.tar.xz"
    echo "$out/tatami-$version-linux-$machine.tar.xz"
}

for what in "$@"; do
    case $what in
    deb) debs ;;
    tarball) tarball ;;
    sbom)
        cp "$doc/tatami.spdx.json" "$out/tatami-$version.spdx.json"
        echo "$out/tatami-$version.spdx.json"
        ;;
    *)
        echo "package.sh: $what is not deb, tarball or sbom" >&2
        exit 2
        ;;
    esac
done
