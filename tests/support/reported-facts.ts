import type { Fact, FactType } from './facts.ts'

/** An owner's report for a day. */
export interface Report {
  owner: string
  types: readonly FactType[]
  facts: readonly Fact[]
}

export type ReportedFact = Fact & { type: FactType; owner: string }

/** Selects the facts that remain after later reports have replaced earlier ones. */
export function selectCurrentFacts(reports: readonly Report[]): ReportedFact[] {
  const current = new Map<string, ReportedFact[]>()
  for (const { owner, types, facts } of reports) {
    for (const type of types) {
      for (const [day, dayFacts] of Map.groupBy(facts, (fact) => fact.day))
        current.set(
          `${owner} ${type} ${day}`,
          dayFacts.map((fact) => ({ ...fact, type, owner })),
        )
    }
  }
  return [...current.values()].flat()
}

/**
 * Tests whether a day lacks a report of one of the network's owners: of one that has reported a channel that earned
 * there by then. An owner reports from its first day to the newest of all, or to its own latest if it has been silent
 * for over a week.
 */
export function createIncompleteDayTest(
  reports: readonly Report[],
  getEarnsFrom: (channelId: string) => string | null,
): (day: string) => boolean {
  const current = selectCurrentFacts(reports)
  const reported = new Set(
    reports.flatMap(({ owner, types, facts }) =>
      types.flatMap((type) => facts.map(({ day }) => `${owner} ${type} ${day}`)),
    ),
  )
  const daysOf = (owner: string) =>
    [...reported].flatMap((key) => (key.startsWith(`${owner} `) ? [key.split(' ')[2] ?? ''] : [])).sort()
  const newest =
    [...reported]
      .map((key) => key.split(' ')[2] ?? '')
      .sort()
      .at(-1) ?? ''
  const owners = [...new Set(reports.map(({ owner }) => owner))].map((owner) => {
    const [firstDay = '', latestDay = ''] = [daysOf(owner)[0], daysOf(owner).at(-1)]
    const starts = current
      .filter((fact) => fact.owner === owner)
      .flatMap(({ channelId, day }) => {
        const earnsFrom = getEarnsFrom(channelId)
        return earnsFrom === null ? [] : [day < earnsFrom ? earnsFrom : day]
      })
    const silence = (Date.parse(newest) - Date.parse(latestDay)) / 86_400_000
    return { owner, firstDay, lastDay: silence > 7 ? latestDay : newest, start: starts.sort()[0] }
  })
  return (day) =>
    owners.some(
      ({ owner, firstDay, lastDay, start }) =>
        start !== undefined &&
        start <= day &&
        firstDay <= day &&
        day <= lastDay &&
        !(reported.has(`${owner} activity ${day}`) && reported.has(`${owner} revenue ${day}`)),
    )
}
