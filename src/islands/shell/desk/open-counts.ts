import { computed } from 'nanostores'
import type { WaitingKind } from '#contract/operations/desk/today.ts'
import type { DeskViewName } from '#islands/kit/screen/manifest.ts'
import { today } from '#islands/operations/desk/today/store.ts'

/** What waits on which screen. */
const kindsByView: Partial<Record<DeskViewName, readonly WaitingKind[]>> = {
  review: ['reviews'],
  mail: ['mails'],
  months: ['returned-payments', 'unconfirmed-payees', 'open-month'],
}

/** By screen. */
export const $openCounts = computed(today.$state, ({ result }): Partial<Record<DeskViewName, number>> => {
  const items = result?.data.items ?? []
  const waiting = Object.entries(kindsByView).map(([view, kinds]) => [
    view,
    items.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { count }) => sum + count, 0),
  ])
  return { ...Object.fromEntries(waiting), reports: result?.data.emptyReports ?? 0 }
})
