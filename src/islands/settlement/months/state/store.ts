import { computed } from 'nanostores'
import { Month } from '#contract/platform/params.ts'
import type { SortOrder } from '#contract/reports/reports.ts'
import {
  type MonthRow,
  type MonthSort,
  maxMonthRows,
  readMonth,
  readMonths,
} from '#contract/settlement/months.ts'
import type { StatementState } from '#contract/settlement/statements.ts'
import { call, getCachedOutput } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery, createQueryFrom, isSameKey } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { $params, $path, setParams } from '#lib/navigation/router.ts'
import { parseFilter, toParams } from './filter.ts'
import { filterRows, sortRows } from './rows.ts'

export const monthsPath = '/months'

const isMonthsPath = (path: string) => path === monthsPath || path.startsWith(`${monthsPath}/`)

/** Null for members, and on other views, whose parameters have other meanings. */
export const $callingManager = computed([$caller, may('money.read'), $path], (caller, seesMoney, path) =>
  seesMoney && isMonthsPath(path) ? caller : null,
)

export const $filter = computed($params, (params) => parseFilter(params))

const $monthsKey = computed($callingManager, (caller) => (caller === null ? null : { caller }))

export const months = createQuery($monthsKey, readMonths, () => ({}))

/** The month of the address: null if it has none; undefined if it cannot be a month. */
export const $pathMonth = computed($path, (path): string | null | undefined => {
  if (!path.startsWith(`${monthsPath}/`)) return null
  const month = Month.safeParse(path.slice(monthsPath.length + 1))
  return month.success ? month.data : undefined
})

/** The newest month if the address has none; null until it is known. */
export const $month = computed([$pathMonth, months.$state], (month, { result }) =>
  month === null ? (result?.data.months[0]?.month ?? null) : (month ?? null),
)

const $krwMicros = computed($filter, ({ krwMicros }) => krwMicros)

const $monthKey = computed([$callingManager, $month, $krwMicros], (caller, month, krwMicros) =>
  caller === null || month === null ? null : { caller, month, krwMicros },
)

/** Loads the rows of all pages, because the browser searches, filters and sorts them. */
export const monthQuery = createQueryFrom($monthKey, {
  load: async ({ month, krwMicros }, options) => {
    const query = { month, krwMicros }
    const first = await call(readMonth, { query, ...options })
    const rows: MonthRow[] = [...first.rows]
    for (let page = 1; page * maxMonthRows < first.total; page += 1)
      rows.push(...(await call(readMonth, { query: { ...query, page }, ...options })).rows)
    return { ...first, rows }
  },
  getCached: ({ month, krwMicros }) => {
    const cached = getCachedOutput(readMonth, { month, krwMicros })
    return cached && cached.total <= cached.rows.length ? cached : undefined
  },
})

export type MonthDetail = NonNullable<ReturnType<typeof monthQuery.$state.get>['result']>['data']

/** Ignores another month. */
export const $detail = computed(monthQuery.$state, ({ key, result, error }) => ({
  detail: result && result.key.month === key?.month ? result.data : null,
  isStale: result !== null && !isSameKey(result.key, key),
  error,
}))

export const $listedRows = computed([$detail, $filter], ({ detail }, filter) =>
  detail ? sortRows(filterRows(detail.rows, filter), filter) : [],
)

export function reloadMonth(): void {
  monthQuery.reload()
  months.reload()
}

export function searchMembers(search: string): void {
  const replace = search !== '' && $filter.get().search !== ''
  setParams(toParams({ search }), { replace })
}

export const filterByState = (state: StatementState | undefined) => setParams(toParams({ state }))
export const clearFilters = () => setParams(toParams({ search: '', state: undefined }))
export const setOrder = (sort: MonthSort, order: SortOrder) => setParams(toParams({ sort, order }))
export const setRate = (krwMicros: number | undefined) =>
  setParams(toParams({ krwMicros }), { replace: true })

/** Names and states sort from the first, amounts from the largest; a second choice reverses the order. */
export function sortBy(sort: MonthSort): void {
  const filter = $filter.get()
  const reversed = filter.order === 'asc' ? 'desc' : 'asc'
  const first = sort === 'member' || sort === 'state' ? 'asc' : 'desc'
  setOrder(sort, filter.sort === sort ? reversed : first)
}
