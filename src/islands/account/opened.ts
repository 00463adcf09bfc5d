import { computed } from 'nanostores'
import { $params, setParams } from '#lib/router.ts'

const dialogs = ['password', 'withdraw'] as const
type AccountDialog = (typeof dialogs)[number]

/** Which dialog the address names: at most one. */
export const $opened = computed(
  $params,
  (params): AccountDialog | null => dialogs.find((name) => params[name] === '1') ?? null,
)

/** The query that opening made: the entry of the history before it is where closing leads. */
let pushed: string | undefined

export function openDialog(name: AccountDialog): void {
  setParams({ [name]: '1' })
  pushed = location.search
}

export function closeDialog(): void {
  const back = location.search === pushed
  pushed = undefined
  if (back) history.back()
  else setParams({ password: undefined, withdraw: undefined }, { replace: true })
}
