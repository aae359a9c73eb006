#!/bin/sh
# Copies our files into the system, before its packages and after: lay.sh ROOT
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cp -r --no-preserve=ownership "$here/files/." "$1"
mkdir -p "$1/boot/firmware" "$1/var/lib/cloud/seed"
ln -sfn /boot/firmware "$1/var/lib/cloud/seed/nocloud"
