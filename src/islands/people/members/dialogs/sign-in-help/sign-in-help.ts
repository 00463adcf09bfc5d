import { computed } from 'nanostores'
import { readSignInHelp } from '#contract/people/membership/sign-in-help.ts'
import { $callingManager } from '#islands/people/members/store.ts'
import { createQuery } from '#lib/api/query.ts'
import { $activeDialog, $dialogItemId } from '#lib/navigation/active-dialog.ts'

const $key = computed([$callingManager, $activeDialog, $dialogItemId], (caller, dialog, id) =>
  caller !== null && dialog?.flag === 'signInHelp' && id !== null ? { caller, target: id } : null,
)

export const signInHelp = createQuery($key, readSignInHelp, ({ target }) => ({ target }))
