import fc from 'fast-check'

/** How many cases a property test tries: two, or with FULL_RUNS=1, as in `npm run test:all`, all of them. */
export const propertyRuns = (full: number): number => (process.env.FULL_RUNS ? full : 2)

/** The first generated case that has what the few cases by chance may all lack. The same in each run. */
export function findExample<T>(arbitrary: fc.Arbitrary<T>, isWanted: (value: T) => boolean): [T] {
  const found = fc.sample(arbitrary, { seed: 1, numRuns: 100 }).find(isWanted)
  if (found === undefined) throw new Error('None of a hundred cases has what the test is about.')
  return [found]
}
