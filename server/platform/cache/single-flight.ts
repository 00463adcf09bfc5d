/** Single flight with a short cache: however many ask, `read` runs once in `maxAgeMs`. A failure is not cached. */
export function cacheBriefly<Value>(
  read: (now: Date) => Promise<Value>,
  maxAgeMs: number,
  now: () => Date,
): () => Promise<Value> {
  let cached: { readAt: number; value: Promise<Value> } | undefined
  return () => {
    const time = now()
    if (cached && time.getTime() - cached.readAt < maxAgeMs) return cached.value
    const entry = { readAt: time.getTime(), value: read(time) }
    cached = entry
    entry.value.catch(() => {
      if (cached === entry) cached = undefined
    })
    return entry.value
  }
}
