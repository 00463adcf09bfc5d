import * as z from 'zod/mini'

/** The other end of a channel between processes. */
export interface Channel {
  send(message: object): void
  onMessage(listener: (message: unknown) => void): void
}

export type RequestHandler = (input: unknown) => Promise<unknown>

export interface Peer {
  /** @throws when the other process fails, or does not answer in time */
  request(name: string, input: unknown, timeoutMs: number): Promise<unknown>
  handle(name: string, handler: RequestHandler): void
}

const Message = z.union([
  z.object({ request: z.string(), id: z.int(), input: z.optional(z.unknown()) }),
  z.object({ reply: z.int(), output: z.optional(z.unknown()), error: z.optional(z.string()) }),
])

/** Request and reply over messages between processes, in both directions. Other messages are not for it. */
export function createPeer(channel: Channel): Peer {
  const handlers = new Map<string, RequestHandler>()
  const pending = new Map<number, (reply: { output?: unknown; error?: string | undefined }) => void>()
  let lastId = 0

  async function answer(name: string, id: number, input: unknown): Promise<void> {
    try {
      channel.send({ reply: id, output: await handlers.get(name)?.(input) })
    } catch (error) {
      channel.send({ reply: id, error: error instanceof Error ? error.message : String(error) })
    }
  }

  channel.onMessage((received) => {
    const { success, data: message } = z.safeParse(Message, received)
    if (!success) return
    if ('request' in message) void answer(message.request, message.id, message.input)
    else pending.get(message.reply)?.(message)
  })

  return {
    handle: (name, handler) => void handlers.set(name, handler),
    async request(name, input, timeoutMs) {
      const id = ++lastId
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const timer = setTimeout(
        () => reject(new Error(`No reply to "${name}" in ${timeoutMs} ms.`)),
        timeoutMs,
      )
      pending.set(id, ({ output, error }) =>
        error === undefined ? resolve(output) : reject(new Error(`"${name}" failed: ${error}`)),
      )
      try {
        channel.send({ request: name, id, input })
        return await promise
      } finally {
        clearTimeout(timer)
        pending.delete(id)
      }
    },
  }
}
