/** Optimistic read: retries when the revision changes, so that a reply never mixes two. A null state has none. */
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
