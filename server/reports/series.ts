/**
 * The rule of every series: null on a day that `known` lacks, 0 on one that only what is in question has nothing of.
 * About channels the days are known for which the network has facts, about a video those for which it has some.
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
