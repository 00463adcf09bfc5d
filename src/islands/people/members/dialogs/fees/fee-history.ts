import { computed } from 'nanostores'
import { listFeeRates } from '#contract/people/fees.ts'
import { $callingManager } from '#islands/people/members/store.ts'
import { createQuery } from '#lib/api/query.ts'
import { $activeDialog, $dialogItemId } from '#lib/navigation/active-dialog.ts'

const $feeHistoryQuery = computed([$callingManager, $activeDialog, $dialogItemId], (caller, dialog, id) =>
  caller !== null && dialog?.flag === 'fee' && id !== null ? { caller, target: id } : null,
)

export const feeHistory = createQuery($feeHistoryQuery, listFeeRates, ({ target }) => ({ target }))
