import type { Context } from 'hono'
import type { Access, Endpoint, ParsedBody, ParsedQuery } from '#contract/platform/endpoint.ts'
import { headerNames } from '#contract/platform/headers.ts'
import { normalizeHost } from '#contract/platform/host.ts'
import { type Locale, negotiateLocale } from '#contract/platform/locale.ts'
import { can, findGrants, isInstallationPermission } from '#contract/platform/roles.ts'
import type { Actor } from '#server/platform/auth/audit.ts'
import { findPartner, type Partner } from '#server/platform/auth/partner-keys.ts'
import { countRateLimit, enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import { recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { AppContext } from '#server/platform/http/response/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enforceCallLimits, requireConfirmation } from './gate.ts'
import { parseInput, parseJson } from './input.ts'
import { detectReplay } from './replay.ts'
import { readLimitedBody } from './request-body.ts'
import { verifyRequestDigests } from './request-digests.ts'
import type { Services } from './services.ts'

export interface Call<E extends Endpoint> {
  query: ParsedQuery<E>
  body: ParsedBody<E>
  site: Site
  account: E['access'] extends 'public' | 'partner' ? Account | null : Account
  actor: Actor
  partner: Partner | null
  token: string
  locale: Locale
  requestedLocale: Locale | undefined
  address: string
  userAgent: string
}

/** A larger body is read only for those who may send it. */
const largeBodyBytes = 2 * 1024 * 1024

/** @throws {Refusal} */
export async function createCall<E extends Endpoint>(
  c: AppContext,
  services: Services,
  endpoint: E,
): Promise<Call<E>> {
  if (endpoint.maxBodyBytes > largeBodyBytes && !endpoint.anonymous)
    await authenticate(c, services, await requireSite(c, services), endpoint)
  const bytes = await readRequestBody(c, endpoint)
  const identify = endpoint.access === 'partner' ? identifyPartner : identifyUser
  const { site, account, actor, partner, rejectReplay } = await identify(c, services, endpoint, bytes)
  const query = parseInput(endpoint.query, c.req.query())
  const body = parseInput(endpoint.body, parseJson(bytes))
  await rejectReplay()
  const address = getClientAddress(c, services.behindProxy)
  await enforceCallLimits(services, endpoint, { address, account, partner })
  return {
    query,
    body,
    site,
    account,
    actor: { ...actor, address },
    partner,
    token: c.req.header(headerNames.token) ?? '',
    locale: c.get('locale'),
    requestedLocale: negotiateLocale(c.req.header(headerNames.language) ?? ''),
    address,
    userAgent: getUserAgent(c),
  } as Call<E>
}

interface CallerIdentity {
  site: Site | null
  account: Account | null
  actor: Actor
  partner: Partner | null
  /** Must run last, so that a client can resend a call rejected for another reason. */
  rejectReplay(): Promise<void>
}

async function identifyUser(
  c: AppContext,
  services: Services,
  endpoint: Endpoint,
  bytes: Uint8Array,
): Promise<CallerIdentity> {
  const requestId = requireValidDigests(c, bytes)
  const site = endpoint.anonymous ? null : await requireSite(c, services)
  const account = site && !endpoint.ignoresSession ? await authenticate(c, services, site, endpoint) : null
  // Streams have limits of their own.
  if (account && endpoint.method === 'GET' && endpoint.media !== 'events')
    services.readLimits.enforce(
      getCallerId(account),
      endpoint.media === 'json' ? 'read' : 'export',
      services.now(),
    )
  if (account) {
    const session = { accountId: account.id, token: c.req.header(headerNames.token) ?? '' }
    await requireConfirmation(services, endpoint, session)
  }
  return {
    site,
    account,
    actor: {
      kind: 'account',
      id: account ? getCallerId(account) : undefined,
      siteId: site?.id,
      networkId: account?.networkId,
    },
    partner: null,
    async rejectReplay() {
      if (endpoint.method === 'POST' && (await detectReplay(services.db, requestId, services.now())))
        throw new Refusal('repeated', { control: 'repeated-call' })
    },
  }
}

async function identifyPartner(c: AppContext, services: Services): Promise<CallerIdentity> {
  const [, key] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? []
  const partner = key ? await findPartner(services.db, key, services.now()) : null
  const site = partner && (await services.cache.findSite(partner.domain, services.now()))
  if (!partner || !site) {
    if (key) await recordWrongPartnerKey(c, services)
    throw new Refusal('unauthenticated')
  }
  const actor = { kind: 'partner', id: partner.id, siteId: site.id } as const
  return { site, account: null, actor, partner, rejectReplay: async () => {} }
}

/** @throws {Refusal} `unauthenticated`, `forbidden` or `second_factor_required`, depending on the endpoint's access */
export async function authenticate(
  c: AppContext,
  services: Services,
  site: Site,
  endpoint: Endpoint,
): Promise<Account | null> {
  const { access } = endpoint
  const token = c.req.header(headerNames.token) ?? ''
  const account = token ? await services.cache.findAccount(site, token, services.now()) : null
  if (account) c.set('accountId', getCallerId(account))
  if (account && account.impersonatorId !== null && !endpoint.servesImpersonators)
    throw new Refusal('impersonating')
  if (access === 'public' || access === 'partner') return account
  if (!account) throw new Refusal('unauthenticated')
  if (!isAllowed(account, access)) {
    await recordForbidden(c, services, site, { account, endpoint })
    throw new Refusal('forbidden')
  }
  const isFactorMissing = isInstallationPermission(access)
    ? !account.hasSecondFactor
    : account.needsSecondFactor
  if (isFactorMissing && !endpoint.beforeSecondFactor) throw new Refusal('second_factor_required')
  return account
}

/** Who looks at the portal as somebody else answers for the calls. */
const getCallerId = ({ id, impersonatorId }: Account): number => impersonatorId ?? id

function isAllowed(account: Account, access: Exclude<Access, 'public' | 'partner'>): boolean {
  if (isInstallationPermission(access)) return findGrants(account.grants, access).length > 0
  return access === 'account' || can(account, access)
}

/** Bounded: a network that keeps guessing is refused before anything is recorded. */
async function recordWrongPartnerKey(c: AppContext, { db, now, behindProxy }: Services): Promise<void> {
  const address = getClientAddress(c, behindProxy)
  await enforceRateLimit(db, 'partner-key', address, now())
  const origin = { site: null, address, userAgent: getUserAgent(c) }
  await recordSecurityEvent(db, origin, { kind: 'partner-key', isFailure: true, accountId: null }, now())
}

/** Bounded, so that a refused account cannot fill the database. */
async function recordForbidden(
  c: AppContext,
  services: Services,
  site: Site,
  { account, endpoint }: { account: Account; endpoint: Endpoint },
): Promise<void> {
  const now = services.now()
  const callerId = getCallerId(account)
  const { isExceeded } = await countRateLimit(services.db, 'forbidden-event', String(callerId), now)
  if (isExceeded) return
  const origin = { site, address: getClientAddress(c, services.behindProxy), userAgent: getUserAgent(c) }
  const event = { kind: 'forbidden', isFailure: true, accountId: callerId } as const
  await recordSecurityEvent(services.db, origin, { ...event, detail: { endpoint: endpoint.name } }, now)
}

export const getRequestLocale = (c: Context): Locale =>
  negotiateLocale(c.req.header(headerNames.language) ?? '') ?? 'ko'

async function readRequestBody(c: AppContext, { maxBodyBytes }: Endpoint): Promise<Uint8Array> {
  if (c.req.method !== 'POST') return new Uint8Array()
  const body = await readLimitedBody(maxBodyBytes, c.req.raw)
  if (!body) throw new Refusal('too_large')
  return body
}

/** Anti-tamper headers. @returns the request id */
function requireValidDigests(c: AppContext, body: Uint8Array): string {
  const path = c.req.url.slice(c.req.url.indexOf('/api/') + '/api'.length)
  const requestId = verifyRequestDigests({
    method: c.req.method,
    path,
    bodyBytes: body.byteLength,
    header: (name) => c.req.header(name),
  })
  if (requestId === null) throw new Refusal('tampered', { control: 'altered-call' })
  return requestId
}

async function requireSite(c: AppContext, { cache, now }: Services): Promise<Site> {
  const site = await cache.findSite(normalizeHost(c.req.header(headerNames.domain) ?? ''), now())
  if (!site) throw new Refusal('unknown_site')
  return site
}

const getUserAgent = (c: AppContext): string => c.req.header('User-Agent') ?? ''

export function getClientAddress(c: Context, behindProxy: boolean): string {
  const forwarded = behindProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  const incoming = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming
  return forwarded || incoming?.socket?.remoteAddress || 'unknown'
}
