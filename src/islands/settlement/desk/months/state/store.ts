import { computed } from 'nanostores'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { type BoardSite, type MonthCell, readMonthBoard } from '#contract/settlement/desk/month-board.ts'
import { $deskMonth, deskMonthsPath } from '#islands/settlement/months/closing/store.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { $params, $path } from '#lib/navigation/router.ts'

const $key = computed([$caller, may('desk.read'), $path], (caller, readsDesk, path) =>
  caller !== null && readsDesk && path === deskMonthsPath ? { caller } : null,
)

export const board = createQuery($key, readMonthBoard, () => ({}))

export type Board = EndpointOutput<typeof readMonthBoard>

/** The month that the endpoint of the closing chooses, too: the next one to close, or the newest. */
const findDefault = ({ months }: Board): string | null =>
  (
    months.find(({ state, isListed }) => isListed && state === 'open') ??
    months.findLast(({ isListed }) => isListed)
  )?.month ?? null

interface Choice {
  month: string | null
  /** Null: all. */
  site: BoardSite | null
}

/** The month and the site of the address. */
export const $choice = computed([board.$state, $deskMonth, $params], ({ result }, month, params): Choice => {
  const sites = result?.data.sites ?? []
  const only = sites.length === 1 ? sites[0] : undefined
  return {
    month: month ?? (result ? findDefault(result.data) : null),
    site: sites.find(({ id }) => String(id) === params.site) ?? only ?? null,
  }
})

export const findCells = ({ cells }: Board, month: string | null, site: BoardSite | null): MonthCell[] =>
  cells.filter((cell) => cell.month === month && (site === null || cell.site === site.id))

/** @param site null: all */
export function getCellPath(month: string, site: number | null): string {
  const params = new URLSearchParams({ month, ...(site !== null && { site: String(site) }) })
  return `${deskMonthsPath}?${params}`
}
