import { listFeeRates } from '#contract/people/fees.ts'
import * as contract from '#contract/people/member-management.ts'
import { exportMembers, listMembers, type Member, profitSorts } from '#contract/people/members.ts'
import { can } from '#contract/platform/roles.ts'
import type { DeletionMoney } from '#server/people/account/withdrawal.ts'
import { getStandardDay } from '#server/people/fees/plan.ts'
import { selectDatedFees, selectFeeRates } from '#server/people/fees/queries.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import { exportRoute } from '#server/platform/http/export-route.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { buildTable, yieldOnce } from '#server/platform/http/response/csv-columns.ts'
import { route } from '#server/platform/http/route.ts'
import { getFileName } from '#server/platform/messages.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { ProfitScope } from '#server/reports/figures/member-profits.ts'
import { selectFirstOpenDay } from '#server/reports/figures/open-days.ts'
import { readReport } from '#server/reports/figures/scope.ts'
import { changeMember, removeMember } from './changes.ts'
import { addMember, type PrepareChannel } from './creation.ts'
import { getExportColumns, readExportRows } from './export.ts'
import { approveMember, resendInvitation } from './invitation.ts'
import { type MemberOrder, selectMember, selectMembers, withoutMoney, withoutProfit } from './list.ts'
import { getMonthReport, resolveMonth } from './month-report.ts'
import { isMember } from './queries.ts'

/** Nothing can be sorted by profits that are not computed. */
const getOrder = ({ sort, order }: MemberOrder, profits: ProfitScope | null = null): MemberOrder =>
  profitSorts.includes(sort) && profits === null ? { sort: 'name', order: 'asc' } : { sort, order }

export function memberRoutes(
  app: App,
  services: Services,
  { prepareChannel, money }: { prepareChannel: PrepareChannel; money: DeletionMoney },
): void {
  const { db, now } = services

  async function requireMember({ networkId }: Account, id: number): Promise<Member> {
    const member = await selectMember(db, networkId, getPacificDay(now()), id)
    if (!member) throw new Refusal('not_found')
    return member
  }

  route(app, services, listMembers, async ({ account, query }) => {
    const { page, size, search, state, id } = query
    const filter = { networkId: account.networkId, search, state, id }
    const options = { day: getPacificDay(now()), page: { page, size } }
    if (!query.figures || !can(account, 'figures.read')) {
      const { total, members } = await selectMembers(db, filter, { ...options, ...getOrder(query) })
      const seesFees = can(account, 'fees.read')
      return { total, page, size, members: members.map(seesFees ? withoutProfit : withoutMoney) }
    }
    return readReport(services, account, {}, async (db, scope) => {
      const month = resolveMonth(scope, query.month)
      const order = getOrder(query, month)
      const { total, profit, members } = await selectMembers(db, filter, {
        ...options,
        ...order,
        profits: month,
      })
      if (!month) return { total, page, size, members: members.map(withoutProfit), report: null }
      return { total, page, size, members, report: await getMonthReport(db, scope, month, profit) }
    })
  })

  exportRoute(app, services, exportMembers, async ({ account, query, locale, site }) => {
    const filter = { networkId: account.networkId, search: query.search, state: query.state }
    const { currency, month, rows } = await readReport(services, account, {}, async (db, scope) => {
      const month = resolveMonth(scope, query.month)
      const rows = month ? await readExportRows(db, filter, { ...getOrder(query, month), month }) : []
      return { currency: scope.currency, month, rows }
    })
    const days = month ? [month.range.from, month.range.to] : []
    const name = [getFileName('members', locale), site.domain, ...days, query.search]
    return buildTable({ name, currency, locale }, getExportColumns(currency), yieldOnce(rows))
  })

  route(app, services, contract.addMember, async (call) => {
    const { id, request } = await addMember(services, prepareChannel, call, call.body)
    return { member: await requireMember(call.account, id), request }
  })

  route(app, services, contract.updateMember, async (call) => {
    await changeMember(services, call, call.body)
    return { member: await requireMember(call.account, call.body.target) }
  })

  route(app, services, contract.approveMember, async (call) => {
    await approveMember(services, call, call.body.target)
    return {}
  })

  route(app, services, contract.inviteMember, async (call) => {
    await resendInvitation(services, call, call.body.target)
    return {}
  })

  route(app, services, contract.deleteMember, async (call) => {
    await removeMember(services, call, call.body, money)
    return {}
  })

  route(app, services, listFeeRates, async ({ account, query: { target } }) => {
    if (!(await isMember(db, account.networkId, target))) throw new Refusal('not_found')
    const firstOpenDay = await selectFirstOpenDay(db)
    const today = getPacificDay(now())
    const dated = (await selectDatedFees(db, [target])).get(target) ?? []
    const standardDay = getStandardDay(dated, { today, firstOpenDay })
    return { fees: await selectFeeRates(db, target), firstDay: firstOpenDay, today, standardDay }
  })
}
