import type { CommandContext } from './command.ts'

export interface Finding {
  subject: string
  status: 'ok' | 'warning' | 'error'
  message: string
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
