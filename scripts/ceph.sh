#!/usr/bin/env bash
# A real S3 service for the tests: Ceph's gateway with an in-memory store. Prints its URL when it is
# ready; stops and cleans up when its stdin is closed.
# Needs the Debian packages ceph-mon, ceph-osd and radosgw. Access key dev, secret devsecret.
set -euo pipefail
# On a port that is not its default, the protocol version must be given.
mon="[v1:127.0.0.1:${CEPH_MON_PORT:-6789}]"
gateway=127.0.0.1:${CEPH_PORT:-7480}
dir=$(mktemp -d "${TMPDIR:-/tmp}/reelay-ceph-XXXXXX")
fsid=11111111-2222-3333-4444-555555555555
osd=99999999-2222-3333-4444-555555555555
trap 'exec 2> /dev/null; kill -9 $(jobs -p); wait; rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM

mkdir "$dir"/{mon,osd,run}
cat > "$dir/ceph.conf" <<CONF
[global]
fsid = $fsid
mon host = $mon
auth cluster required = none
auth service required = none
auth client required = none
mon allow pool size one = true
mon warn on pool no redundancy = false
mon max pg per osd = 1000
paxos propose interval = 0.05
paxos min wait = 0.01
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
osd objectstore = memstore
osd memory target = 939524096
memstore device bytes = ${CEPH_BYTES:-4294967296}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
run dir = $dir/run
log file = $dir/\$name.log
admin socket = $dir/run/\$name.asok
pid file = $dir/run/\$name.pid
[mon.a]
mon data = $dir/mon
[osd.0]
osd data = $dir/osd
[client.rgw.a]
rgw frontends = beast endpoint=$gateway
rgw dns name = localhost
rgw enable usage log = false
rgw gc obj min wait = 0
debug rgw = 0
CONF
export CEPH_CONF=$dir/ceph.conf

quietly() { "$@" > "$dir/output" 2>&1 || { cat "$dir/output" >&2; exit 1; }; }
until_true() { for _ in $(seq 300); do "$@" > /dev/null 2>&1 && return; sleep 0.1; done; echo "Timed out after 30 s: $*" >&2; exit 1; }
start_osd() { ceph-osd -f -i 0 > "$dir/osd.out" 2>&1 & osd_process=$!; }
# Sometimes it starts before the monitor knows it and exits with "wrong fsid": then start it again.
osd_is_up() { kill -0 $osd_process || start_osd; ceph osd stat | grep -q '1 up'; }
serves() { (exec 3<> "/dev/tcp/${gateway/:/\/}"); }

quietly monmaptool --create --addv a "$mon" --fsid $fsid "$dir/monmap"
quietly ceph-mon --mkfs -i a --monmap "$dir/monmap"
ceph-mon -f -i a > "$dir/mon.out" 2>&1 &
quietly ceph osd new $osd 0
quietly ceph-osd -i 0 --mkfs --osd-uuid $osd
start_osd
until_true osd_is_up
quietly radosgw-admin user create --uid=dev --display-name=dev --access-key=dev --secret=devsecret
radosgw -f -n client.rgw.a > "$dir/rgw.out" 2>&1 &
until_true serves
echo "http://$gateway"
cat > /dev/null
