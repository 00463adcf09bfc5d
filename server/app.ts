import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { headerNames } from '#contract/headers.ts'
import { normalizeHost } from '#contract/host.ts'
import { accountRoutes } from './account/routes.ts'
import { alertRoutes } from './alerts/routes.ts'
import { queueHashing } from './auth/hash-queue.ts'
import { createPasswordHasher, type PasswordHasher } from './auth/passwords.ts'
import { createServerCache } from './cache/server-cache.ts'
import { channelEventRoute } from './channels/event-route.ts'
import { prepareRegistration } from './channels/registration.ts'
import { endRegistrations } from './channels/removal.ts'
import { channelRoutes } from './channels/routes.ts'
import type { ChannelServices } from './channels/services.ts'
import { emailLinkRoutes } from './email-links/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { getClientAddress, getRequestLocale } from './http/call.ts'
import { createControlLog } from './http/control-log.ts'
import { docsRoutes } from './http/docs-page.ts'
import { createErrorResponse } from './http/error-response.ts'
import { type AddressDetail, formatAddress } from './http/log-address.ts'
import { createReadLimits, defaultReadsPerMinute } from './http/read-limits.ts'
import { Refusal } from './http/refusal.ts'
import { limitRequests } from './http/request-limits.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import type { App, Services, Variables } from './http/services.ts'
import { loginRoutes } from './login/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { measureRequests } from './metrics/requests.ts'
import { metricsRoute, type Scrape } from './metrics/route.ts'
import { newStatementRoutes } from './months/new-statement-routes.ts'
import { payoutShareRoutes } from './months/payout-share-routes.ts'
import { musicRoutes } from './musics/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { payeeRoutes } from './payees/routes.ts'
import { paymentInfoRoutes } from './payment-info/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { changeWithConfirmation } from './second-factor/changes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { signInCodeRoutes } from './sign-in-codes/routes.ts'
import { siteRoutes } from './site/routes.ts'
import { statementRoutes } from './statements/routes.ts'

export interface Dependencies extends Omit<ChannelServices, 'apiUrl' | 'cache' | 'passwords' | 'readLimits'> {
  apiUrl?: string
  /** Defaults to OWASP's cost; only tests pass a cheaper one. */
  passwords?: PasswordHasher
  registerDemoRoutes?: ((api: App) => void) | undefined
  logAddresses?: AddressDetail
  /** Of one account. */
  readsPerMinute?: number
  warmDelayMs?: number | undefined
  /** Undefined: there is no `/api/metrics`. */
  metrics?: { token: string; scrape: Scrape } | undefined
}

export function createApp({
  registerDemoRoutes,
  apiUrl = '/api',
  passwords = createPasswordHasher(),
  logAddresses = 'network',
  readsPerMinute = defaultReadsPerMinute,
  warmDelayMs,
  metrics,
  ...dependencies
}: Dependencies): App {
  const services: ChannelServices = {
    ...dependencies,
    apiUrl,
    passwords: queueHashing(passwords),
    readLimits: createReadLimits(readsPerMinute),
    cache: createServerCache(dependencies.db, {
      warmDelayMs,
      shutdownSignal: dependencies.shutdownSignal,
    }),
  }
  const api: App = new Hono<{ Variables: Variables }>()
  const app: App = new Hono<{ Variables: Variables }>()
  measureRequests(app)
  app.use(
    secureHeaders({
      xFrameOptions: 'DENY',
      referrerPolicy: 'strict-origin-when-cross-origin',
      crossOriginOpenerPolicy: 'same-origin',
      crossOriginResourcePolicy: false,
      // See enforceHttps.
      strictTransportSecurity: false,
    }),
  )
  logRequests(app, services, logAddresses)
  sendSecurityHeaders(app, services)
  limitRequests(app, services)
  enableCors(api, services)
  healthRoutes(api, services)
  if (metrics) metricsRoute(api, metrics.token, metrics.scrape)
  for (const routes of [
    siteRoutes,
    loginRoutes,
    emailLinkRoutes,
    secondFactorRoutes,
    signInCodeRoutes,
    paymentInfoRoutes,
    channelRoutes,
    channelEventRoute,
    payoutShareRoutes,
    reportRoutes,
    musicRoutes,
    noticeRoutes,
    newStatementRoutes,
    statementRoutes,
    alertRoutes,
    docsRoutes,
    mediaRoutes,
    mailRoutes,
  ]) {
    routes(api, services)
  }
  // Dependency injection: features do not import each other.
  memberRoutes(api, services, (caller, form) => prepareRegistration(services, caller, form))
  accountRoutes(api, services, {
    endRegistrations: (...args) => endRegistrations(services, ...args),
    confirmChange: (...args) => changeWithConfirmation(services, ...args),
  })
  payeeRoutes(api, services, {
    confirmChange: (...args) => changeWithConfirmation(services, ...args),
  })
  registerDemoRoutes?.(api)
  api.all('*', () => {
    throw new Refusal('not_found')
  })
  app.route('/api', api)
  const reportControl = createControlLog(services.log, services.now, logAddresses)
  app.onError((error, c) => {
    const address = getClientAddress(c, services.behindProxy)
    return createErrorResponse(error, c, { log: services.log, reportControl, address })
  })
  return app
}

/** Never logs headers, query or body: they may contain secrets. */
function logRequests(app: App, { log, behindProxy }: Services, addressDetail: AddressDetail): void {
  app.use(async (c, next) => {
    const requestId = randomUUID()
    const started = performance.now()
    c.set('requestId', requestId)
    c.set('locale', getRequestLocale(c))
    await next()
    if (!c.req.path.startsWith('/api/')) return
    const ms = Math.round((performance.now() - started) * 10) / 10
    log.info({
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms,
      address: formatAddress(getClientAddress(c, behindProxy), addressDetail),
      accountId: c.get('accountId'),
    })
  })
}

/** CORS: only origins of the installation's sites. */
function enableCors(api: App, { cache, now }: Services): void {
  api.use(async (c, next) => {
    c.header('Cache-Control', 'no-store')
    const origin = c.req.header('Origin')
    const isCrossOrigin =
      origin !== undefined && parseHost(origin) !== (c.req.header('Host') ?? '').toLowerCase()
    if (isCrossOrigin) {
      if (!(await cache.findSite(normalizeHost(parseHost(origin)), now())))
        throw new Refusal('forbidden', { control: 'origin' })
      c.header('Access-Control-Allow-Origin', origin)
      c.header('Vary', 'Origin')
      c.header('Access-Control-Expose-Headers', 'Retry-After, ETag, Content-Disposition')
    }
    if (c.req.method !== 'OPTIONS') return next()
    c.header('Access-Control-Allow-Methods', 'GET, POST')
    c.header(
      'Access-Control-Allow-Headers',
      ['Content-Type', 'If-None-Match', ...Object.values(headerNames)].join(', '),
    )
    c.header('Access-Control-Max-Age', '7200')
    return c.body(null, 204)
  })
}

const parseHost = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : '')
