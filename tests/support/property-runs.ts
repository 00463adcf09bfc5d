/**
 * How many cases a property test tries: a third of `full` while developing, all of them with FULL_RUNS=1, as in
 * `.ci/run`.
 */
export const propertyRuns = (full: number): number =>
  process.env.FULL_RUNS ? full : Math.max(2, Math.ceil(full / 3))
