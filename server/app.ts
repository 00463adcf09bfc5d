import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { headerNames } from '#contract/platform/headers.ts'
import { normalizeHost } from '#contract/platform/host.ts'
import type { App, Variables } from '#server/platform/http/response/context.ts'
import { channelEventRoute } from './channels/event-route.ts'
import { prepareRegistration } from './channels/lifecycle/registration.ts'
import { endRegistrations } from './channels/lifecycle/removal.ts'
import { membershipRoutes } from './channels/membership/routes.ts'
import type { ChannelServices } from './channels/registrations/services.ts'
import { reviewRoutes } from './channels/review/routes.ts'
import { channelRoutes } from './channels/routes.ts'
import { alertRoutes } from './operations/alerts/routes.ts'
import { findRoutes } from './operations/desk/find/routes.ts'
import { todayRoutes } from './operations/desk/routes.ts'
import { watchRoutes } from './operations/desk/watch-routes.ts'
import { diagnose } from './operations/diagnosis.ts'
import { healthRoutes } from './operations/health/routes.ts'
import { accountRoutes } from './people/account/routes.ts'
import { emailLinkRoutes } from './people/email-links/routes.ts'
import { feeRoutes } from './people/fees/routes.ts'
import { impersonationRoutes } from './people/impersonation/routes.ts'
import { memberRoutes } from './people/members/routes.ts'
import { signInHelpRoutes } from './people/members/sign-in-help/routes.ts'
import { secondFactorRoutes } from './people/second-factor/routes.ts'
import { signInProviderRoutes } from './people/sign-in/providers/routes.ts'
import { loginRoutes } from './people/sign-in/routes.ts'
import { signInCodeRoutes } from './people/sign-in-codes/routes.ts'
import { staffRoutes } from './people/staff/routes.ts'
import { mailRoutes } from './people/unsubscribe/routes.ts'
import { admitHashing } from './platform/auth/admitted-hasher.ts'
import { createPasswordHasher, type PasswordHasher } from './platform/auth/passwords.ts'
import { createServerCache } from './platform/cache/server-cache.ts'
import { type Config, defaultReadsPerMinute, readConfig } from './platform/config.ts'
import { docsRoutes } from './platform/http/docs-page.ts'
import { measureRequests } from './platform/http/metrics.ts'
import { metricsRoute, type Scrape } from './platform/http/metrics-route.ts'
import { getClientAddress, getRequestLocale } from './platform/http/request/call.ts'
import { refuseRepeatedHosts } from './platform/http/request/host-header.ts'
import { createReadLimits } from './platform/http/request/read-limits.ts'
import { limitRequests } from './platform/http/request/request-limits.ts'
import type { Services } from './platform/http/request/services.ts'
import { createControlLog } from './platform/http/response/control-log.ts'
import { createErrorResponse } from './platform/http/response/error-response.ts'
import { sendSecurityHeaders } from './platform/http/response/security-headers.ts'
import { type AddressDetail, formatAddress } from './platform/log-address.ts'
import { mediaRoutes } from './platform/media/routes.ts'
import { Refusal } from './platform/refusal.ts'
import { deskMusicRoutes } from './portal/desk-catalog/routes.ts'
import { musicRoutes } from './portal/musics/routes.ts'
import { deskNoticeRoutes } from './portal/notices/desk-routes.ts'
import { noticeRoutes } from './portal/notices/routes.ts'
import { sitePageRoutes } from './portal/own-pages/routes.ts'
import { savedViewRoutes } from './portal/saved-views/routes.ts'
import { sharedReportRoutes } from './portal/shared-reports/routes.ts'
import { siteRoutes } from './portal/site/routes.ts'
import { trackFileRoutes } from './portal/track-files/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { journalRoutes } from './settlement/documents/journal/routes.ts'
import { lockLedger } from './settlement/ledger/ledger.ts'
import { paymentInfoRoutes } from './settlement/payees/payment-info/routes.ts'
import { payeeRoutes } from './settlement/payees/routes.ts'
import { taxRoutes } from './settlement/payees/tax/routes.ts'
import { forfeitAccount, forfeitChannel } from './settlement/payments/forfeits/deletions.ts'
import { memberFileRoutes } from './settlement/payout-shares/member-file/routes.ts'
import { payoutShareRoutes } from './settlement/payout-shares/routes.ts'
import { statementRoutes } from './settlement/routes.ts'
import { newStatementRoutes } from './settlement/statements/new-statement-routes.ts'
import { questionRoutes } from './settlement/statements/questions/routes.ts'
import { loadUser } from './user.ts'

export interface Dependencies
  extends Omit<ChannelServices, 'apiUrl' | 'cache' | 'passwords' | 'readLimits' | 'loadUser' | 'diagnose'> {
  apiUrl?: string
  /** Defaults to those of an empty environment. */
  config?: Config
  /** Defaults to OWASP's cost; only tests pass a cheaper one. */
  passwords?: PasswordHasher
  registerDemoRoutes?: ((api: App) => void) | undefined
  logAddresses?: AddressDetail
  /** The limit applies to each account. */
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
  config = readConfig({}),
  ...dependencies
}: Dependencies): App {
  const services: ChannelServices = {
    ...dependencies,
    apiUrl,
    passwords: admitHashing(passwords),
    readLimits: createReadLimits(readsPerMinute),
    loadUser,
    diagnose: (now) => diagnose({ db: dependencies.db, config }, now),
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
      // See sendSecurityHeaders: pages that are opened by a link have a stricter one.
      referrerPolicy: false,
      crossOriginOpenerPolicy: 'same-origin',
      crossOriginResourcePolicy: false,
      // See enforceHttps.
      strictTransportSecurity: false,
    }),
  )
  logRequests(app, services, logAddresses)
  sendSecurityHeaders(app, services)
  refuseRepeatedHosts(app)
  limitRequests(app, services)
  enableCors(api, services)
  healthRoutes(api, services)
  if (metrics) metricsRoute(api, metrics.token, metrics.scrape)
  for (const routes of [
    siteRoutes,
    sitePageRoutes,
    loginRoutes,
    emailLinkRoutes,
    secondFactorRoutes,
    signInCodeRoutes,
    signInProviderRoutes,
    staffRoutes,
    paymentInfoRoutes,
    channelEventRoute,
    payoutShareRoutes,
    memberFileRoutes,
    signInHelpRoutes,
    membershipRoutes,
    reportRoutes,
    musicRoutes,
    trackFileRoutes,
    noticeRoutes,
    savedViewRoutes,
    sharedReportRoutes,
    newStatementRoutes,
    questionRoutes,
    payeeRoutes,
    statementRoutes,
    taxRoutes,
    journalRoutes,
    alertRoutes,
    todayRoutes,
    deskNoticeRoutes,
    findRoutes,
    watchRoutes,
    deskMusicRoutes,
    docsRoutes,
    mediaRoutes,
    mailRoutes,
  ]) {
    routes(api, services)
  }
  // Dependency inversion: settlement imports channels, and they import people, who therefore get these functions from here.
  const channelMoney = { lock: lockLedger, end: forfeitChannel }
  const accountMoney = { lock: lockLedger, end: forfeitAccount }
  channelRoutes(api, services, channelMoney)
  reviewRoutes(api, services)
  feeRoutes(api, services)
  impersonationRoutes(api, services)
  memberRoutes(api, services, {
    prepareChannel: (caller, form) => prepareRegistration(services, caller, form),
    money: accountMoney,
  })
  accountRoutes(api, services, {
    endRegistrations: (...args) => endRegistrations(services, ...args),
    money: accountMoney,
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
