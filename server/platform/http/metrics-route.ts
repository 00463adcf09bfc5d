import { createHash, timingSafeEqual } from 'node:crypto'
import type { App } from '#server/platform/http/response/context.ts'
import { contentType } from '#server/platform/metrics/registry.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** @returns the metrics of all processes, as text */
export type Scrape = () => Promise<string>

/** Requires the token; to everybody else it is an unknown path. */
export function metricsRoute(api: App, token: string, scrape: Scrape): void {
  api.get('/metrics', async (c) => {
    if (!isBearer(c.req.header('Authorization'), token)) throw new Refusal('not_found')
    return c.body(await scrape(), 200, { 'Content-Type': contentType })
  })
}

/** Constant time, also for tokens of another length. */
export function isBearer(header: string | undefined, token: string): boolean {
  const claimed = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
  return claimed !== undefined && timingSafeEqual(hash(claimed), hash(token))
}

const hash = (text: string) => createHash('sha256').update(text).digest()
