import { addDays, listDays } from '#contract/reports/calendar.ts'
import {
  type CellState,
  isEmptyCell,
  type OwnerCalendar,
  type ReportKind,
} from '#contract/reports/desk/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'

/** Successive days of a content owner and kind that are empty in the same way. */
export interface EmptyRun extends DayRange {
  owner: string
  kind: ReportKind
  state: CellState
  isConnected: boolean
}

/** Newest first. */
export function findEmptyRuns(owners: readonly OwnerCalendar[], range: DayRange): EmptyRun[] {
  const days = listDays(range)
  const runs: EmptyRun[] = []
  for (const { owner, kinds, connection } of owners)
    for (const { kind, cells } of kinds)
      for (const [at, cell] of cells.entries()) {
        const day = days[at]
        if (day === undefined || !isEmptyCell(cell)) continue
        const { state } = cell
        const last = runs.at(-1)
        const continues =
          last?.owner === owner && last.kind === kind && last.state === state && last.to === addDays(day, -1)
        if (continues) last.to = day
        else
          runs.push({ owner, kind, state, from: day, to: day, isConnected: connection?.hasConsent === true })
      }
  return runs.sort((one, other) => other.to.localeCompare(one.to))
}

export const countEmptyCells = (owners: readonly OwnerCalendar[]): number =>
  owners.flatMap(({ kinds }) => kinds.flatMap(({ cells }) => cells)).filter(isEmptyCell).length

export const countCells = (owners: readonly OwnerCalendar[]): number =>
  owners.flatMap(({ kinds }) => kinds.flatMap(({ cells }) => cells)).filter(({ state }) => state !== 'none')
    .length
