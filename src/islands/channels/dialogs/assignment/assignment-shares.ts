import type { ReactNode } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import type { MemberOption } from './MemberChips.tsx'

/** Divides the money of channels that several members will have. */
export interface AssignmentShares {
  readonly fields: ReactNode
  /** Returns why the shares cannot be saved. */
  readonly findProblem: () => string | null
  /** Runs after the assignment, from the same day on. @returns why the shares were refused */
  readonly save: (fromDay: string | undefined) => Promise<string | null>
}

/** A slot in the dialogs that assign channels. A higher room fills it. */
export type UseAssignmentShares = (
  channels: readonly Channel[],
  added: readonly MemberOption[],
  options: { readonly isBulk: boolean },
) => AssignmentShares
