/**
 * The rule of every series about channels: null on a day for which the whole network has no facts (`known` lacks it), 0
 * where only what is in question has none.
 * @returns columns: one number a day, in the order of `days`
 */
export const columnsOver =
  (days: readonly string[], known: ReadonlySet<string>) =>
  <F extends { day: string }>(figures: readonly F[]) => {
    const byDay = new Map(figures.map((one) => [one.day, one]))
    return (of: (figures: F) => number): (number | null)[] =>
      days.map((day) => {
        if (!known.has(day)) return null
        const found = byDay.get(day)
        return found ? of(found) : 0
      })
  }
