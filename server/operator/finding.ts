import type { CommandContext } from './command.ts'

/** The result of one check of `doctor`. */
export interface Finding {
  subject: string
  /** warning: people will miss something; error: something does not work. */
  status: 'ok' | 'warning' | 'error'
  message: string
  /** What to do about it. */
  fix?: string
}

export type Check = (context: Pick<CommandContext, 'db' | 'config'>, now: Date) => Promise<Finding[]>

export const createOk = (subject: string, message: string): Finding => ({ subject, status: 'ok', message })

export const createWarning = (subject: string, message: string, fix: string): Finding => ({
  subject,
  status: 'warning',
  message,
  fix,
})

export const createError = (subject: string, message: string, fix?: string): Finding => ({
  subject,
  status: 'error',
  message,
  ...(fix !== undefined && { fix }),
})
