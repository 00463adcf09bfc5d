/**
 * The rule of every series: null on a day that `known` lacks, 0 on one that only what is in question has nothing of.
 * About channels the days are known for which the network has facts, about a video those for which it has some.
 * @returns columns: one number a day, in the order of `days`
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
