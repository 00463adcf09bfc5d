import type { Context, Hono } from 'hono'
import { type $ZodError, safeParse } from 'zod/v4/core'
import type { Endpoint, EndpointOutput, ParsedBody, ParsedQuery } from '#contract/endpoint.ts'
import { type FieldCode, fieldCodes, type RefusalCode } from '#contract/errors.ts'
import { headerNames } from '#contract/headers.ts'
import { normalizeHost } from '#contract/host.ts'
import { type Locale, negotiateLocale } from '#contract/locale.ts'
import type { Actor } from '#server/audit.ts'
import { findPartner } from '#server/auth/partner-keys.ts'
import { type Account, detectReplay, getRoleKey, type Site } from '#server/auth/sessions.ts'
import type { ServerCache } from '#server/cache/server-cache.ts'
import type { YoutubeClient } from '#server/youtube/types.ts'
import type { Database } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import { getSuccessMessage } from './messages.ts'
import { readLimitedBody } from './request-body.ts'
import { verifyRequestDigests } from './request-digests.ts'
import { sendBody, sendUncompressed } from './response.ts'
import { createResponseBody } from './response-body.ts'

/** What the API needs from outside; tests hand in their own. */
export interface Dependencies {
  db: Database
  log: Log
  now: () => Date
  behindProxy: boolean
  /** The folder of covers and sounds; without one there are none. */
  mediaDir?: string | undefined
  youtube: YoutubeClient
  /** What only a demonstration has below /api. */
  registerDemoRoutes?: ((api: App) => void) | undefined
  jobs: JobQueue
  /** Aborted when the process is to end: replies that go on do so, too. */
  shutdownSignal?: AbortSignal
}

export interface Services extends Dependencies {
  cache: ServerCache
}

/** A call that is answered with a refusal of the contract, in the caller's language. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: Record<string, FieldCode> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: RefusalCode,
    more: { fields?: Record<string, FieldCode>; retryAfterSeconds?: number } = {},
  ) {
    super(code)
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export interface Variables {
  requestId: string
  locale: Locale
  /** For the log. */
  accountId?: number
}

export type App = Hono<{ Variables: Variables }>
export type AppContext = Context<{ Variables: Variables }>

/** What a handler gets. `site` and `account` are there as the endpoint's access says. */
export interface Call<E extends Endpoint> {
  query: ParsedQuery<E>
  body: ParsedBody<E>
  site: Site
  account: E['access'] extends 'public' | 'partner' ? Account | null : Account
  /** Who it is, for the record of changes. */
  actor: Actor
  token: string
  /** The language of the reply. */
  locale: Locale
  /** The language that is asked for, where it is one of ours. */
  requestedLocale: Locale | undefined
  /** The caller's network address. */
  address: string
  /** What the caller's program says of itself. */
  userAgent: string
}

const maxBodyBytes = 64 * 1024

export type Handler<E extends Endpoint, Result> = (call: Call<E>) => Promise<Result>

/** Puts an endpoint of the contract to work: who, may they, parse, handle, parse the output. */
export function route<E extends Endpoint>(
  app: App,
  services: Services,
  endpoint: E,
  handle: Handler<E, EndpointOutput<E>>,
): void {
  app.on(endpoint.method, `/${endpoint.path}`, async (c) => {
    const text = serializeResponse(c, endpoint, await handle(await createCall(c, services, endpoint)))
    return endpoint.method === 'GET' ? sendBody(c, createResponseBody(text)) : sendUncompressed(c, text)
  })
}

/**
 * The same for a report: a repeated question is answered with the kept body, after the same checks of who asks. The
 * reply may depend on the standing of the account, the question and the language, and on nothing whose change the
 * database does not tell.
 */
export function cachedRoute<E extends Endpoint>(
  app: App,
  services: Services,
  endpoint: E,
  handle: Handler<E, EndpointOutput<E>>,
): void {
  app.on('GET', `/${endpoint.path}`, async (c) => {
    const call = await createCall(c, services, endpoint)
    // Not the id alone: the account may have changed, and the shelf been cleared for it, since it was looked up.
    const cacheKey = JSON.stringify([getRoleKey(call.account), endpoint.name, call.locale, call.query])
    const render = async () => createResponseBody(serializeResponse(c, endpoint, await handle(call)))
    return sendBody(c, await services.cache.getBody(cacheKey, render))
  })
}

/** Who, may they, parse. */
export async function createCall<E extends Endpoint>(
  c: AppContext,
  services: Services,
  endpoint: E,
): Promise<Call<E>> {
  const bytes = await readRequestBody(c)
  const identify = endpoint.access === 'partner' ? identifyPartner : identifyUser
  const { site, account, actor, rejectReplay } = await identify(c, services, endpoint, bytes)
  const query = parseInput(endpoint.query, c.req.query())
  const body = parseInput(endpoint.body, parseJson(bytes))
  await rejectReplay()
  const address = getClientAddress(c, services.behindProxy)
  return {
    query,
    body,
    site,
    account,
    actor: { ...actor, address },
    token: c.req.header(headerNames.token) ?? '',
    locale: c.get('locale'),
    requestedLocale: negotiateLocale(c.req.header(headerNames.language) ?? ''),
    address,
    userAgent: c.req.header('User-Agent') ?? '',
  } as Call<E>
}

interface CallerIdentity {
  site: Site | null
  account: Account | null
  actor: Actor
  /** Asked last: a call that was refused before may be made again. */
  rejectReplay(): Promise<void>
}

async function identifyUser(
  c: AppContext,
  services: Services,
  endpoint: Endpoint,
  bytes: Uint8Array,
): Promise<CallerIdentity> {
  const id = requireValidDigests(c, bytes)
  const site = endpoint.anonymous ? null : await requireSite(c, services)
  const account = site && (await authenticate(c, services, site, endpoint))
  return {
    site,
    account,
    actor: { kind: 'account', id: account?.id, siteId: site?.id, networkId: account?.networkId },
    async rejectReplay() {
      if (endpoint.method === 'POST' && (await detectReplay(services.db, id, services.now())))
        throw new Refusal('repeated')
    },
  }
}

/** A partner's server has a key and, since it is no browser, none of the site's headers. */
async function identifyPartner(c: AppContext, services: Services): Promise<CallerIdentity> {
  const [, key] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? []
  const partner = key ? await findPartner(services.db, key, services.now()) : null
  const site = partner && (await services.cache.findSite(partner.domain, services.now()))
  if (!partner || !site) throw new Refusal('unauthenticated')
  const actor = { kind: 'partner', id: partner.id, siteId: site.id } as const
  return { site, account: null, actor, rejectReplay: async () => {} }
}

const serializeResponse = (c: AppContext, endpoint: Endpoint, output: unknown): string =>
  JSON.stringify({
    ...(validateOutput(endpoint, output) as object),
    success: true,
    message: getSuccessMessage(c.get('locale')),
  })

export const getRequestLocale = (c: Context): Locale =>
  negotiateLocale(c.req.header(headerNames.language) ?? '') ?? 'ko'

async function readRequestBody(c: AppContext): Promise<Uint8Array> {
  if (c.req.method !== 'POST') return new Uint8Array()
  const body = await readLimitedBody(maxBodyBytes, c.req.raw)
  if (!body) throw new Refusal('too_large')
  return body
}

/** Checks the anti-tamper headers. @returns the call's id */
function requireValidDigests(c: AppContext, body: Uint8Array): string {
  const path = c.req.url.slice(c.req.url.indexOf('/api/') + '/api'.length)
  const id = verifyRequestDigests({
    method: c.req.method,
    path,
    bodyBytes: body.byteLength,
    header: (name) => c.req.header(name),
  })
  if (id === null) throw new Refusal('tampered')
  return id
}

async function requireSite(c: AppContext, { cache, now }: Services): Promise<Site> {
  const site = await cache.findSite(normalizeHost(c.req.header(headerNames.domain) ?? ''), now())
  if (!site) throw new Refusal('unknown_site')
  return site
}

/** @throws {Refusal} when it is nobody, or not somebody who may call */
export async function authenticate(
  c: AppContext,
  services: Services,
  site: Site,
  { access }: Endpoint,
): Promise<Account | null> {
  const token = c.req.header(headerNames.token) ?? ''
  const account = token ? await services.cache.findAccount(site, token, services.now()) : null
  if (account) c.set('accountId', account.id)
  if (access === 'public') return account
  if (!account) throw new Refusal('unauthenticated')
  if (access === 'manager' && !account.isManager) throw new Refusal('forbidden')
  return account
}

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return {}
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('malformed')
  }
}

function parseInput(schema: Endpoint['query'], value: unknown): unknown {
  const result = safeParse(schema, value)
  if (!result.success) throw new Refusal('invalid', { fields: getFieldErrors(result.error) })
  if (hasNul(result.data)) throw new Refusal('malformed')
  return result.data
}

/** Whether a text in it has a NUL character, of which PostgreSQL can hold none. */
const hasNul = (value: unknown): boolean =>
  typeof value === 'string' ? value.includes('\0') : Object.values(value ?? {}).some(hasNul)

/** The first thing that is wrong with each field; the schemas' messages are field codes. */
function getFieldErrors(error: $ZodError): Record<string, FieldCode> {
  const fields: Record<string, FieldCode> = {}
  for (const { path, message } of error.issues) {
    const name = path.join('.') || 'body'
    fields[name] ??= fieldCodes.find((code) => code === message) ?? 'invalid'
  }
  return fields
}

/** Nothing outside the contract leaves the server: a wrong output is a bug, not a reply. */
function validateOutput(endpoint: Endpoint, output: unknown): unknown {
  const result = safeParse(endpoint.output, output)
  if (result.success) return result.data
  throw new Error(`${endpoint.name} would have answered outside its contract: ${result.error.message}`)
}

function getClientAddress(c: AppContext, behindProxy: boolean): string {
  const forwarded = behindProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  const incoming = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming
  return forwarded || incoming?.socket?.remoteAddress || 'unknown'
}
