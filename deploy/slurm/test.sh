#!/usr/bin/env bash
# Runs sweep.sbatch on a Slurm of one node that lives in a temporary folder, on loopback: a task is killed hard and run again, another is
# requeued, a job that depends on both merges, and its output must be that of the serial sweep byte for byte.
#
# It wants root, and slurm-wlm and munge of Debian, which it installs if they are not there. On a machine that cannot do that the test is left
# out; with CI=true it fails instead.
set -euo pipefail
cd "$(dirname "$0")/../.."

lack() {
  echo "deploy/slurm/test.sh: left out: $1"
  [ "${CI:-}" != true ] || exit 1
  exit 0
}

[ "$(id -u)" = 0 ] || lack "it wants root, to be a cluster of its own"
if ! command -v slurmctld slurmd sbatch munged >/dev/null; then
  command -v apt-get >/dev/null || lack "there is no apt-get to install slurm-wlm and munge with"
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -qq -y --no-install-recommends slurm-wlm munge >/dev/null 2>&1 ||
    { apt-get update -qq && apt-get install -qq -y --no-install-recommends slurm-wlm munge >/dev/null; }
fi

dir=$(mktemp -d)
chmod 755 "$dir"
daemons=()
finish() {
  status=$?
  trap - EXIT
  [ "${#daemons[@]}" = 0 ] || timeout 5 scancel --quiet --user=root 2>/dev/null || true
  for ((k = ${#daemons[@]} - 1; k >= 0; k--)); do
    kill "${daemons[k]}" 2>/dev/null || true
    wait "${daemons[k]}" 2>/dev/null || true
  done
  if [ "$status" != 0 ]; then
    tail -n 30 "$dir"/*.log "$dir"/home/*.log 2>/dev/null || true
  fi
  rm -rf "$dir"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT # and so on only once the command that runs has ended: it could still write
trap 'exit 143' TERM

# daemon LOG COMMAND... starts a daemon in the foreground of its own.
daemon() {
  local log=$1
  shift
  "$@" >>"$dir/$log.log" 2>&1 &
  daemons+=($!)
}

# until_true SECONDS COMMAND... waits until a command succeeds.
until_true() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$deadline" ] || { echo "in vain: $*"; return 1; }
    sleep .1
  done
}

# free_port prints a port on which nobody listens.
free_port() {
  local port
  while port=$((20000 + RANDOM % 20000)); do
    (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
  done
}

go build -o "$dir/steelyard" ./cmd/steelyard
export STEELYARD=$dir/steelyard SLURM_CONF=$dir/slurm.conf
mkdir -p "$dir"/{munge,state,spool,home}
chmod 700 "$dir/munge"
(umask 077 && head -c 1024 /dev/urandom >"$dir/munge/key")
cat >"$SLURM_CONF" <<CONF
ClusterName=sweep
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket,cred_expire=5
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MpiDefault=none
SchedulerParameters=sched_interval=1,bf_interval=1
NodeName=localhost NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=localhost Default=YES MaxTime=INFINITE State=UP
CONF

daemon munged munged --foreground --force --key-file="$dir/munge/key" --socket="$dir/munge/socket" --pid-file="$dir/munge/pid" \
  --log-file="$dir/munged-itself.log" --seed-file="$dir/munge/seed"
until_true 10 test -S "$dir/munge/socket"
daemon slurmctld slurmctld -D
daemon slurmd slurmd -D -N localhost
until_true 20 sh -c 'sinfo --noheader --format=%T | grep -q idle'

cd "$dir/home"
cat >scenario.yaml <<YAML
classes:
  - {name: fast, servers: 20, speed: 5}
  - {name: slow, servers: 80, speed: 1}
load: 0.9
run: {jobs: 2000000, replications: 4}
YAML
plan=(-f scenario.yaml --policies "weighted,jsq(d=2)" --loads .5,.8 --engine events)
script=$OLDPWD/deploy/slurm/sweep.sbatch

# task_of JOB INDEX prints the process of a task that runs.
task_of() {
  local p
  for p in /proc/[0-9]*; do
    if [ "$(cat "$p/comm" 2>/dev/null)" = steelyard ] && tr '\0' '\n' <"$p/environ" 2>/dev/null | grep -qx "SLURM_ARRAY_JOB_ID=$1" &&
      tr '\0' '\n' <"$p/environ" | grep -qx "SLURM_ARRAY_TASK_ID=$2"; then
      echo "${p#/proc/}"
      return
    fi
  done
  return 1
}

over() { [ -z "$(squeue --noheader --jobs="$1" 2>/dev/null)" ]; }

# begun SHARD succeeds once the first of the four points of a shard is there: with as many replications as shards, it is one of that number.
begun() { grep -q "\"replication\":$1," results/point-*.json; }

job=$(sbatch --parsable "$script" "${plan[@]}" --out results)
until_true 20 begun 1
kill -9 "$(task_of "$job" 1)"
echo "task 1 is killed"
until_true 20 begun 2
scontrol requeue "${job}_2"
echo "task 2 is requeued"
until_true 60 over "$job"

status=0
"$STEELYARD" merge results >partial.txt 2>missing.txt || status=$?
cat missing.txt
if [ "$status" != 1 ] || ! grep -q "(shard 1/4)" missing.txt || grep -q "[023]/4" missing.txt; then
  echo "merge exits with $status, want 1 and points of shard 1 alone missing"
  exit 1
fi
again=$(SHARDS=4 sbatch --parsable --array=1 "$script" "${plan[@]}" --out results)
merge=$(sbatch --parsable --dependency="afterok:$again" --kill-on-invalid-dep=yes --output=merge.log \
  --wrap "$STEELYARD merge results --json --csv merged.csv >merged.json")
until_true 60 over "$again"
until_true 60 over "$merge"

"$STEELYARD" sweep "${plan[@]}" --out serial --json >serial.json
"$STEELYARD" merge serial --csv serial.csv >/dev/null
cmp merged.json serial.json
cmp merged.csv serial.csv
grep -h "kept in" "sweep-${job}"_*.log "sweep-${again}"_*.log
if grep -q " 0 kept" "sweep-${job}_2.log" "sweep-${again}_1.log"; then
  echo "a task that ran again kept nothing"
  exit 1
fi
echo "a sweep on Slurm, with a task killed and one requeued, is the serial one byte for byte"
