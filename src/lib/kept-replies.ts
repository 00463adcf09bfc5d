export interface Kept {
  readonly tag: string
  readonly output: unknown
}

/** Some views with some of their periods and pages. */
const most = 60

/** Outputs of reads by what was asked and for whom, the one that was not used for longest first. */
const kept = new Map<string, Kept>()

/** What came last to this question: its tag to ask with, its output for when that still holds. */
export function keptReply(key: string): Kept | undefined {
  const found = kept.get(key)
  if (found) {
    kept.delete(key)
    kept.set(key, found)
  }
  return found
}

export function keepReply(key: string, tag: string, output: unknown): void {
  kept.delete(key)
  kept.set(key, { tag, output })
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return
    kept.delete(oldest)
  }
}

export const dropReplies = (): void => kept.clear()
