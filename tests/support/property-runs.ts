import fc from 'fast-check'

/** Number of cases in a property test: two, or with FULL_RUNS=1, as in `npm run test:all`, all of them. */
export const propertyRuns = (full: number): number => (process.env.FULL_RUNS ? full : 2)

/**
 * Finds the first generated case with a property that a few cases may all lack by chance. Every run finds the same one.
 */
export function findExample<T>(arbitrary: fc.Arbitrary<T>, isWanted: (value: T) => boolean): [T] {
  const found = fc.sample(arbitrary, { seed: 1, numRuns: 100 }).find(isWanted)
  if (found === undefined) throw new Error('None of a hundred cases has what the test is about.')
  return [found]
}
