import { computed } from 'nanostores'
import {
  assignWaiting,
  readToday,
  type snoozeHours,
  snoozeWaiting,
  type WaitingItem,
} from '#contract/operations/desk/today.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'

const $query = computed([$caller, may('desk.read')], (caller, readsDesk) =>
  caller !== null && readsDesk ? { caller } : null,
)

export const today = createQuery($query, readToday, () => ({}))

async function change(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notify('error', error.message)
    return false
  } finally {
    today.reload()
  }
}

export const assign = ({ key }: WaitingItem, mine: boolean) =>
  change(() => call(assignWaiting, { body: { key, mine } }))

export async function snooze(
  { key }: WaitingItem,
  hours: (typeof snoozeHours)[number],
  title: string,
): Promise<void> {
  if (await change(() => call(snoozeWaiting, { body: { key, hours } })))
    notify('success', t('desk-today:snooze.done', { name: title }))
}
