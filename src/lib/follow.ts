import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, request } from './api.ts'
import { eventParser } from './follow-events.ts'
import { pause } from './retry.ts'
import { $session } from './session.ts'

/** A stream that is held back on its way gives no first event. */
const firstEventMs = 5_000
/** The API says something every 15 seconds; after this much silence the line is dead. */
const silentMs = 40_000
const pollMs = 5_000
/** What has lived this long got through; the API ends each stream after minutes. */
const throughMs = 10_000
const firstPauseMs = 1_000
const longestPauseMs = 60_000

/**
 * Tells of every event of a streamed endpoint until it is stopped or the person signs out. Where the stream does not
 * get through, it tells every five seconds instead and tries again now and then. While the page is hidden it rests, and
 * tells once when the page is seen again: something may have happened.
 */
export function follow(endpoint: Endpoint, onEvent: () => void): () => void {
  let running: AbortController | undefined
  function begin() {
    if (running || document.hidden || $session.get() === '') return
    running = new AbortController()
    void keepListening(endpoint, onEvent, running.signal)
  }
  function rest() {
    running?.abort()
    running = undefined
  }
  function look() {
    if (document.hidden) return rest()
    if (running) return
    onEvent()
    begin()
  }
  function stop() {
    rest()
    unlisten()
    document.removeEventListener('visibilitychange', look)
  }
  const unlisten = $session.listen((token) => {
    rest()
    if (token === '') stop()
    else begin()
  })
  document.addEventListener('visibilitychange', look)
  begin()
  return stop
}

/** One stream after the other; until a stream has spoken, it polls. */
async function keepListening(endpoint: Endpoint, onEvent: () => void, signal: AbortSignal): Promise<void> {
  const poll = polling(onEvent)
  signal.addEventListener('abort', poll.stop)
  for (let failures = 0; !signal.aborted; ) {
    poll.start()
    const spokeMs = await listen(endpoint, signal, () => {
      poll.stop()
      onEvent()
    })
    failures = spokeMs >= throughMs ? 0 : failures + 1
    if (failures > 0) await rested(failures, signal)
  }
}

function polling(onEvent: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    start: () => {
      timer ??= setInterval(onEvent, pollMs)
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
    },
  }
}

/** Longer after each failure, with some chance: not everybody comes back at once. */
async function rested(failures: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs) * (0.75 + Math.random() / 2)
  try {
    await pause(ms, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Hears one stream to its end, however that comes; gives for how long it spoke, 0 where it never did. */
async function listen(endpoint: Endpoint, signal: AbortSignal, onEvent: () => void): Promise<number> {
  const line = watchedLine()
  let spoke: number | undefined
  try {
    const { response } = await request(endpoint, { signal: AbortSignal.any([signal, line.dead]) })
    const parse = eventParser()
    await readText(response, (text) => {
      for (const _ of parse(text)) {
        spoke ??= performance.now()
        if (!signal.aborted) onEvent()
      }
      if (spoke !== undefined) line.isAlive()
    })
  } catch (error) {
    // It broke off, was refused, or given up.
    const expected = error instanceof ApiError || error instanceof TypeError
    if (!expected && !signal.aborted && !line.dead.aborted) throw error
  } finally {
    line.close()
  }
  return spoke === undefined ? 0 : performance.now() - spoke
}

/** Says when a line is dead: nothing was heard in time. */
function watchedLine() {
  const controller = new AbortController()
  const expectWithin = (ms: number) => setTimeout(() => controller.abort(), ms)
  let timer = expectWithin(firstEventMs)
  return {
    dead: controller.signal,
    isAlive: () => {
      clearTimeout(timer)
      timer = expectWithin(silentMs)
    },
    close: () => clearTimeout(timer),
  }
}

async function readText(response: Response, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    onText(decoder.decode(next.value, { stream: true }))
  }
}
