#!/usr/bin/env bash
# Builds a base image for the Dockerfile on Debian, without a registry of images: the packages of the machine's own Debian
# mirror, Node.js 24 and npm from the npm registry, and the user `node`. Requires root, buildah and debootstrap.
#
# Usage: build-base-image.sh <image>
set -euo pipefail
image=$1
folder=$(mktemp -d)
trap 'rm -rf --one-file-system "$folder"' EXIT

# The mirror and the release that apt uses.
read -r mirror release < <(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages')
debootstrap --variant=minbase --include=ca-certificates "$release" "$folder/root" "$mirror" >"$folder/log" || {
  cat "$folder/log" >&2
  exit 1
}
rm -rf "$folder"/root/var/cache/apt/* "$folder"/root/var/lib/apt/lists/*

npm install --prefix "$folder/packages" --no-audit --no-fund --loglevel=error node@24 npm@11 >&2
install "$folder/packages/node_modules/node/bin/node" "$folder/root/usr/local/bin/node"
mkdir -p "$folder/root/usr/local/lib/node_modules"
cp -r "$folder/packages/node_modules/npm" "$folder/root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder/root/usr/local/bin/npm"
# npm trusts the certificate authorities of this machine, because its network may have its own.
cp /etc/ssl/certs/ca-certificates.crt "$folder/root/etc/ssl/certs/ca-certificates.crt"
mkdir -p "$folder/root/usr/local/etc"
echo cafile=/etc/ssl/certs/ca-certificates.crt >"$folder/root/usr/local/etc/npmrc"
chroot "$folder/root" useradd --uid 1000 --user-group --create-home node

container=$(buildah from scratch)
buildah add --quiet "$container" "$folder/root" / >&2
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd node "$container"
buildah commit --quiet --rm "$container" "$image"
