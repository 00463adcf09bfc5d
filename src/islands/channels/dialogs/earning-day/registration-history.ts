import { computed } from 'nanostores'
import { readChannelHistory } from '#contract/channels/channel-history.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $activeDialog, $dialogItemId } from '#lib/navigation/active-dialog.ts'

const $historyQuery = computed([$caller, $activeDialog, $dialogItemId], (caller, dialog, id) =>
  caller !== null && dialog?.flag === 'earningDay' && id !== null ? { caller, id } : null,
)

/** Has the earning day of the dialog's channel. */
export const registrationHistory = createQuery($historyQuery, readChannelHistory, ({ id }) => ({ id }))
