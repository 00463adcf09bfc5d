import * as contract from '#contract/people/membership/staff.ts'
import { can } from '#contract/platform/roles.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import * as decisions from './decisions.ts'
import { selectNetwork, selectStaff } from './queries.ts'

export function staffRoutes(app: App, services: Services): void {
  const { db } = services

  async function readPeople(account: Account, id?: number): Promise<contract.StaffPerson[]> {
    const people = await selectStaff(db, account.networkId, id)
    const seesFactors = can(account, 'staff.change')
    return people.map(({ roles, hasSecondFactor, ...person }) => ({
      ...person,
      roles: contract.sortRoles(roles),
      isMember: roles.includes('member'),
      own: person.id === account.id,
      ...(seesFactors && { hasSecondFactor }),
    }))
  }

  async function requirePerson(account: Account, id: number): Promise<contract.StaffPerson> {
    const [person] = await readPeople(account, id)
    if (!person) throw new Refusal('not_found')
    return person
  }

  route(app, services, contract.readStaff, async ({ account }) => ({
    network: await selectNetwork(db, account.networkId),
    staff: await readPeople(account),
  }))

  route(app, services, contract.inviteStaff, async (call) => {
    const id = await decisions.inviteStaff(services, call, call.body)
    return { person: await requirePerson(call.account, id) }
  })

  route(app, services, contract.resendStaffInvitation, async (call) => {
    await decisions.resendStaffInvitation(services, call, call.body.target)
    return {}
  })

  route(app, services, contract.changeStaffRoles, async (call) => {
    await decisions.changeStaffRoles(services, call, call.body)
    return { person: await requirePerson(call.account, call.body.target) }
  })

  route(app, services, contract.removeStaff, async (call) => {
    await decisions.removeStaff(services, call, call.body.target)
    return {}
  })

  route(app, services, contract.handOverNetwork, async (call) => {
    await decisions.handOverNetwork(services, call, call.body)
    return {}
  })

  route(app, services, contract.updateNetwork, async (call) => {
    await decisions.updateNetwork(services, call, call.body)
    return {}
  })
}
