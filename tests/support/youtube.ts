import type { AddressInfo } from 'node:net'
import { type HttpBindings, serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import {
  type Fault,
  type StandInChannel,
  type StandInStore,
  standIn,
  type Wanted,
} from '#server/demo/stand-in.ts'

/** A channel id of the right form for a test. */
export const channelIdOf = (name: string) =>
  `UC${name
    .replaceAll(/[^\w-]/g, '_')
    .padEnd(22, '0')
    .slice(0, 22)}`

/** A channel with everything that most have; `more` changes it. */
export const madeUp = (name: string, more: Partial<StandInChannel> = {}): StandInChannel => ({
  channelId: channelIdOf(name),
  handle: `@${name}`,
  title: name,
  description: `About ${name}.`,
  localizations: {},
  subscribers: 12_345,
  hiddenSubscribers: false,
  thumbnail: `https://yt3.ggpht.com/${name}=s240`,
  publishedAt: '2019-04-01T03:00:00Z',
  ...more,
})

/** `times`: how often it goes wrong before it goes well; without it always. */
export type SetFault = Fault & { times?: number }

/** What goes wrong: with every call, and with those that name a channel. Tests set and delete them. */
export interface SetFaults {
  all?: SetFault | undefined
  of: Map<string, SetFault>
}

const sameName = (one: string | null | undefined, other: string) =>
  one?.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase()

const storeOf =
  (channels: Map<string, StandInChannel>): StandInStore =>
  async (wanted: Wanted) => {
    if ('ids' in wanted) return wanted.ids.flatMap((id) => channels.get(id) ?? [])
    const all = [...channels.values()]
    return 'handle' in wanted
      ? all.filter(({ handle }) => sameName(handle, wanted.handle))
      : all.filter(({ user }) => sameName(user, wanted.user))
  }

/** One use of a fault, as long as it has any left. */
function used(fault: SetFault | undefined): Fault | undefined {
  if (!fault || fault.times === 0) return undefined
  if (fault.times !== undefined) fault.times--
  return fault
}

/** A reply that breaks off breaks the connection off, too. */
async function throughLine(reply: Response | Promise<Response>, outgoing: HttpBindings['outgoing']) {
  const { status, headers, body } = await reply
  try {
    return new Response(await new Response(body).arrayBuffer(), { status, headers })
  } catch {
    outgoing.writeHead(status, { 'Content-Length': 1_000 })
    outgoing.write('{"kind":', () => outgoing.destroy())
    return RESPONSE_ALREADY_SENT
  }
}

/** A stand-in for YouTube on a loopback port. `calls` are the queries that came, each with its key. */
export async function startYoutube(...initial: StandInChannel[]) {
  const channels = new Map(initial.map((channel) => [channel.channelId, channel]))
  const faults: SetFaults = { of: new Map() }
  const calls: Record<string, string>[] = []
  const app = standIn(storeOf(channels), (ids) => {
    const own = ids.map((id) => used(faults.of.get(id))).find((fault) => fault !== undefined)
    return own ?? used(faults.all)
  })
  const server = serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request: Request, env: unknown) {
      calls.push(Object.fromEntries(new URL(request.url).searchParams))
      return throughLine(app.fetch(request), (env as HttpBindings).outgoing)
    },
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    channels,
    faults,
    calls,
    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type StartedYoutube = Awaited<ReturnType<typeof startYoutube>>
