import type { Endpoint } from '#contract/platform/endpoint.ts'
import { ApiError, request } from './call.ts'
import { createEventParser } from './event-stream-parser.ts'
import { sleep } from './retry.ts'
import { $token } from './session.ts'

/** A buffering proxy holds back the first event. */
const firstEventTimeoutMs = 5_000
/** The API sends a heartbeat every 15 seconds. */
const idleTimeoutMs = 40_000
const pollIntervalMs = 5_000
/** A connection that lasted this long counts as healthy; the API ends each stream after minutes. */
const minHealthyMs = 10_000
const initialBackoffMs = 1_000
const maxBackoffMs = 60_000

/**
 * Subscribes until stopped or signed out. Polls while the stream is unavailable, and reconnects with backoff.
 * Pauses while the page is hidden, and calls `onEvent` once when it becomes visible again.
 */
export function subscribeToStream(endpoint: Endpoint, onEvent: () => void): () => void {
  let controller: AbortController | undefined
  function start() {
    if (controller || document.hidden || $token.get() === '') return
    controller = new AbortController()
    void runWithReconnect(endpoint, onEvent, controller.signal)
  }
  function suspend() {
    controller?.abort()
    controller = undefined
  }
  function onVisibilityChange() {
    if (document.hidden) return suspend()
    if (controller) return
    onEvent()
    start()
  }
  function stop() {
    suspend()
    unlisten()
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
  const unlisten = $token.listen((token) => {
    suspend()
    if (token === '') stop()
    else start()
  })
  document.addEventListener('visibilitychange', onVisibilityChange)
  start()
  return stop
}

async function runWithReconnect(endpoint: Endpoint, onEvent: () => void, signal: AbortSignal): Promise<void> {
  const poller = createPoller(onEvent)
  signal.addEventListener('abort', poller.stop)
  for (let failures = 0; !signal.aborted; ) {
    poller.start()
    const connectedMs = await readStream(endpoint, signal, () => {
      poller.stop()
      onEvent()
    })
    failures = connectedMs >= minHealthyMs ? 0 : failures + 1
    if (failures > 0) await waitForBackoff(failures, signal)
  }
}

function createPoller(onEvent: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    start: () => {
      timer ??= setInterval(onEvent, pollIntervalMs)
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
    },
  }
}

async function waitForBackoff(failures: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(initialBackoffMs * 2 ** (failures - 1), maxBackoffMs) * (0.75 + Math.random() / 2)
  try {
    await sleep(ms, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Reads one stream to its end. @returns milliseconds since its first event, 0 without one */
async function readStream(endpoint: Endpoint, signal: AbortSignal, onEvent: () => void): Promise<number> {
  const watchdog = createWatchdog()
  let firstEventAt: number | undefined
  try {
    const response = await request(endpoint, { signal: AbortSignal.any([signal, watchdog.signal]) })
    const parse = createEventParser()
    await readChunks(response, (text) => {
      for (const _ of parse(text)) {
        firstEventAt ??= performance.now()
        if (!signal.aborted) onEvent()
      }
      if (firstEventAt !== undefined) watchdog.reset()
    })
  } catch (error) {
    const expected = error instanceof ApiError || error instanceof TypeError
    if (!expected && !signal.aborted && !watchdog.signal.aborted) throw error
  } finally {
    watchdog.stop()
  }
  return firstEventAt === undefined ? 0 : performance.now() - firstEventAt
}

function createWatchdog() {
  const controller = new AbortController()
  const expectWithin = (ms: number) => setTimeout(() => controller.abort(), ms)
  let timer = expectWithin(firstEventTimeoutMs)
  return {
    signal: controller.signal,
    reset: () => {
      clearTimeout(timer)
      timer = expectWithin(idleTimeoutMs)
    },
    stop: () => clearTimeout(timer),
  }
}

async function readChunks(response: Response, onChunk: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    onChunk(decoder.decode(next.value, { stream: true }))
  }
}
