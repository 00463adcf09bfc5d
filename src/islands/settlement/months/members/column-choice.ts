import { atom } from 'nanostores'
import { createColumnChoice } from '#islands/kit/tables/columns/column-choice.ts'
import { amountColumns } from '#islands/settlement/months/state/columns.ts'

export const monthColumnChoice = createColumnChoice({ table: 'month', $available: atom(amountColumns) })
