/**
 * Null outside `knownDays`, 0 on a known day without figures. Known days have facts of the network or, for a video,
 * of the video itself.
 * @returns a function that reads one column, in the order of `days`
 */
export const alignToDays =
  (days: readonly string[], knownDays: ReadonlySet<string>) =>
  <F extends { day: string }>(figures: readonly F[]) => {
    const byDay = new Map(figures.map((entry) => [entry.day, entry]))
    return (getValue: (figures: F) => number): (number | null)[] =>
      days.map((day) => {
        if (!knownDays.has(day)) return null
        const found = byDay.get(day)
        return found ? getValue(found) : 0
      })
  }
