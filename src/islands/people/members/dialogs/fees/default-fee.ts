import { computed } from 'nanostores'
import { readDefaultFee } from '#contract/people/fees.ts'
import { $callingManager } from '#islands/people/members/store.ts'
import { createQuery } from '#lib/api/query.ts'
import { $activeDialog } from '#lib/navigation/active-dialog.ts'

const $key = computed([$callingManager, $activeDialog], (caller, dialog) =>
  caller !== null && (dialog?.flag === 'defaultFee' || dialog?.flag === 'addMember') ? { caller } : null,
)

/** The fee rate that new members start with. */
export const defaultFee = createQuery($key, readDefaultFee, () => ({}))
