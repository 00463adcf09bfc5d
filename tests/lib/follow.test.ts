import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followChannels } from '#contract/channels.ts'
import { follow } from '#lib/follow.ts'
import { $session } from '#lib/session.ts'
import { provideStrings } from '#lib/strings.ts'

/** What the network does with one call. */
type Reply = (line: Line) => void

/** One call, from the other side. */
interface Line {
  readonly token: string | null
  say: (text: string) => void
  end: () => void
  /** The network is gone in the middle of it. */
  breakOff: () => void
  refuse: (status: number, code: string) => void
  /** Given up by the page. */
  aborted: boolean
}

const changed = 'event: changed\ndata: {}\n\n'
const second = 1000

let lines: Line[]
let stop: (() => void) | undefined
let seen: EventTarget & { hidden: boolean }

/** A network that does with each call what the next of the replies says, and with all others what the last does. */
function network(...replies: Reply[]): void {
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    let body: ReadableStreamDefaultController<Uint8Array> | undefined
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        body = controller
      },
    })
    const response = new Response(stream)
    const line: Line = {
      token: new Headers(init.headers).get('X-Auth-Token'),
      aborted: false,
      say: (text) => {
        resolve(response)
        body?.enqueue(new TextEncoder().encode(text))
      },
      end: () => {
        resolve(response)
        body?.close()
      },
      breakOff: () => {
        reject(new TypeError('Failed to fetch'))
        body?.error(new TypeError('terminated'))
      },
      refuse: (status, code) =>
        resolve(new Response(JSON.stringify({ success: false, code, message: 'No.' }), { status })),
    }
    init.signal?.addEventListener('abort', () => {
      line.aborted = true
      reject(init.signal?.reason)
      body?.error(init.signal?.reason)
    })
    lines.push(line)
    const reply = replies[Math.min(lines.length, replies.length) - 1]
    reply?.(line)
    return promise
  })
}

/** Follows, and counts how often it is told. */
function following() {
  const told = vi.fn()
  stop = follow(followChannels, told)
  return told
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const show = (visible: boolean) => {
  seen.hidden = !visible
  seen.dispatchEvent(new Event('visibilitychange'))
}
const speak: Reply = (line) => line.say(changed)
const silent: Reply = () => {}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  lines = []
  seen = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', seen)
  // The real one works in a thread of its own, beside the clock.
  vi.spyOn(crypto.subtle, 'digest').mockResolvedValue(new ArrayBuffer(64))
  provideStrings('en', { messages: { refusals: { unavailable: 'Later.', internal: 'Oh.' } } })
  $session.set('T'.repeat(43))
})
afterEach(() => {
  stop?.()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('tells of each event, however its text is cut, and of nothing else', async () => {
  network(silent)
  const told = following()
  await settle()
  lines[0]?.say('event: chan')
  await settle()
  expect(told).toHaveBeenCalledTimes(0)
  lines[0]?.say('ged\r')
  lines[0]?.say('\ndata: {}\r\n\r\n')
  await settle()
  expect(told).toHaveBeenCalledTimes(1)
  lines[0]?.say(': heartbeat\n\n')
  await settle(30 * second)
  expect(told).toHaveBeenCalledTimes(1)
  lines[0]?.say(changed + changed)
  await settle()
  expect(told).toHaveBeenCalledTimes(3)
  expect(lines).toHaveLength(1)
  expect(lines[0]?.token).toBe('T'.repeat(43))
})

test('a stream that the server ends after minutes is followed by the next one at once', async () => {
  network(speak)
  const told = following()
  for (let at = 0; at < 20; at += 1) {
    await settle(15 * second)
    lines[0]?.say(': heartbeat\n\n')
  }
  lines[0]?.end()
  await settle()
  expect(lines).toHaveLength(2)
  // The first event of the next one: what happened in between is not lost.
  expect(told).toHaveBeenCalledTimes(2)
})

test('a stream that ends as soon as it has begun is not asked for again and again', async () => {
  network((line) => {
    line.say(changed)
    line.end()
  })
  following()
  await settle(10 * second)
  expect(lines.length).toBeLessThanOrEqual(5)
  await settle(10 * 60 * second)
  expect(lines.length).toBeLessThan(20)
})

test('after a break it comes back, later each time, and polls in between', async () => {
  network(speak, (line) => line.breakOff())
  const told = following()
  await settle(35 * second)
  expect(told).toHaveBeenCalledTimes(1)
  lines[0]?.breakOff()
  await settle()
  const before = lines.length
  await settle(60 * second)
  expect(told.mock.calls.length).toBeGreaterThanOrEqual(11)
  expect(told.mock.calls.length).toBeLessThanOrEqual(14)
  // Each time `request()` tries thrice.
  expect(lines.length - before).toBeLessThan(25)
})

test('where no first event comes within five seconds it polls every five, and tries the stream now and then', async () => {
  network(silent)
  const told = following()
  await settle(4.9 * second)
  expect(told).toHaveBeenCalledTimes(0)
  await settle(0.2 * second)
  expect(told).toHaveBeenCalledTimes(1)
  expect(lines[0]?.aborted).toBe(true)
  await settle(60 * second)
  expect(told).toHaveBeenCalledTimes(13)
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.length).toBeLessThan(8)
})

test('a stream that gets through after all ends the polls', async () => {
  network(silent, silent, silent, speak)
  const told = following()
  // Five seconds of silence each, and pauses of 1, 2 and 4 in between.
  await settle(21.9 * second)
  expect([lines.length, told.mock.calls.length]).toEqual([3, 4])
  await settle(30 * second)
  expect([lines.length, told.mock.calls.length]).toEqual([4, 5])
})

test('where it is refused it polls', async () => {
  network((line) => line.refuse(403, 'forbidden'))
  const told = following()
  await settle(21 * second)
  expect(told).toHaveBeenCalledTimes(4)
  expect(lines.length).toBeLessThan(7)
})

test('a line on which not even a heartbeat comes is given up', async () => {
  network(speak)
  following()
  await settle(39 * second)
  expect(lines).toHaveLength(1)
  await settle(2 * second)
  expect(lines[0]?.aborted).toBe(true)
  expect(lines).toHaveLength(2)
})

test('a hidden page rests, and is told once when it is seen again', async () => {
  network(speak, silent)
  const told = following()
  await settle(second)
  show(false)
  await settle(600 * second)
  expect(lines[0]?.aborted).toBe(true)
  expect(lines).toHaveLength(1)
  expect(told).toHaveBeenCalledTimes(1)
  show(true)
  expect(told).toHaveBeenCalledTimes(2)
  await settle(second)
  expect(lines).toHaveLength(2)
  expect(told).toHaveBeenCalledTimes(2)
  show(true)
  expect(told).toHaveBeenCalledTimes(2)
})

test('polls rest too while the page is hidden', async () => {
  network((line) => line.refuse(403, 'forbidden'))
  const told = following()
  await settle(11 * second)
  show(false)
  await settle(600 * second)
  expect(told).toHaveBeenCalledTimes(2)
})

test('a page that is hidden from the start begins when it is seen', async () => {
  network(speak)
  seen.hidden = true
  const told = following()
  await settle(60 * second)
  expect([lines.length, told.mock.calls.length]).toEqual([0, 0])
  show(true)
  await settle()
  expect([lines.length, told.mock.calls.length]).toEqual([1, 2])
})

test('ends with the session, also one that the server ends, and begins anew as somebody else', async () => {
  network(speak)
  const told = following()
  await settle(second)
  $session.set('U'.repeat(43))
  await settle()
  expect(lines.map(({ aborted, token }) => [aborted, token?.[0]])).toEqual([
    [true, 'T'],
    [false, 'U'],
  ])
  $session.set('')
  await settle(60 * second)
  show(false)
  show(true)
  await settle(60 * second)
  expect([lines.length, told.mock.calls.length]).toEqual([2, 2])
  expect(lines[1]?.aborted).toBe(true)
})

test('a token that is refused ends the session and the following', async () => {
  network((line) => line.refuse(401, 'unauthenticated'))
  const told = following()
  await settle(60 * second)
  expect($session.get()).toBe('')
  expect([lines.length, told.mock.calls.length]).toEqual([1, 0])
})

test('stops', async () => {
  network(speak)
  const told = following()
  await settle(second)
  stop?.()
  expect(lines[0]?.aborted).toBe(true)
  show(false)
  show(true)
  $session.set('U'.repeat(43))
  await settle(60 * second)
  expect([lines.length, told.mock.calls.length]).toEqual([1, 1])
})
