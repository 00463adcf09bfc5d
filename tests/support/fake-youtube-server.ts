import type { AddressInfo } from 'node:net'
import { type HttpBindings, serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import {
  type ChannelLookup,
  type ChannelStore,
  createFakeYoutubeApi,
  type FakeYoutubeChannel,
  type Fault,
} from '#server/demo/youtube/fake-youtube-api.ts'

/** Creates a channel id in the right format. */
export const youtubeChannelId = (name: string) =>
  `UC${name
    .replaceAll(/[^\w-]/g, '_')
    .padEnd(22, '0')
    .slice(0, 22)}`

/** Builds a channel with the usual fields; `more` changes it. */
export const buildFakeChannel = (
  name: string,
  overrides: Partial<FakeYoutubeChannel> = {},
): FakeYoutubeChannel => ({
  channelId: youtubeChannelId(name),
  handle: `@${name}`,
  title: name,
  description: `About ${name}.`,
  localizations: {},
  subscribers: 12_345,
  hiddenSubscribers: false,
  thumbnail: `https://yt3.ggpht.com/${name}=s240`,
  publishedAt: '2019-04-01T03:00:00Z',
  ...overrides,
})

/** `times` is how often it fails before it succeeds; without it, it always fails. */
export type InjectedFault = Fault & { times?: number }

/** Faults of every call, and of calls that name a channel. Tests set and delete them. */
export interface InjectedFaults {
  all?: InjectedFault | undefined
  byChannel: Map<string, InjectedFault>
}

const equalsIgnoringCase = (one: string | null | undefined, other: string) =>
  one?.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase()

const createStore =
  (channels: Map<string, FakeYoutubeChannel>): ChannelStore =>
  async (query: ChannelLookup) => {
    if ('ids' in query) return query.ids.flatMap((id) => channels.get(id) ?? [])
    const all = [...channels.values()]
    return 'handle' in query
      ? all.filter(({ handle }) => equalsIgnoringCase(handle, query.handle))
      : all.filter(({ user }) => equalsIgnoringCase(user, query.user))
  }

/** Uses up one occurrence of a fault, if any are left. */
function consumeFault(fault: InjectedFault | undefined): Fault | undefined {
  if (!fault || fault.times === 0) return undefined
  if (fault.times !== undefined) fault.times--
  return fault
}

/** If the reply breaks off, so does the connection. */
async function relayResponse(response: Response | Promise<Response>, outgoing: HttpBindings['outgoing']) {
  const { status, headers, body } = await response
  try {
    return new Response(await new Response(body).arrayBuffer(), { status, headers })
  } catch {
    outgoing.writeHead(status, { 'Content-Length': 1_000 })
    outgoing.write('{"kind":', () => outgoing.destroy())
    return RESPONSE_ALREADY_SENT
  }
}

/**
 * Starts a stand-in for YouTube on a loopback port. `calls` contains the received queries, each with the key from its
 * header.
 */
export async function startFakeYoutube(...initial: FakeYoutubeChannel[]) {
  const channels = new Map(initial.map((channel) => [channel.channelId, channel]))
  const faults: InjectedFaults = { byChannel: new Map() }
  const calls: Record<string, string>[] = []
  const app = createFakeYoutubeApi(createStore(channels), (ids) => {
    const channelFault = ids
      .map((id) => consumeFault(faults.byChannel.get(id)))
      .find((fault) => fault !== undefined)
    return channelFault ?? consumeFault(faults.all)
  })
  const server = serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request: Request, env: unknown) {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      calls.push({ ...query, apiKey: request.headers.get('X-Goog-Api-Key') ?? '' })
      return relayResponse(app.fetch(request), (env as HttpBindings).outgoing)
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

export type FakeYoutubeServer = Awaited<ReturnType<typeof startFakeYoutube>>
