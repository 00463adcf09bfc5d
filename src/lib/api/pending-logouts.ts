import { host, logoutsKey } from '#lib/site/host.ts'
import { readLocal, removeLocal, writeLocal } from '#lib/site/storage.ts'
import type { LoadFallbackHash } from './anti-tamper.ts'
import { buildContextHeaders, sendRequest } from './send-request.ts'

const maxAgeMs = 24 * 60 * 60 * 1000
const initialDelayMs = 2_000
const maxDelayMs = 300_000

/** Replaces blocked storage. */
let unsaved = ''
let isRunning = false
let delayMs = initialDelayMs

/** Drops expired entries. */
const readPending = () =>
  (readLocal(logoutsKey(host)) ?? unsaved)
    .split('\n')
    .filter((line) => Math.abs(Date.now() - Number.parseInt(line, 10)) < maxAgeMs)

function writePending(lines: string[]): void {
  unsaved = lines.join('\n')
  if (unsaved) writeLocal(logoutsKey(host), unsaved)
  else removeLocal(logoutsKey(host))
}

/**
 * Remembers a logout, which takes effect in the browser at once. The server learns of it as soon as it can be reached,
 * also after a reload. See decision 0036.
 */
export const rememberLogout = (token: string): void => {
  if (token) writePending([...readPending(), `${Date.now()} ${token}`])
}

/** Retries with backoff until the API has ended each session or no longer knows it. */
export async function endPendingSessions(loadFallbackHash: LoadFallbackHash): Promise<void> {
  if (isRunning) return
  isRunning = true
  for (const line of readPending()) {
    // Another tab may have changed the list in the meantime.
    if (await endSession(line.replace(/^\d+ /, ''), loadFallbackHash))
      writePending(readPending().filter((other) => other !== line))
  }
  isRunning = false
  const left = readPending()
  writePending(left)
  if (left.length === 0) delayMs = initialDelayMs
  else {
    setTimeout(() => void endPendingSessions(loadFallbackHash), delayMs)
    delayMs = Math.min(2 * delayMs, maxDelayMs)
  }
}

async function endSession(token: string, loadFallbackHash: LoadFallbackHash): Promise<boolean> {
  const { lang } = document.documentElement
  try {
    const { ok, status } = await sendRequest(
      {
        method: 'POST',
        path: '/member/logout',
        body: '{}',
        headers: buildContextHeaders(lang, { site: null, token }),
        keepalive: true,
      },
      loadFallbackHash,
    )
    return ok || status === 401
  } catch {
    return false
  }
}
