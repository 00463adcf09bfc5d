import { computed } from 'nanostores'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import type { BoardSite, MonthCell } from '#contract/settlement/desk/month-board.ts'
import { readMonthPayments } from '#contract/settlement/desk/month-payments.ts'
import { $choice, type Board, board } from '#islands/settlement/desk/months/state/store.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'

export type MonthPayments = EndpointOutput<typeof readMonthPayments>

const isReleased = ({ state }: MonthCell) => state === 'paying' || state === 'paid'

/** Those with payments that came back first, then those with the most to transfer. */
const compareUrgency = (one: MonthCell, other: MonthCell): number =>
  other.returned - one.returned || other.due - other.paid - (one.due - one.paid)

interface Shown {
  month: string
  site: BoardSite
}

/** What is chosen, if it was released; otherwise the newest month of the site that was. */
function findShown(data: Board, month: string | null, site: BoardSite | null): Shown | null {
  const released = data.cells.filter((cell) => isReleased(cell) && (site === null || cell.site === site.id))
  const newest = released
    .map((cell) => cell.month)
    .sort()
    .at(-1)
  const wanted = released.some((cell) => cell.month === month) ? month : newest
  const [found] = released.filter((cell) => cell.month === wanted).sort(compareUrgency)
  const foundSite = data.sites.find(({ id }) => id === found?.site)
  return found && foundSite ? { month: found.month, site: foundSite } : null
}

export const $shown = computed([board.$state, $choice], ({ result }, { month, site }) =>
  result ? findShown(result.data, month, site) : null,
)

const $key = computed([$caller, $shown], (caller, shown) =>
  caller === null || shown === null ? null : { caller, month: shown.month, site: shown.site.id },
)

export const payments = createQuery($key, readMonthPayments, ({ caller: _, ...query }) => query)
