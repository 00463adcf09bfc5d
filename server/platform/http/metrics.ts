import { matchedRoutes } from 'hono/route'
import type { App, AppContext } from '#server/platform/http/response/context.ts'
import { createCounter, createGauge, createHistogram } from '#server/platform/metrics/registry.ts'

const requests = createCounter({
  name: 'hookline_http_requests_total',
  help: 'Requests that were answered.',
  labels: ['method', 'route', 'status'],
})

const durations = createHistogram(
  {
    name: 'hookline_http_request_duration_seconds',
    help: 'Time until the reply began.',
    labels: ['method', 'route'],
  },
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
)

const inFlight = createGauge({
  name: 'hookline_http_requests_in_flight',
  help: 'Requests that are being answered.',
})

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

/** Register it before all other middleware, so that refusals count as well. */
export function measureRequests(app: App): void {
  app.use(async (c, next) => {
    const started = performance.now()
    inFlight.inc()
    try {
      await next()
    } finally {
      inFlight.dec()
      const method = methods.has(c.req.method) ? c.req.method : 'other'
      const route = getRoutePattern(c)
      requests.inc({ method, route, status: c.res.status })
      durations.observe({ method, route }, (performance.now() - started) / 1000)
    }
  })
}

const sitePattern = '/*'

/** Returns the pattern, because anybody can request any number of paths. */
function getRoutePattern(c: AppContext): string {
  // Middleware, and what answers everything else below /api, is for all methods.
  const path = matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path
  if (path === undefined || (path === sitePattern && c.req.path.startsWith('/api/'))) return 'unmatched'
  return path
}
