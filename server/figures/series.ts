/**
 * Aligns figures to days: null on a day outside `knownDays`, 0 on a known day without figures. For channels the known
 * days are those with facts of the network, for a video those with facts of the video.
 * @returns a function that reads one column: a number per day, in the order of `days`
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
