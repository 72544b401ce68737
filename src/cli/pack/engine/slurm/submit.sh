#!/usr/bin/env bash
# Grades the submissions of a plan with Slurm. `yardstick pack slurm` wrote this; it is yours to change.
#
#   bash submit.sh
#
# submits what is missing, and comes back at once. When these jobs have ended, in whatever way, a job calls this file again: it submits
# what is still missing, and joins the results when nothing is.
#
# You may call it again at any time, also while jobs run, or after the controller has lost them: what is done, the results
# folder alone tells, and a shard that is graded twice does no harm.
set -euo pipefail

# All machines must know these by the same paths.
YARDSTICK=@YARDSTICK@
PLAN=@PLAN@
RESULTS=@RESULTS@
JOINED=@JOINED@
HERE=@HERE@

# More options for every job, such as (--partition=cpu --account=course).
OPTIONS=()
# How often what is missing is submitted before a person must look.
ROUNDS=5

round=${1:-1}
mkdir -p "$HERE/logs" "$HERE/unfit"

submit() { sbatch --parsable --chdir="$HERE" "${OPTIONS[@]}" ${unfit:+--exclude="$unfit"} "$@"; }
# Calls this file again in a job, as the round with this number.
call_again() {
    submit --job-name=yardstick-next --ntasks=1 --time=60 --requeue --output="logs/round-$1.txt" "${@:2}" \
        "$HERE/submit.sh" "$1"
}
# The names of the nodes that are not fit, with commas between them.
names() { ls "$HERE/unfit" | paste -sd,; }

# Leaves this to a node that is fit, if this is a job and its node is not. That takes no round.
leave_to_another() {
    touch "$HERE/unfit/$SLURMD_NODENAME"
    unfit=$(names)
    echo "$SLURMD_NODENAME is not fit: job $(call_again "$round") looks what is missing"
    exit 75
}
if [[ -n "${SLURM_JOB_ID:-}" && -e "$HERE/unfit/$SLURMD_NODENAME" ]]; then leave_to_another; fi

# Which shards lack something, such as `2,6-9`. The exit code says what to do: 75, submit them; 0, all is there; 65, a person
# must look, and `merge` says at what.
code=0
missing=$("$YARDSTICK" status --plan "$PLAN" --results "$RESULTS" --missing) || code=$?
case "$code" in
    75) ;;
    0 | 65) exec "$YARDSTICK" merge --plan "$PLAN" "$RESULTS" --out "$JOINED" ;;
    *)
        echo "error: yardstick cannot be run here" >&2
        [[ -z "${SLURM_JOB_ID:-}" ]] || leave_to_another
        exit "$code"
        ;;
esac
if ((round > ROUNDS)); then
    echo "error: after $ROUNDS rounds something is missing in the shards $missing" >&2
    echo "help: \`$HERE/logs\` tells why; then call \`bash submit.sh\` again" >&2
    exit 75
fi

# A node that fails at once is free again at once, and would be given one job after the other. So each idle node is asked first
# whether it is fit, and each job asks again. Whoever is not leaves its name in the folder `unfit`.
ask() {
    local answer
    answer=$(srun "${OPTIONS[@]}" --quiet --nodes=1 --ntasks=1 --nodelist="$1" --immediate=30 --time=5 \
        sh -c '"$1" doctor --node --plan "$2" >&2; echo "exit code $?"' sh "$YARDSTICK" "$PLAN" \
        2> "$HERE/logs/node-$1.txt") || true
    # No answer at all only means that somebody else has the node now.
    case "$answer" in
        "exit code 0" | "") ;;
        *) touch "$HERE/unfit/$1" ;;
    esac
}
# A controller that was killed may start a job a second time, and then hold it for ever; what waits for the end of that job
# would wait as long. The shard is submitted again below.
held=$(squeue --me --array --noheader --name=yardstick --states=PENDING --format='%i %r' | awk '/requeued/ { print $1 }')
[[ -z "$held" ]] || scancel $held

# Within a job, `srun` would ask only the nodes of that job.
if [[ -z "${SLURM_JOB_ID:-}" ]]; then
    rm -f "$HERE/unfit/"*
    asked=0
    for node in $(sinfo --noheader --Node --states=idle --format=%N | sort -u); do
        ask "$node" &
        # Some at a time.
        ((++asked % 16)) || wait
    done
    wait
fi
unfit=$(names)
[[ -z "$unfit" ]] || echo "not fit: $unfit (\`$HERE/logs\` tells why)"

job=$(submit --array="$missing" --output=logs/shard-%a.txt \
    "$HERE/grade.sbatch" "$YARDSTICK" "$PLAN" "$RESULTS" "$HERE")
# After *any* end of these jobs: a job that waits for success waits for ever if one of them fails.
next=$(call_again "$((round + 1))" --dependency="afterany:${job%%;*}")
echo "round $round: job ${job%%;*} grades the shards $missing, then job ${next%%;*} looks what is missing"
