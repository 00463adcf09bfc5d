import { addMember, deleteMember, listFeeRates, updateMember } from '#contract/member-management.ts'
import { listMembers, type Member } from '#contract/members.ts'
import type { Account } from '#server/auth/sessions.ts'
import { type App, Refusal, route, type Services } from '#server/http/route.ts'
import { getPacificDay } from '#server/pacific-day.ts'
import { changeMember as change, removeMember as remove } from './changes.ts'
import { addMember as add, type PrepareChannel } from './creation.ts'
import { isMember, selectFeeRates, selectMember, selectMembers } from './queries.ts'

export function memberRoutes(app: App, services: Services, prepareChannel: PrepareChannel): void {
  const { db, now } = services

  async function requireMember({ networkId }: Account, id: number): Promise<Member> {
    const member = await selectMember(db, networkId, getPacificDay(now()), id)
    if (!member) throw new Refusal('not_found')
    return member
  }

  route(app, services, listMembers, async ({ account, query }) => ({
    ...(await selectMembers(db, account.networkId, getPacificDay(now()), query)),
    page: query.page,
    size: query.size,
  }))

  route(app, services, addMember, async (call) => {
    const { id, request } = await add(services, prepareChannel, call, call.body)
    return { member: await requireMember(call.account, id), request }
  })

  route(app, services, updateMember, async (call) => {
    await change(services, call, call.body)
    return { member: await requireMember(call.account, call.body.target) }
  })

  route(app, services, deleteMember, async (call) => {
    await remove(services, call, call.body)
    return {}
  })

  route(app, services, listFeeRates, async ({ account, query: { target } }) => {
    if (!(await isMember(db, account.networkId, target))) throw new Refusal('not_found')
    return { fees: await selectFeeRates(db, target) }
  })
}
