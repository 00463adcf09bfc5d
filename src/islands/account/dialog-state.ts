import { computed } from 'nanostores'
import { createDialogUrlState } from '#islands/dialogs/url-state.ts'
import { $params } from '#lib/navigation/router.ts'

const dialogNames = ['password', 'withdraw'] as const
type AccountDialog = (typeof dialogNames)[number]

/** Which dialog the address names: at most one. */
export const $activeDialog = computed(
  $params,
  (params): AccountDialog | null => dialogNames.find((name) => params[name] === '1') ?? null,
)

const { open, close } = createDialogUrlState(dialogNames)

export const openDialog = (name: AccountDialog): void => open({ [name]: '1' })
export const closeDialog = close
