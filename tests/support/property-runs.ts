import fc from 'fast-check'

/**
 * How many cases a property test tries: a third of `full` while developing, all of them with FULL_RUNS=1, as in
 * `.ci/run`.
 */
export const propertyRuns = (full: number): number =>
  process.env.FULL_RUNS ? full : Math.max(2, Math.ceil(full / 3))

/** The first generated case that has what the few cases by chance may all lack. The same in each run. */
export function findExample<T>(arbitrary: fc.Arbitrary<T>, isWanted: (value: T) => boolean): [T] {
  const found = fc.sample(arbitrary, { seed: 1, numRuns: 100 }).find(isWanted)
  if (found === undefined) throw new Error('None of a hundred cases has what the test is about.')
  return [found]
}
