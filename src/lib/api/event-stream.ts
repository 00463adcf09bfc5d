import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, request } from './call.ts'
import { createEventParser } from './event-stream-parser.ts'
import { sleep } from './retry.ts'
import { $token } from './session.ts'

/** A stream that is held back on its way gives no first event. */
const firstEventTimeoutMs = 5_000
/** The API says something every 15 seconds; after this much silence the line is dead. */
const idleTimeoutMs = 40_000
const pollIntervalMs = 5_000
/** What has lived this long got through; the API ends each stream after minutes. */
const minHealthyMs = 10_000
const initialBackoffMs = 1_000
const maxBackoffMs = 60_000

/**
 * Tells of every event of a streamed endpoint until it is stopped or the person signs out. Where the stream does not
 * get through, it tells every five seconds instead and tries again now and then. While the page is hidden it rests, and
 * tells once when the page is seen again: something may have happened.
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

/** One stream after the other; until a stream has spoken, it polls. */
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

/** Longer after each failure, with some chance: not everybody comes back at once. */
async function waitForBackoff(failures: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(initialBackoffMs * 2 ** (failures - 1), maxBackoffMs) * (0.75 + Math.random() / 2)
  try {
    await sleep(ms, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Hears one stream to its end, however that comes; gives for how long it spoke, 0 where it never did. */
async function readStream(endpoint: Endpoint, signal: AbortSignal, onEvent: () => void): Promise<number> {
  const watchdog = createWatchdog()
  let firstEventAt: number | undefined
  try {
    const response = await request(endpoint, { signal: AbortSignal.any([signal, watchdog.dead]) })
    const parse = createEventParser()
    await readChunks(response, (text) => {
      for (const _ of parse(text)) {
        firstEventAt ??= performance.now()
        if (!signal.aborted) onEvent()
      }
      if (firstEventAt !== undefined) watchdog.isAlive()
    })
  } catch (error) {
    // It broke off, was refused, or given up.
    const expected = error instanceof ApiError || error instanceof TypeError
    if (!expected && !signal.aborted && !watchdog.dead.aborted) throw error
  } finally {
    watchdog.close()
  }
  return firstEventAt === undefined ? 0 : performance.now() - firstEventAt
}

/** Says when a line is dead: nothing was heard in time. */
function createWatchdog() {
  const controller = new AbortController()
  const expectWithin = (ms: number) => setTimeout(() => controller.abort(), ms)
  let timer = expectWithin(firstEventTimeoutMs)
  return {
    dead: controller.signal,
    isAlive: () => {
      clearTimeout(timer)
      timer = expectWithin(idleTimeoutMs)
    },
    close: () => clearTimeout(timer),
  }
}

async function readChunks(response: Response, onChunk: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    onChunk(decoder.decode(next.value, { stream: true }))
  }
}
