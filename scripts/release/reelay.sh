#!/bin/sh
# Starts the service, or runs a command: ./reelay help
set -e
folder=$(dirname "$(readlink -f "$0")")
node=$folder/node_modules/.bin/node
# The commands of `reelay admin` run in another folder.
export DATA_DIR="${DATA_DIR:-$PWD/data}"
if [ $# -gt 0 ] && [ "$1" != start ]; then exec "$node" "$folder/cli/dist/reelay.js" "$@"; fi
# The same settings as in `npm start`.
exec env MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_ARENA_MAX=2 \
  "$node" --max-semi-space-size=8 --no-allocation-site-pretenuring "$folder/api/dist/server.js"
