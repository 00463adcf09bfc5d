import { computed } from 'nanostores'
import type { MonthRow } from '#contract/settlement/months.ts'
import { createSelection } from '#islands/kit/tables/selection.ts'
import { canBePaid } from './rows.ts'
import { $detail } from './store.ts'

/** Only what waits for payment can be selected. */
export const statementSelection = createSelection<MonthRow>({
  getId: (row) => (canBePaid(row) ? row.statementId : null),
})

/** As they are now, without those that have been paid meanwhile. */
export const $selection = computed([statementSelection.$ids, $detail], (ids, { detail }) =>
  (detail?.rows ?? []).filter((row) => ids.has(statementSelection.getId(row) ?? 0)),
)
