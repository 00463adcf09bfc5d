import { computed } from 'nanostores'
import { listMemberImports } from '#contract/people/membership/member-import.ts'
import { $callingManager } from '#islands/people/members/store.ts'
import { createQuery } from '#lib/api/query.ts'
import { $activeDialog } from '#lib/navigation/active-dialog.ts'

const $key = computed([$callingManager, $activeDialog], (caller, dialog) =>
  caller !== null && dialog?.flag === 'memberFile' ? { caller } : null,
)

/** Those that can be undone. */
export const memberImports = createQuery($key, listMemberImports, () => ({}))
