import { addMember, changeMember, listFees, removeMember } from '#contract/member-changes.ts'
import { listMembers, type Member } from '#contract/members.ts'
import { type App, Refusal, route, type Services } from '#server/http.ts'
import type { Account } from '#server/session.ts'
import { reportToday } from '#server/today.ts'
import { addMember as add, type PrepareChannel } from './adding.ts'
import { changeMember as change, removeMember as remove } from './changes.ts'
import { isMember, selectFees, selectMember, selectMembers } from './queries.ts'

export function memberRoutes(app: App, services: Services, prepareChannel: PrepareChannel): void {
  const { db, now } = services

  async function one({ networkId }: Account, id: number): Promise<Member> {
    const member = await selectMember(db, networkId, reportToday(now()), id)
    if (!member) throw new Refusal('not_found')
    return member
  }

  route(app, services, listMembers, async ({ account, query }) => ({
    ...(await selectMembers(db, account.networkId, reportToday(now()), query)),
    page: query.page,
    size: query.size,
  }))

  route(app, services, addMember, async (call) => {
    const { id, request } = await add(services, prepareChannel, call, call.body)
    return { member: await one(call.account, id), request }
  })

  route(app, services, changeMember, async (call) => {
    await change(services, call, call.body)
    return { member: await one(call.account, call.body.target) }
  })

  route(app, services, removeMember, async (call) => {
    await remove(services, call, call.body)
    return {}
  })

  route(app, services, listFees, async ({ account, query: { target } }) => {
    if (!(await isMember(db, account.networkId, target))) throw new Refusal('not_found')
    return { fees: await selectFees(db, target) }
  })
}
