import { computed } from 'nanostores'
import { listFeeRates } from '#contract/member-management.ts'
import { $activeDialog } from '#islands/members/dialog-state.ts'
import { $scope } from '#islands/members/store.ts'
import { call } from '#lib/api/call.ts'
import { createQuery } from '#lib/api/query.ts'

const $feeHistoryQuery = computed([$scope, $activeDialog], (scope, opened) =>
  scope !== null && opened?.name === 'fee' ? { scope, target: opened.id } : null,
)

/** The rates of the member that the dialog is about. */
export const feeHistory = createQuery($feeHistoryQuery, ({ target }, signal) =>
  call(listFeeRates, { query: { target }, signal }),
)
