import type { CommandContext } from './command.ts'

/** What was found of one thing, and what to do about it. */
export interface Finding {
  about: string
  state: 'fine' | 'warning' | 'fault'
  says: string
  todo?: string
}

export type Check = (context: Pick<CommandContext, 'db' | 'config'>, now: Date) => Promise<Finding[]>
