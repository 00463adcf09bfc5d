import { computed } from 'nanostores'
import { $params } from '#lib/router.ts'
import { dialogAddress } from '#shared/dialog-address.ts'

const dialogs = ['password', 'withdraw'] as const
type AccountDialog = (typeof dialogs)[number]

/** Which dialog the address names: at most one. */
export const $opened = computed(
  $params,
  (params): AccountDialog | null => dialogs.find((name) => params[name] === '1') ?? null,
)

const { open, close } = dialogAddress(dialogs)

export const openDialog = (name: AccountDialog): void => open({ [name]: '1' })
export const closeDialog = close
