import { computed } from 'nanostores'
import { CellParams, readDeskReport, readDeskReports } from '#contract/reports/desk/calendar.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'
import { $params, $path, setParams } from '#lib/navigation/router.ts'
import { formatCellAddress, parseCellAddress } from './cell-address.ts'

const calendarFilter = createAddressFilter(readDeskReports.query, ['to', 'days'])

const $calendarQuery = computed(
  [$caller, may('desk.read'), $path, $params],
  (caller, readsDesk, path, params) =>
    caller !== null && readsDesk && path === '/desk/reports'
      ? { caller, ...calendarFilter.parse(params) }
      : null,
)

export const calendar = createQuery($calendarQuery, readDeskReports, ({ to, days }) => ({ to, days }))

export const showRange = (range: { to?: string | undefined; days?: number }) =>
  setParams(calendarFilter.toParams(range))

/** The cell whose story is shown. */
export const $openCell = computed($params, ({ cell }) => {
  const parsed = CellParams.safeParse(parseCellAddress(cell ?? ''))
  return parsed.success ? parsed.data : null
})

export const openCell = (cell: CellParams | null) =>
  setParams({ cell: cell ? formatCellAddress(cell) : undefined })

const $cellQuery = computed([$caller, may('desk.read'), $openCell], (caller, readsDesk, cell) =>
  caller !== null && readsDesk && cell !== null ? { caller, ...cell } : null,
)

export const cellDetail = createQuery($cellQuery, readDeskReport, ({ owner, kind, day }) => ({
  owner,
  kind,
  day,
}))
