import type { Context, Hono } from 'hono'
import type { Locale } from '#contract/platform/locale.ts'

export interface Variables {
  requestId: string
  locale: Locale
  accountId?: number
  /** Content security policy of the page that is sent. */
  pagePolicy?: string | undefined
}

export type App = Hono<{ Variables: Variables }>
export type AppContext = Context<{ Variables: Variables }>
