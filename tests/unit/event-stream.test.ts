import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { streamChannelChanges } from '#contract/channels/channel-changes.ts'
import { subscribeToStream } from '#lib/api/event-stream.ts'
import { $token } from '#lib/api/session.ts'
import { setStrings } from '#lib/i18n/strings.ts'

/** Decides how the network handles a call. */
type ConnectionHandler = (line: Connection) => void

/** A call from the network's point of view. */
interface Connection {
  readonly token: string | null
  send: (text: string) => void
  close: () => void
  /** Loses the network in the middle of the stream. */
  drop: () => void
  refuse: (status: number, code: string) => void
  /** True once the page has aborted the call. */
  isAborted: boolean
}

const changedEvent = 'event: changed\ndata: {}\n\n'
const secondMs = 1000

let connections: Connection[]
let stop: (() => void) | undefined
let fakeDocument: EventTarget & { hidden: boolean }

/** Stubs a network: each call uses the next handler, and all later calls the last one. */
function stubFetch(...handlers: ConnectionHandler[]): void {
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    let body: ReadableStreamDefaultController<Uint8Array> | undefined
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        body = controller
      },
    })
    const response = new Response(stream)
    const connection: Connection = {
      token: new Headers(init.headers).get('X-Auth-Token'),
      isAborted: false,
      send: (text) => {
        resolve(response)
        body?.enqueue(new TextEncoder().encode(text))
      },
      close: () => {
        resolve(response)
        body?.close()
      },
      drop: () => {
        reject(new TypeError('Failed to fetch'))
        body?.error(new TypeError('terminated'))
      },
      refuse: (status, code) =>
        resolve(new Response(JSON.stringify({ success: false, code, message: 'No.' }), { status })),
    }
    init.signal?.addEventListener('abort', () => {
      connection.isAborted = true
      reject(init.signal?.reason)
      body?.error(init.signal?.reason)
    })
    connections.push(connection)
    const handler = handlers[Math.min(connections.length, handlers.length) - 1]
    handler?.(connection)
    return promise
  })
}

/** Subscribes, and counts events. */
function startFollowing() {
  const onChange = vi.fn()
  stop = subscribeToStream(streamChannelChanges, onChange)
  return onChange
}

const advance = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const setVisible = (visible: boolean) => {
  fakeDocument.hidden = !visible
  fakeDocument.dispatchEvent(new Event('visibilitychange'))
}
const sendChange: ConnectionHandler = (line) => line.send(changedEvent)
const stayOpen: ConnectionHandler = () => {}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  connections = []
  fakeDocument = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', fakeDocument)
  // The real digest works in a separate thread, which ignores the fake clock.
  vi.spyOn(crypto.subtle, 'digest').mockResolvedValue(new ArrayBuffer(64))
  setStrings('en', { messages: { refusals: { unavailable: 'Later.', internal: 'Oh.' } } })
  $token.set('T'.repeat(43))
})
afterEach(() => {
  stop?.()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('tells of each event, however its text is cut, and of nothing else', async () => {
  stubFetch(stayOpen)
  const told = startFollowing()
  await advance()
  connections[0]?.send('event: chan')
  await advance()
  expect(told).toHaveBeenCalledTimes(0)
  connections[0]?.send('ged\r')
  connections[0]?.send('\ndata: {}\r\n\r\n')
  await advance()
  expect(told).toHaveBeenCalledTimes(1)
  connections[0]?.send(': heartbeat\n\n')
  await advance(30 * secondMs)
  expect(told).toHaveBeenCalledTimes(1)
  connections[0]?.send(changedEvent + changedEvent)
  await advance()
  expect(told).toHaveBeenCalledTimes(3)
  expect(connections).toHaveLength(1)
  expect(connections[0]?.token).toBe('T'.repeat(43))
})

test('a stream that the server ends after minutes is followed by the next one at once', async () => {
  stubFetch(sendChange)
  const told = startFollowing()
  for (let at = 0; at < 20; at += 1) {
    await advance(15 * secondMs)
    connections[0]?.send(': heartbeat\n\n')
  }
  connections[0]?.close()
  await advance()
  expect(connections).toHaveLength(2)
  // The next stream's first event reports everything that happened in between.
  expect(told).toHaveBeenCalledTimes(2)
})

test('a stream that ends as soon as it has begun is not asked for again and again', async () => {
  stubFetch((line) => {
    line.send(changedEvent)
    line.close()
  })
  startFollowing()
  await advance(10 * secondMs)
  expect(connections.length).toBeLessThanOrEqual(5)
  await advance(10 * 60 * secondMs)
  expect(connections.length).toBeLessThan(20)
})

test('after a break it comes back, later each time, and polls in between', async () => {
  stubFetch(sendChange, (line) => line.drop())
  const told = startFollowing()
  await advance(35 * secondMs)
  expect(told).toHaveBeenCalledTimes(1)
  connections[0]?.drop()
  await advance()
  const before = connections.length
  await advance(60 * secondMs)
  expect(told.mock.calls.length).toBeGreaterThanOrEqual(11)
  expect(told.mock.calls.length).toBeLessThanOrEqual(14)
  // `request()` makes three attempts each time.
  expect(connections.length - before).toBeLessThan(25)
})

test('where no first event comes within five seconds it polls every five, and tries the stream now and then', async () => {
  stubFetch(stayOpen)
  const told = startFollowing()
  await advance(4.9 * secondMs)
  expect(told).toHaveBeenCalledTimes(0)
  await advance(0.2 * secondMs)
  expect(told).toHaveBeenCalledTimes(1)
  expect(connections[0]?.isAborted).toBe(true)
  await advance(60 * secondMs)
  expect(told).toHaveBeenCalledTimes(13)
  expect(connections.length).toBeGreaterThan(2)
  expect(connections.length).toBeLessThan(8)
})

test('a stream that gets through after all ends the polls', async () => {
  stubFetch(stayOpen, stayOpen, stayOpen, sendChange)
  const told = startFollowing()
  // Each attempt is silent for five seconds, with pauses of 1, 2 and 4 in between.
  await advance(21.9 * secondMs)
  expect([connections.length, told.mock.calls.length]).toEqual([3, 4])
  await advance(30 * secondMs)
  expect([connections.length, told.mock.calls.length]).toEqual([4, 5])
})

test('where it is refused it polls', async () => {
  stubFetch((line) => line.refuse(403, 'forbidden'))
  const told = startFollowing()
  await advance(21 * secondMs)
  expect(told).toHaveBeenCalledTimes(4)
  expect(connections.length).toBeLessThan(7)
})

test('a line on which not even a heartbeat comes is given up', async () => {
  stubFetch(sendChange)
  startFollowing()
  await advance(39 * secondMs)
  expect(connections).toHaveLength(1)
  await advance(2 * secondMs)
  expect(connections[0]?.isAborted).toBe(true)
  expect(connections).toHaveLength(2)
})

test('a hidden page rests, and is told once when it is seen again', async () => {
  stubFetch(sendChange, stayOpen)
  const told = startFollowing()
  await advance(secondMs)
  setVisible(false)
  await advance(600 * secondMs)
  expect(connections[0]?.isAborted).toBe(true)
  expect(connections).toHaveLength(1)
  expect(told).toHaveBeenCalledTimes(1)
  setVisible(true)
  expect(told).toHaveBeenCalledTimes(2)
  await advance(secondMs)
  expect(connections).toHaveLength(2)
  expect(told).toHaveBeenCalledTimes(2)
  setVisible(true)
  expect(told).toHaveBeenCalledTimes(2)
})

test('polls rest too while the page is hidden', async () => {
  stubFetch((line) => line.refuse(403, 'forbidden'))
  const told = startFollowing()
  await advance(11 * secondMs)
  setVisible(false)
  await advance(600 * secondMs)
  expect(told).toHaveBeenCalledTimes(2)
})

test('a page that is hidden from the start begins when it is seen', async () => {
  stubFetch(sendChange)
  fakeDocument.hidden = true
  const told = startFollowing()
  await advance(60 * secondMs)
  expect([connections.length, told.mock.calls.length]).toEqual([0, 0])
  setVisible(true)
  await advance()
  expect([connections.length, told.mock.calls.length]).toEqual([1, 2])
})

test('ends with the session, also one that the server ends, and begins anew as somebody else', async () => {
  stubFetch(sendChange)
  const told = startFollowing()
  await advance(secondMs)
  $token.set('U'.repeat(43))
  await advance()
  expect(connections.map(({ isAborted, token }) => [isAborted, token?.[0]])).toEqual([
    [true, 'T'],
    [false, 'U'],
  ])
  $token.set('')
  await advance(60 * secondMs)
  setVisible(false)
  setVisible(true)
  await advance(60 * secondMs)
  expect([connections.length, told.mock.calls.length]).toEqual([2, 2])
  expect(connections[1]?.isAborted).toBe(true)
})

test('a token that is refused ends the session and the following', async () => {
  stubFetch((line) => line.refuse(401, 'unauthenticated'))
  const told = startFollowing()
  await advance(60 * secondMs)
  expect($token.get()).toBe('')
  expect([connections.length, told.mock.calls.length]).toEqual([1, 0])
})

test('stops', async () => {
  stubFetch(sendChange)
  const told = startFollowing()
  await advance(secondMs)
  stop?.()
  expect(connections[0]?.isAborted).toBe(true)
  setVisible(false)
  setVisible(true)
  $token.set('U'.repeat(43))
  await advance(60 * secondMs)
  expect([connections.length, told.mock.calls.length]).toEqual([1, 1])
})
