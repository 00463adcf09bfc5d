import { computed } from 'nanostores'
import { Month } from '#contract/platform/params.ts'
import { type MonthClosing, readMonthClosing } from '#contract/settlement/month-closing.ts'
import { getMonthPath } from '#islands/settlement/months/state/month-path.ts'
import {
  $callingManager,
  $filter,
  $month,
  $pathMonth,
  months,
  reloadMonth,
} from '#islands/settlement/months/state/store.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery, isSameKey } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { $params, $path } from '#lib/navigation/router.ts'

/** The desk closes months, too: those of its address, whatever the person's own network has. */
export const deskMonthsPath = '/desk/months'

/** The month of the address; null: the next one to close. */
export const $deskMonth = computed($params, ({ month }) => {
  const parsed = Month.safeParse(month)
  return parsed.success ? parsed.data : null
})

const $deskKey = computed(
  [$caller, may('closing.read'), $path, $deskMonth, $filter],
  (caller, seesClosing, path, month, { krwMicros }) =>
    caller === null || !seesClosing || path !== deskMonthsPath
      ? null
      : { caller, month: month ?? undefined, krwMicros },
)

/** The month of the screen; for somebody whose network has none, the next month to close. */
const $portalKey = computed(
  [$callingManager, may('closing.read'), $month, $pathMonth, $filter, months.$state],
  (caller, seesClosing, month, pathMonth, { krwMicros }, { result }) => {
    const isKnown = month !== null || (pathMonth === null && result !== null)
    return caller === null || !seesClosing || !isKnown
      ? null
      : { caller, month: month ?? undefined, krwMicros }
  },
)

const $key = computed([$deskKey, $portalKey], (desk, portal) => desk ?? portal)

export const closingQuery = createQuery($key, readMonthClosing, ({ caller: _, ...query }) => query)

interface Preview {
  readonly closing: MonthClosing | null
  /** The exchange rate that was given in place of the rates by the sites' rules. */
  readonly given: number | undefined
  /** It is of another rate than the one that has been chosen since. */
  readonly isStale: boolean
}

/** Ignores the closing of another month. */
export const $preview = computed(closingQuery.$state, ({ key, result }): Preview => {
  const found = result?.data.closing ?? null
  const closing = key?.month === undefined || found?.month === key.month ? found : null
  const isOpen = closing?.state === 'open'
  return {
    closing,
    given: isOpen ? result?.key.krwMicros : undefined,
    isStale: isOpen && result !== null && !isSameKey(result.key, key),
  }
})

/** Where another month is closed from here. */
export const getClosingPath = (month: string): string =>
  $path.get() === deskMonthsPath ? `${deskMonthsPath}?month=${month}` : getMonthPath(month)

export function reloadClosing(): void {
  reloadMonth()
  closingQuery.reload()
}
