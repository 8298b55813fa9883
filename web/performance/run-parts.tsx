/** The parts of the page that are about demo runs, as one file to load: each file more costs every page some bytes. */
export { FollowRuns } from "./follow-runs.tsx";
export { FirstSteps, RunHead } from "./run-head.tsx";
export { RunProgression } from "./run-progression.tsx";
