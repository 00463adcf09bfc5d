import { randomBytes } from 'node:crypto'
import type { startProviderLink } from '#contract/people/sign-in-providers.ts'
import { providerReturnPath } from '#contract/people/sign-in-providers.ts'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import { changeWithConfirmation, type FactorCaller } from '#server/people/second-factor/changes.ts'
import { isSiteOrigin, type Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type OidcClient, ProviderError } from './client.ts'
import { deriveRequest, findProvider, insertProgress, type Provider, servesPerson } from './queries.ts'

export type ProviderServices = Pick<Services, 'db' | 'encryption' | 'log' | 'now' | 'passwords'> & {
  oidc: OidcClient
}

interface Start {
  provider: number
  origin: string
}

interface Started {
  token: string
  url: string
}

/** @throws {Refusal} `not_found` or `provider_failed` */
export async function startSignIn(
  services: ProviderServices,
  { site, body }: { site: Site; body: Start },
): Promise<Started> {
  const { db, now } = services
  const { provider, token, redirectUri } = await prepare(db, services, site, body)
  const url = await createUrl(services, provider, { token, redirectUri })
  const progress = { token, siteId: site.id, providerId: provider.id, redirectUri }
  await insertProgress(db, { ...progress, step: 'sign-in' }, now())
  return { token, url }
}

/** The provider is asked once the account is no longer locked. @throws {Refusal} */
export async function startLink(
  services: ProviderServices,
  caller: FactorCaller,
  { provider: id, origin, ...confirmation }: ParsedBody<typeof startProviderLink>,
): Promise<Started> {
  const { site, account, token: sessionToken } = caller
  const prepared = await changeWithConfirmation(services, caller, confirmation, async (tx) => {
    const { provider, token, redirectUri } = await prepare(tx, services, site, { provider: id, origin })
    if (!servesPerson(provider, account)) throw new Refusal('provider_audience')
    const progress = { token, siteId: site.id, providerId: provider.id, redirectUri }
    const step = { step: 'link', accountId: account.id, sessionToken } as const
    await insertProgress(tx, { ...progress, ...step }, services.now())
    return { provider, token, redirectUri }
  })
  return { token: prepared.token, url: await createUrl(services, prepared.provider, prepared) }
}

interface Prepared {
  token: string
  redirectUri: string
}

async function prepare(
  db: Queryable,
  services: ProviderServices,
  site: Site,
  { provider: id, origin }: Start,
): Promise<Prepared & { provider: Provider }> {
  // A page elsewhere must not receive the answer.
  if (!isSiteOrigin(site, origin)) throw new Refusal('invalid')
  const provider = await requireProvider(db, services, site, id)
  const token = randomBytes(32).toString('base64url')
  return { provider, token, redirectUri: `${origin}${providerReturnPath}` }
}

const createUrl = (
  services: ProviderServices,
  provider: Provider,
  { token, redirectUri }: Prepared,
): Promise<string> =>
  askProvider(services, provider, () =>
    services.oidc.createAuthorizationUrl(provider, deriveRequest(token, redirectUri)),
  )

async function requireProvider(
  db: Queryable,
  { encryption, log }: ProviderServices,
  site: Site,
  id: number,
): Promise<Provider> {
  const provider = await findProvider(db, encryption, site.id, id)
  if (provider) return provider
  if (!site.signInProviders.some((known) => known.id === id)) throw new Refusal('not_found')
  log.error({ provider: id }, 'sign-in provider unusable: its secret was encrypted with another SECRET_KEY')
  throw new Refusal('provider_failed')
}

const refusals = {
  declined: 'provider_declined',
  failed: 'provider_failed',
  client: 'provider_failed',
  refused: 'provider_refused',
} as const

/** @throws {Refusal} */
export async function askProvider<Result>(
  { log }: Pick<ProviderServices, 'log'>,
  { id, issuer }: Pick<Provider, 'id' | 'issuer'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind !== 'declined')
      log.warn({ provider: id, issuer, reason: error.message }, 'sign-in provider: no usable answer')
    throw new Refusal(refusals[error.kind], { control: 'sign-in-provider' })
  }
}
