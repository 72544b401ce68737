#!/usr/bin/env bash
# Grades the submissions of a plan on a few machines, with GNU parallel. `yardstick pack parallel` wrote this; it is yours to change.
#
#   bash grade-parallel.sh                       here
#   bash grade-parallel.sh 2/alpha 4/me@beta     two shards at a time on the first machine, four on the second, by ssh
#
# You may stop it and call it again at any time: what is done, the results folder alone tells, and a shard that is graded twice
# does no harm.
set -euo pipefail

# All machines must know these by the same paths.
YARDSTICK=@YARDSTICK@
PLAN=@PLAN@
RESULTS=@RESULTS@
JOINED=@JOINED@

# How many programs of students run at the same time for a shard.
CPUS=@CPUS@
# How often what is missing is tried before a person must look.
ROUNDS=5

machines=("$@")
((${#machines[@]})) || machines=("1/:")

# Words as a shell reads them, here and on other machines. A brace gets a backslash, so `parallel` replaces nothing in them.
words() { printf '%q ' "$@"; }
run() { parallel --will-cite --plain "$@"; }

for ((round = 1; ; round++)); do
    # Which shards lack something, such as `2,6-9`. The exit code says what to do: 75, grade them; 0, all is there; any other, a
    # person must look, and `merge` says at what.
    code=0
    missing=$("$YARDSTICK" status --plan "$PLAN" --results "$RESULTS" --missing) || code=$?
    if ((code != 75)); then
        exec "$YARDSTICK" merge --plan "$PLAN" "$RESULTS" --out "$JOINED"
    fi
    if ((round > ROUNDS)); then
        echo "error: after $ROUNDS rounds something is missing in the shards $missing" >&2
        echo "help: read what is printed above; then call this again" >&2
        exit 75
    fi

    # A machine that fails at once would take one shard after the other. So each is asked first whether it is fit.
    fit=()
    for machine in "${machines[@]}"; do
        if run -n0 --sshlogin "$machine" "$(words "$YARDSTICK" doctor --node --plan "$PLAN")" ::: ask >&2; then
            fit+=(--sshlogin "$machine")
        else
            echo "not fit: $machine" >&2
        fi
    done
    if ((${#fit[@]} == 0)); then
        echo "error: no machine is fit: it says above why" >&2
        exit 75
    fi

    echo "round $round: the shards $missing" >&2
    shards=()
    for range in ${missing//,/ }; do
        shards+=($(seq "${range%-*}" "${range#*-}"))
    done
    # What fails is tried again in the next round. A machine that fails on the way keeps its place busy for a minute.
    grade="$(words "$YARDSTICK" grade --plan "$PLAN" --out "$RESULTS" --jobs "$CPUS" --shard){}"
    hold="{ code=\$?; [ \$code = 65 ] || sleep ${YARDSTICK_HOLD:-60}; exit \$code; }"
    run "${fit[@]}" "$grade || $hold" ::: "${shards[@]}" || true
done
