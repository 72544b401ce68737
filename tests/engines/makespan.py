"""How long Slurm takes for a plan, against what `plan --simulate` says."""
