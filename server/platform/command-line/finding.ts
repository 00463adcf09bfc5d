import type { CommandContext } from './command.ts'

export interface Finding {
  subject: string
  status: 'ok' | 'warning' | 'error'
  message: string
  fix?: string
}

/** Falsy values are left out. */
export type Findings = Finding | false | null | undefined | readonly Findings[]

type Check = (context: Pick<CommandContext, 'db' | 'config'>, now: Date) => Promise<Findings>

/** Each room of the server has its own checks. */
export type Checks = Readonly<Record<string, Check>>

export const ok = (subject: string, message: string): Finding => ({ subject, status: 'ok', message })

/** Users will notice that something is missing. */
export const warning = (subject: string, message: string, fix: string): Finding => ({
  ...{ subject, status: 'warning', message, fix },
})

/** Something does not work. */
export const error = (subject: string, message: string, fix: string): Finding => ({
  ...{ subject, status: 'error', message, fix },
})
