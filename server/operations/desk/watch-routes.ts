import { exportAuditLog, listAuditLog, listPeopleEvents } from '#contract/operations/desk/audit.ts'
import { readHealth, retryJobs } from '#contract/operations/desk/health.ts'
import {
  listMails,
  listSuppressions,
  readMail,
  retryMail,
  setSuppression,
} from '#contract/operations/desk/mail.ts'
import { getScope } from '#server/platform/auth/installation.ts'
import { cacheBriefly } from '#server/platform/cache/single-flight.ts'
import { exportRoute } from '#server/platform/http/export-route.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { buildAuditTable, readAuditLog, readPeopleEvents } from './audit.ts'
import { readHealthNow, retryFailedJobs } from './health.ts'
import {
  readMailDetails,
  readMails,
  readSuppressions,
  retryAsCaller,
  setSuppressionAsCaller,
} from './mail.ts'

/** A refresh does not check again. */
const maxFindingsAgeMs = 10_000

export function watchRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, listAuditLog, ({ account, query }) =>
    readAuditLog(db, getScope(account, 'desk.read'), query),
  )

  exportRoute(app, services, exportAuditLog, ({ account, query, locale }) =>
    buildAuditTable(db, getScope(account, 'desk.read'), query, locale),
  )

  route(app, services, listPeopleEvents, ({ account, query }) =>
    readPeopleEvents(db, getScope(account, 'desk.read'), query),
  )

  route(app, services, listMails, ({ account, query }) =>
    readMails(db, getScope(account, 'desk.read'), query),
  )

  route(app, services, readMail, ({ account, query: { id } }) =>
    readMailDetails(db, getScope(account, 'desk.read'), id, now()),
  )

  route(app, services, retryMail, async (call) => {
    await retryAsCaller(db, call, call.body, now())
    return {}
  })

  route(app, services, listSuppressions, ({ query }) => readSuppressions(db, query))

  route(app, services, setSuppression, async (call) => {
    await setSuppressionAsCaller(db, call, call.body, now())
    return {}
  })

  const readFindings = cacheBriefly(
    async (checkedAt) => ({ checkedAt, findings: await services.diagnose(checkedAt) }),
    maxFindingsAgeMs,
    now,
  )

  route(app, services, readHealth, async () => readHealthNow(db, await readFindings(), now()))

  route(app, services, retryJobs, async (call) => ({
    count: await retryFailedJobs(services, call, call.body),
  }))
}
