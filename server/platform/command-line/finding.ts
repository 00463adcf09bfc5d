import type { CommandContext } from './command.ts'

export interface Finding {
  subject: string
  status: 'ok' | 'warning' | 'error'
  message: string
  fix?: string
}

/** What is no finding is left out. */
export type Findings = Finding | false | null | undefined | readonly Findings[]

type Check = (context: Pick<CommandContext, 'db' | 'config'>, now: Date) => Promise<Findings>

/** By name. Each room of the server has its own. */
export type Checks = Readonly<Record<string, Check>>

export const ok = (subject: string, message: string): Finding => ({ subject, status: 'ok', message })

/** What people will miss. */
export const warning = (subject: string, message: string, fix: string): Finding => ({
  ...{ subject, status: 'warning', message, fix },
})

/** What does not work. */
export const error = (subject: string, message: string, fix: string): Finding => ({
  ...{ subject, status: 'error', message, fix },
})
