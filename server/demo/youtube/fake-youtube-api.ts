import { setTimeout as pause } from 'node:timers/promises'
import { type Context, Hono } from 'hono'

export interface FakeYoutubeChannel {
  channelId: string
  handle: string | null
  user?: string
  title: string
  description: string
  branding?: string
  localizations: Record<string, { title: string; description: string }>
  subscribers: number
  hiddenSubscribers: boolean
  thumbnail: string
  publishedAt: string
}

/** Every channel has this many. */
export const fakeVideoCount = 42

/** Ids of a channel's uploads, the newest first. */
const listUploads = (channelId: string): string[] =>
  Array.from(
    { length: fakeVideoCount },
    (_, at) => `${channelId.slice(2, 10)}_${String(at).padStart(2, '0')}`,
  )

export type ChannelLookup = { ids: string[] } | { handle: string } | { user: string }

export type ChannelStore = (lookup: ChannelLookup) => Promise<FakeYoutubeChannel[]>

/** `slow` delays the reply by `ms`. */
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
    | 'redirect'
  ms?: number
  retryAfterSeconds?: number
}

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

/** Fake of YouTube's `channels.list`, and of the calls that list a channel's uploads, with their response shapes and errors. */
export function createFakeYoutubeApi(
  store: ChannelStore,
  injectFault: FaultInjector = () => undefined,
): Hono {
  const app = new Hono()
  app.get('/youtube/v3/channels', async (c) => {
    const lookup = parseLookup(c)
    if (!(c.req.header('X-Goog-Api-Key') ?? c.req.query('key')))
      return sendError(c, [403, 'global', 'forbidden', 'The request is missing a valid API key.'])
    if (!c.req.query('part') || !lookup)
      return sendError(c, [400, 'youtube.parameter', 'missingRequiredParameter', 'No filter selected.'])
    const found = await store(lookup)
    const fault = injectFault('ids' in lookup ? lookup.ids : found.map(({ channelId }) => channelId))
    if (fault?.kind === 'slow') await pause(fault.ms ?? 0)
    return createFaultResponse(c, fault) ?? c.json(createListResponse(found, c.req.query()))
  })
  app.get('/youtube/v3/playlistItems', (c) => {
    const { playlistId = '', maxResults = '5' } = c.req.query()
    const channelId = playlistId.replace(/^UU/, 'UC')
    return (
      createFaultResponse(c, injectFault([channelId])) ??
      c.json({
        kind: 'youtube#playlistItemListResponse',
        items: listUploads(channelId)
          .slice(0, Number(maxResults))
          .map((videoId) => ({ kind: 'youtube#playlistItem', contentDetails: { videoId } })),
      })
    )
  })
  app.get('/youtube/v3/videos', (c) =>
    c.json({
      kind: 'youtube#videoListResponse',
      items: (c.req.query('id') ?? '').split(',').map(createVideo),
    }),
  )
  return app
}

const dayMs = 86_400_000

/** A number that only the id decides. */
const hash = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 7_919 + letter.charCodeAt(0) * 104_729) % 999_983, 7)

function createVideo(id: string) {
  const age = Number(id.slice(-2)) * 2 + 1
  const size = hash(id)
  return {
    kind: 'youtube#video',
    id,
    snippet: {
      title: `#${fakeVideoCount - Number(id.slice(-2))}`,
      publishedAt: new Date(Date.now() - age * dayMs).toISOString(),
    },
    contentDetails: { duration: `PT${15 + (size % 45)}S` },
    statistics: { viewCount: String(size) },
  }
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
  if (fault?.kind === 'redirect') return c.redirect(c.req.url, 302)
  if (fault?.kind === 'broken') return c.body('{"kind": "youtube#channelListRes', 200, jsonHeaders)
  if (fault?.kind === 'shape')
    return c.json({ kind: 'youtube#channelListResponse', items: [{ id: 7, snippet: null }] })
  return fault?.kind === 'cut' ? c.body(createTruncatedBody(), 200, jsonHeaders) : undefined
}

const jsonHeaders = { 'Content-Type': 'application/json; charset=UTF-8' }

function sendError(c: Context, [code, domain, reason, message, more = {}]: ErrorResponse): Response {
  return c.json({ error: { code, message, errors: [{ message, domain, reason }], ...more } }, code)
}

function createTruncatedBody(): ReadableStream {
  let isStarted = false
  return new ReadableStream({
    async pull(controller) {
      if (isStarted) return controller.error(new Error('connection lost'))
      isStarted = true
      controller.enqueue(new TextEncoder().encode('{"kind":"youtube#chan'))
      await pause(20)
    },
  })
}

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
    // YouTube omits empty items.
    ...(items.length > 0 && { items }),
  }
}

function createParts(channel: FakeYoutubeChannel) {
  const { title, description, branding = description, localizations } = channel
  const createThumbnail = (size: number) => ({ url: channel.thumbnail, width: size, height: size })
  return {
    snippet: {
      title,
      description,
      ...(channel.handle && { customUrl: channel.handle.toLowerCase() }),
      publishedAt: channel.publishedAt,
      thumbnails: { default: createThumbnail(88), medium: createThumbnail(240), high: createThumbnail(800) },
      localized: { title, description },
    },
    statistics: {
      viewCount: String(channel.subscribers * 310),
      subscriberCount: channel.hiddenSubscribers ? '0' : String(roundSubscribers(channel.subscribers)),
      hiddenSubscriberCount: channel.hiddenSubscribers,
      videoCount: String(fakeVideoCount),
    },
    brandingSettings: { channel: { title, ...(branding !== '' && { description: branding }) } },
    localizations: Object.keys(localizations).length > 0 ? localizations : undefined,
  }
}

/** Three significant digits, rounded down, as YouTube does. */
function roundSubscribers(count: number): number {
  const step = 10 ** Math.max(0, String(count).length - 3)
  return Math.floor(count / step) * step
}
