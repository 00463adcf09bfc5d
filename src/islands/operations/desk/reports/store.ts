import { computed } from 'nanostores'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import { CellParams, readDeskReport, readDeskReports } from '#contract/reports/desk/calendar.ts'
import { acceptGap, askForReports, withdrawReport } from '#contract/reports/desk/changes.ts'
import { today } from '#islands/operations/desk/today/store.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'
import { $params, $path, setParams } from '#lib/navigation/router.ts'
import { notify } from '#lib/page/snackbars.ts'
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

function reload(): void {
  calendar.reload()
  cellDetail.reload()
  today.reload()
}

/** @throws {ApiError} */
export async function withdraw({ owner, kind, day }: ParsedBody<typeof withdrawReport>): Promise<void> {
  try {
    await call(withdrawReport, { body: { owner, kind, day } })
    notify('success', t('desk-reports:withdraw.done'))
  } finally {
    reload()
  }
}

async function change(run: () => Promise<unknown>, done: string): Promise<boolean> {
  try {
    await run()
    notify('success', done)
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
    return false
  } finally {
    reload()
  }
}

export const accept = ({ owner, kind, day }: CellParams, reason: string | null): Promise<boolean> =>
  change(
    () => call(acceptGap, { body: { owner, kind, day, reason } }),
    t(reason === null ? 'desk-reports:accept.undone' : 'desk-reports:accept.done'),
  )

export const ask = (owner: string): Promise<boolean> =>
  change(() => call(askForReports, { body: { owner } }), t('desk-reports:ask.done', { owner }))
