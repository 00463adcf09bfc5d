import * as contract from '#contract/portal/shared-reports.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getFiguresViewpoint, resolveScope } from '#server/reports/figures/scope.ts'
import { createSharedReport, recordOpening, revokeSharedReport } from './changes.ts'
import { findSharedLink, selectSharedReports } from './queries.ts'
import { readSharedReport } from './shared-report.ts'

export function sharedReportRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, contract.listSharedReports, async ({ account }) => {
    const viewpoint = getFiguresViewpoint(account)
    const scope = await resolveScope(db, viewpoint, {})
    return { reports: await selectSharedReports(db, scope, viewpoint, now()) }
  })

  route(app, services, contract.createSharedReport, async (call) => {
    return createSharedReport(db, call, call.body, now())
  })

  route(app, services, contract.revokeSharedReport, async (call) => {
    await revokeSharedReport(db, call, call.body.id, now())
    return {}
  })

  route(app, services, contract.openSharedReport, async ({ site, body: { token }, actor }) => {
    const link = await findSharedLink(db, site.id, token)
    if (!link) throw new Refusal('not_found')
    if (Date.parse(link.expiresAt) <= now().getTime()) throw new Refusal('expired')
    await enforceRateLimit(db, 'shared-report', String(link.id), now())
    const report = await readSharedReport(services, link)
    if (!report) throw new Refusal('not_found')
    await recordOpening(db, actor, link, now())
    return report
  })
}
