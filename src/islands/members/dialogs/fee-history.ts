import { computed } from 'nanostores'
import { listFeeRates } from '#contract/member-management.ts'
import { $managerScope } from '#islands/members/store.ts'
import { createQuery } from '#lib/api/query.ts'
import { $activeDialog, $dialogItemId } from '#lib/navigation/active-dialog.ts'

const $feeHistoryQuery = computed([$managerScope, $activeDialog, $dialogItemId], (scope, dialog, id) =>
  scope !== null && dialog?.flag === 'fee' && id !== null ? { scope, target: id } : null,
)

/** The rates of the member that the dialog is about. */
export const feeHistory = createQuery($feeHistoryQuery, listFeeRates, ({ target }) => ({ target }))
