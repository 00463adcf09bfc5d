import * as contract from '#contract/member-management.ts'
import { listMembers, type Member } from '#contract/members.ts'
import type { Account } from '#server/auth/roles.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { App, Services } from '#server/http/services.ts'
import { getPacificDay } from '#server/pacific-day.ts'
import { changeMember, removeMember } from './changes.ts'
import { addMember, type PrepareChannel } from './creation.ts'
import { approveMember, resendInvitation } from './invitation.ts'
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
    await removeMember(services, call, call.body)
    return {}
  })

  route(app, services, contract.listFeeRates, async ({ account, query: { target } }) => {
    if (!(await isMember(db, account.networkId, target))) throw new Refusal('not_found')
    return { fees: await selectFeeRates(db, target) }
  })
}
