import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { type $ZodError, safeParse } from 'zod/v4/core'
import type { Endpoint, OutputOf, ParsedBody, ParsedQuery } from '#contract/endpoint.ts'
import { type FieldCode, fieldCodes, type RefusalBody, type RefusalCode, refusals } from '#contract/errors.ts'
import { clientDigestText, headers, requestDigestText } from '#contract/headers.ts'
import { siteHost } from '#contract/host.ts'
import { type Locale, preferredLocale } from '#contract/locale.ts'
import { type Database, isUnreachable } from './db/connect.ts'
import type { Log } from './log.ts'
import { fieldMessage, okMessage, refusalMessage } from './messages.ts'
import { type Account, findSession, findSite, type Site, wasSeen } from './session.ts'

/** What the API needs from outside; tests hand in their own clock. */
export interface Services {
  db: Database
  log: Log
  now: () => Date
  behindProxy: boolean
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
type AppContext = Context<{ Variables: Variables }>

/** What a handler gets. `site` and `account` are there as the endpoint's access says. */
export interface Call<E extends Endpoint> {
  query: ParsedQuery<E>
  body: ParsedBody<E>
  site: Site
  account: E['access'] extends 'public' ? Account | null : Account
  token: string
  /** The language that is asked for, where it is one of ours. */
  asked: Locale | undefined
  /** The caller's network address. */
  address: string
}

const bodyLimitBytes = 64 * 1024

/** Puts an endpoint of the contract to work: who, may they, parse, handle, parse the output. */
export function route<E extends Endpoint>(
  app: App,
  services: Services,
  endpoint: E,
  handle: (call: Call<E>) => Promise<OutputOf<E>>,
): void {
  app.on(endpoint.method, `/${endpoint.path}`, async (c) => {
    const bytes = await readBody(c)
    const id = checkDigests(c, bytes)
    const site = endpoint.anonymous ? null : await requireSite(c, services)
    const account = site && (await authenticate(c, services, site, endpoint))
    const query = parse(endpoint.query, c.req.query()) as ParsedQuery<E>
    const body = parse(endpoint.body, parseJson(bytes)) as ParsedBody<E>
    if (endpoint.method === 'POST' && (await wasSeen(services.db, id, services.now())))
      throw new Refusal('repeated')
    const output = await handle({
      query,
      body,
      site,
      account,
      token: c.req.header(headers.token) ?? '',
      asked: preferredLocale(c.req.header(headers.language) ?? ''),
      address: callerAddress(c, services.behindProxy),
    } as Call<E>)
    return c.json({
      ...(checked(endpoint, output) as object),
      success: true,
      message: okMessage(c.get('locale')),
    })
  })
}

/** The reply to anything that was thrown. Only a Refusal is foreseen; the rest is logged as a bug. */
export function answerError(error: unknown, c: AppContext, log: Log): Response {
  const locale = c.get('locale')
  const requestId = c.get('requestId')
  const refusal = asRefusal(error)
  if (refusal.code === 'internal') log.error({ requestId, err: error }, 'unforeseen error')
  if (refusal.code === 'unavailable') log.warn({ requestId, err: error }, 'the database does not answer')
  if (refusal.retryAfterSeconds) c.header('Retry-After', String(refusal.retryAfterSeconds))
  const fields =
    refusal.fields &&
    Object.fromEntries(
      Object.entries(refusal.fields).map(([name, code]) => [
        name,
        { code, message: fieldMessage(code, locale) },
      ]),
    )
  const body: RefusalBody = {
    success: false,
    code: refusal.code,
    message: refusalMessage(refusal.code, locale),
    ...(fields && { fields }),
    requestId,
  }
  return c.json(body, refusals[refusal.code])
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return new Refusal(isUnreachable(error) ? 'unavailable' : 'internal')
}

export const localeOf = (c: Context): Locale => preferredLocale(c.req.header(headers.language) ?? '') ?? 'ko'

async function readBody(c: AppContext): Promise<Uint8Array> {
  if (c.req.method !== 'POST') return new Uint8Array()
  const length = c.req.header('Content-Length')
  if (Number(length ?? 0) > bodyLimitBytes) throw new Refusal('too_large')
  return length === undefined ? readUnmeasured(c) : new Uint8Array(await c.req.arrayBuffer())
}

/** A body that does not say how long it is: no more of it is read than is allowed. */
async function readUnmeasured(c: AppContext): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength
    if (size > bodyLimitBytes) throw new Refusal('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Recomputes the two digests of the anti-tamper headers. @returns the call's id */
function checkDigests(c: AppContext, body: Uint8Array): string {
  const id = c.req.header(headers.requestId) ?? ''
  const token = c.req.header(headers.token) ?? ''
  const path = c.req.url.slice(c.req.url.indexOf('/api/') + '/api'.length)
  const request = sha512(requestDigestText(id, c.req.method, path, body.byteLength))
  const client = sha512(clientDigestText(id, token, c.req.header('User-Agent') ?? ''))
  const same =
    /^[0-9a-f]{32}$/.test(id) &&
    equal(request, c.req.header(headers.requestDigest)) &&
    equal(client, c.req.header(headers.clientDigest))
  if (!same) throw new Refusal('tampered')
  return id
}

const sha512 = (text: string) => createHash('sha512').update(text).digest('hex')

function equal(digest: string, claimed: string | undefined): boolean {
  const [a, b] = [Buffer.from(digest), Buffer.from(claimed ?? '')]
  return a.length === b.length && timingSafeEqual(a, b)
}

async function requireSite(c: AppContext, { db }: Services): Promise<Site> {
  const site = await findSite(db, siteHost(c.req.header(headers.domain) ?? ''))
  if (!site) throw new Refusal('unknown_site')
  return site
}

async function authenticate(
  c: AppContext,
  services: Services,
  site: Site,
  { access }: Endpoint,
): Promise<Account | null> {
  const token = c.req.header(headers.token) ?? ''
  const account = token ? await findSession(services.db, site, token, services.now()) : null
  if (account) c.set('accountId', account.id)
  if (access === 'public') return account
  if (!account) throw new Refusal('unauthenticated')
  if (access === 'manager' && account.permissionFlag !== 1) throw new Refusal('forbidden')
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

function parse(schema: Endpoint['query'], value: unknown): unknown {
  const result = safeParse(schema, value)
  if (!result.success) throw new Refusal('invalid', { fields: fieldErrors(result.error) })
  if (hasNul(result.data)) throw new Refusal('malformed')
  return result.data
}

/** Whether a text in it has a NUL character, of which PostgreSQL can hold none. */
const hasNul = (value: unknown): boolean =>
  typeof value === 'string' ? value.includes('\0') : Object.values(value ?? {}).some(hasNul)

/** The first thing that is wrong with each field; the schemas' messages are field codes. */
function fieldErrors(error: $ZodError): Record<string, FieldCode> {
  const fields: Record<string, FieldCode> = {}
  for (const { path, message } of error.issues) {
    const name = path.join('.') || 'body'
    fields[name] ??= fieldCodes.find((code) => code === message) ?? 'invalid'
  }
  return fields
}

/** Nothing outside the contract leaves the server: a wrong output is a bug, not a reply. */
function checked(endpoint: Endpoint, output: unknown): unknown {
  const result = safeParse(endpoint.output, output)
  if (result.success) return result.data
  throw new Error(`${endpoint.name} would have answered outside its contract: ${result.error.message}`)
}

function callerAddress(c: AppContext, behindProxy: boolean): string {
  const forwarded = behindProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  const incoming = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming
  return forwarded || incoming?.socket?.remoteAddress || 'unknown'
}
