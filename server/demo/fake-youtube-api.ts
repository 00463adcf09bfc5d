import { setTimeout as pause } from 'node:timers/promises'
import { type Context, Hono } from 'hono'

/** A channel as the stand-in for YouTube has it. */
export interface FakeYoutubeChannel {
  channelId: string
  /** With its @. */
  handle: string | null
  /** The user name of an old channel. */
  user?: string
  title: string
  description: string
  /** In the branding settings; as the description where it is not said. */
  branding?: string
  localizations: Record<string, { title: string; description: string }>
  subscribers: number
  hiddenSubscribers: boolean
  thumbnail: string
  publishedAt: string
}

export type ChannelLookup = { ids: string[] } | { handle: string } | { user: string }

/** The channels that there are; of those that are wanted in vain nothing. */
export type ChannelStore = (wanted: ChannelLookup) => Promise<FakeYoutubeChannel[]>

/** What goes wrong with a call. `slow` answers after `ms`, the others at once. */
export interface Fault {
  kind:
    | 'quota'
    | 'daily_limit'
    | 'rate'
    | 'rate_403'
    | 'key'
    | 'access'
    | 'error'
    | 'slow'
    | 'broken'
    | 'shape'
    | 'cut'
  ms?: number
  retryAfterSeconds?: number
}

/** Asked once for each call that comes, with the channels that it names or finds. */
export type FaultInjector = (channelIds: string[]) => Fault | undefined

const quotaMessage =
  'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.'

type ErrorResponse = [
  status: 400 | 403 | 429 | 500,
  domain: string,
  reason: string,
  message: string,
  more?: object,
]

const errorResponses: Partial<Record<Fault['kind'], ErrorResponse>> = {
  quota: [403, 'youtube.quota', 'quotaExceeded', quotaMessage],
  daily_limit: [403, 'usageLimits', 'dailyLimitExceeded', 'Daily Limit Exceeded'],
  rate: [429, 'usageLimits', 'rateLimitExceeded', 'Rate Limit Exceeded'],
  rate_403: [403, 'usageLimits', 'rateLimitExceeded', 'Rate Limit Exceeded'],
  key: [
    400,
    'global',
    'badRequest',
    'API key not valid. Please pass a valid API key.',
    { status: 'INVALID_ARGUMENT' },
  ],
  access: [
    403,
    'usageLimits',
    'accessNotConfigured',
    'Access Not Configured.',
    { status: 'PERMISSION_DENIED' },
  ],
  error: [500, 'global', 'backendError', 'Backend Error', { status: 'INTERNAL' }],
}

/** Speaks the protocol of YouTube's `channels.list`, with the shapes and the mistakes of the real one. */
export function createFakeYoutubeApi(
  store: ChannelStore,
  injectFault: FaultInjector = () => undefined,
): Hono {
  const app = new Hono()
  app.get('/youtube/v3/channels', async (c) => {
    const lookup = parseLookup(c)
    if (!c.req.query('key'))
      return sendError(c, [403, 'global', 'forbidden', 'The request is missing a valid API key.'])
    if (!c.req.query('part') || !lookup)
      return sendError(c, [400, 'youtube.parameter', 'missingRequiredParameter', 'No filter selected.'])
    const found = await store(lookup)
    const fault = injectFault('ids' in lookup ? lookup.ids : found.map(({ channelId }) => channelId))
    if (fault?.kind === 'slow') await pause(fault.ms ?? 0)
    return createFaultResponse(c, fault) ?? c.json(createListResponse(found, c.req.query()))
  })
  return app
}

function parseLookup(c: Context): ChannelLookup | undefined {
  const { id, forHandle, forUsername } = c.req.query()
  if ([id, forHandle, forUsername].filter(Boolean).length !== 1) return undefined
  if (id) return { ids: id.split(',') }
  return forHandle ? { handle: `@${forHandle.replace(/^@/, '')}` } : { user: forUsername ?? '' }
}

function createFaultResponse(c: Context, fault: Fault | undefined): Response | undefined {
  const errorResponse = fault && errorResponses[fault.kind]
  if (fault?.retryAfterSeconds !== undefined) c.header('Retry-After', String(fault.retryAfterSeconds))
  if (errorResponse) return sendError(c, errorResponse)
  if (fault?.kind === 'broken') return c.body('{"kind": "youtube#channelListRes', 200, jsonHeaders)
  if (fault?.kind === 'shape')
    return c.json({ kind: 'youtube#channelListResponse', items: [{ id: 7, snippet: null }] })
  return fault?.kind === 'cut' ? c.body(createTruncatedBody(), 200, jsonHeaders) : undefined
}

const jsonHeaders = { 'Content-Type': 'application/json; charset=UTF-8' }

function sendError(c: Context, [code, domain, reason, message, more = {}]: ErrorResponse): Response {
  return c.json({ error: { code, message, errors: [{ message, domain, reason }], ...more } }, code)
}

/** Half a reply, then the line is dead. */
function createTruncatedBody(): ReadableStream {
  let isStarted = false
  return new ReadableStream({
    async pull(controller) {
      if (isStarted) return controller.error(new Error('cut off'))
      isStarted = true
      controller.enqueue(new TextEncoder().encode('{"kind":"youtube#chan'))
      await pause(20)
    },
  })
}

/** Of the channels that were found as many as are asked for, with the parts that are asked for. */
function createListResponse(found: FakeYoutubeChannel[], query: Record<string, string>) {
  const resultsPerPage = Math.min(50, Number(query.maxResults ?? 5))
  const requestedParts = (query.part ?? '').split(',')
  const items = found.slice(0, resultsPerPage).map((channel) => ({
    kind: 'youtube#channel',
    etag: `demo-${channel.channelId}`,
    id: channel.channelId,
    ...Object.fromEntries(
      Object.entries(createParts(channel)).filter(
        ([name, part]) => requestedParts.includes(name) && part !== undefined,
      ),
    ),
  }))
  return {
    kind: 'youtube#channelListResponse',
    etag: 'demo',
    pageInfo: { totalResults: items.length, resultsPerPage },
    // The real one has none where nothing is found.
    ...(items.length > 0 && { items }),
  }
}

function createParts(channel: FakeYoutubeChannel) {
  const { title, description, branding = description, localizations } = channel
  const picture = (size: number) => ({ url: channel.thumbnail, width: size, height: size })
  return {
    snippet: {
      title,
      description,
      ...(channel.handle && { customUrl: channel.handle.toLowerCase() }),
      publishedAt: channel.publishedAt,
      thumbnails: { default: picture(88), medium: picture(240), high: picture(800) },
      localized: { title, description },
    },
    statistics: {
      viewCount: String(channel.subscribers * 310),
      subscriberCount: channel.hiddenSubscribers ? '0' : String(roundSubscribers(channel.subscribers)),
      hiddenSubscriberCount: channel.hiddenSubscribers,
      videoCount: '42',
    },
    // Without a description there is none here either.
    brandingSettings: { channel: { title, ...(branding !== '' && { description: branding }) } },
    localizations: Object.keys(localizations).length > 0 ? localizations : undefined,
  }
}

/** To three digits, downwards. */
function roundSubscribers(count: number): number {
  const step = 10 ** Math.max(0, String(count).length - 3)
  return Math.floor(count / step) * step
}
