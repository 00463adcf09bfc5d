import { atom, computed } from 'nanostores'
import { ChannelId } from '#contract/reports/reports.ts'
import { type PayoutShares, readPayoutShares } from '#contract/settlement/payout-shares.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery, isSameKey } from '#lib/api/query.ts'
import { may } from '#lib/api/session.ts'
import { $activeDialog } from '#lib/navigation/active-dialog.ts'

/** The flag's value is YouTube's id of the channel. */
const $dialogChannelId = computed($activeDialog, (dialog) => {
  const id = dialog?.flag === 'shares' ? ChannelId.safeParse(dialog.value) : undefined
  return id?.success ? id.data : null
})

/** The channel whose details are open. */
export const $shownChannelId = atom<string | null>(null)

/** The channel that is being assigned. */
export const $assignedChannelId = atom<string | null>(null)

const $key = computed(
  [$caller, may('shares.read'), $dialogChannelId, $assignedChannelId, $shownChannelId],
  (caller, seesShares, dialog, assigned, shown) => {
    const channel = dialog ?? assigned ?? shown
    return caller === null || !seesShares || channel === null ? null : { caller, channel }
  },
)

export const payoutShares = createQuery($key, readPayoutShares, ({ channel }) => ({ channel }))

interface ChannelShares {
  readonly shares: PayoutShares | null
  readonly error: string | null
}

/** Ignores the shares of another channel. */
export const $channelShares = computed(
  payoutShares.$state,
  ({ key, result, error }): ChannelShares => ({
    shares: result && isSameKey(result.key, key) ? result.data : null,
    error: error?.message ?? null,
  }),
)
