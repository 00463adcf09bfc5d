import { computed } from 'nanostores'
import type { MonthRow } from '#contract/settlement/months.ts'
import { createSelection } from '#islands/kit/tables/selection.ts'
import { canBePaid, hasPayable } from './rows.ts'
import { $detail } from './store.ts'

/** Only statements that await payment can be selected. */
export const statementSelection = createSelection<MonthRow>({
  getId: (row) => (canBePaid(row) ? row.statementId : null),
})

/** Selected rows in their current state, without those that have been paid in the meantime. */
export const $selection = computed([statementSelection.$ids, $detail], (ids, { detail }) =>
  detail && hasPayable(detail)
    ? detail.rows.filter((row) => ids.has(statementSelection.getId(row) ?? 0))
    : [],
)
