import { atom } from 'nanostores'
import { amountColumns } from '#contract/settlement/months.ts'
import { createColumnChoice } from '#islands/kit/tables/columns/column-choice.ts'

export const monthColumnChoice = createColumnChoice({ table: 'month', $available: atom(amountColumns) })
