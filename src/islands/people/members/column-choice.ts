import { atom } from 'nanostores'
import { memberColumns } from '#contract/people/members.ts'
import { createColumnChoice } from '#islands/kit/tables/columns/column-choice.ts'

export const memberColumnChoice = createColumnChoice({ table: 'members', $available: atom(memberColumns) })
