import { atom } from 'nanostores'
import { createColumnChoice } from '#islands/kit/tables/columns/column-choice.ts'

export const memberColumns = ['channels', 'gross', 'fee', 'net', 'rate', 'registered', 'lastSignIn'] as const

export const memberColumnChoice = createColumnChoice({ table: 'members', $available: atom(memberColumns) })
