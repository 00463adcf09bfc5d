/**
 * Optimistic read: reads a state, then the data that belong to it, and retries when the revision has changed meanwhile,
 * so that the statements of one reply never mix two revisions. A state of null has no revision.
 */
export async function readConsistently<State extends { revision: number } | null, Result>(
  readState: () => Promise<State>,
  readRevision: () => Promise<number | null>,
  read: (state: State) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const state = await readState()
    const result = await read(state)
    if ((await readRevision()) === (state?.revision ?? null)) return result
  }
}
