import type { ReactNode } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import type { MemberOption } from './MemberChips.tsx'

/** How the money of channels that several members will have is divided. */
export interface AssignmentShares {
  readonly fields: ReactNode
  /** Why they cannot be saved. */
  readonly findProblem: () => string | null
  /** After the assignment. @returns why they were refused */
  readonly save: () => Promise<string | null>
}

/** A slot of the dialogs that assign channels, which a room above fills. */
export type UseAssignmentShares = (
  channels: readonly Channel[],
  added: readonly MemberOption[],
  options: { readonly isBulk: boolean },
) => AssignmentShares
