import * as z from 'zod/mini'
import { isStaff, type NetworkRole, networkRoles } from '#contract/platform/roles.ts'
import { lockSite, requireAccount, requireNetwork, requireNoBalance } from '#server/people/lookups.ts'
import { countMemberChannels, countNetwork } from '#server/people/queries.ts'
import { diffValues } from '#server/platform/auth/audit.ts'
import { createOperatorOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { defineAccountChange, requireConfirmedAddress, requireStrongPassword } from './accounts.ts'

const parseRoles = cli.expecting(
  `“none”, or some of ${networkRoles.join(', ')}, separated by commas`,
  (text) => {
    if (text === 'none') return []
    const given = text.split(',').map((role) => role.trim())
    const roles = networkRoles.filter((role) => given.includes(role))
    return roles.length === new Set(given).size ? roles : undefined
  },
)

export const commands = [
  defineAccountChange('account promote', {
    summary: 'give a standalone account or a member a network',
    help: `The person owns and manages it. The network of a standalone account has its channels, figures and balance. A member
leaves the network, so the member must have no channels there: somebody unassigns or deletes them first. People who run a network
need a password that is not easily guessed: where it is not known that the password of the account is one, "account password" ends it
and prints a link for another.`,
    async change(tx, account) {
      const { id, email, nickname, locale, site, networkId, roles, isIndependent, passwordRules } = account
      if (isStaff({ roles })) throw new cli.OperatorError(`${email} runs a network already.`)
      requireConfirmedAddress(account)
      requireStrongPassword({ email, site, passwordRules }, 'somebody who runs a network')
      if (isIndependent) return separateNetwork(tx, { id, email })
      await requireNoChannels(tx, id, email)
      const endedPermille = await endFeeRate(tx, id)
      const { insertNetwork } = await import('#server/people/credentials/accounts.ts')
      const created = await insertNetwork(tx, site, { name: nickname, email, locale })
      const { joinNetwork } = await import('#server/people/staff/changes.ts')
      await joinNetwork(tx, { id, networkId: created }, ['owner', 'manager'])
      return {
        print: `${email} now owns a network and is no longer a member of the other one.`,
        event: { kind: 'role-changed', detail: { manager: 1 } },
        networkId: created,
        ...diffValues(
          { roles, network: networkId, fee_rate: endedPermille / 10 },
          { roles: ['owner', 'manager'], network: created, fee_rate: 0 },
        ),
      }
    },
  }),
  defineAccountChange('account demote', {
    summary: 'turn the only person who runs a network into a standalone account',
    help: 'The network ends: it must have no members and no channels. Open sessions lose the rights at once.',
    async change(tx, { id, email, site, networkId, roles }) {
      if (!isStaff({ roles })) throw new cli.OperatorError(`${email} runs no network.`)
      const { lockNetwork, selectNetworkUsage } = await import('#server/people/account/queries.ts')
      const { anonymizeAccount } = await import('#server/people/credentials/accounts.ts')
      await lockNetwork(tx, networkId)
      const { hasStaff } = await selectNetworkUsage(tx, networkId, id)
      if (hasStaff) throw new cli.OperatorError(`Others run the network of ${email} as well.`)
      const { members, channels } = await countNetwork(tx, networkId)
      if (members + channels > 0)
        throw new cli.OperatorError(
          `The network of ${email} has ${formatCount(members, 'member')} and ${formatCount(channels, 'channel')}: remove them first.`,
        )
      if (site.defaultNetworkId === networkId)
        throw new cli.OperatorError(
          `New accounts on ${site.domain} join the network of ${email}. First run: site set ${site.domain} --default-network none`,
        )
      await tx.execute(sql`update accounts set network_id = id, roles = '{}' where id = ${id}`)
      await anonymizeAccount(tx, networkId, new Date())
      return {
        print: `${email} no longer runs a network.`,
        event: { kind: 'role-changed', detail: { manager: 0 } },
        before: { roles, network: networkId },
        after: { roles: [], network: id },
      }
    },
  }),
  cli.defineChange('account roles', {
    summary: 'say what somebody may do in a network',
    help: `Replaces all roles. Several roles add up:
owner: everything, and who else has a role
manager: members, fees, channels and reports
finance: months, payments, payout accounts and statements
reviewer: channels
reader: sees figures, months, payments and channels
member: is paid for the channels that are assigned to them
“none” takes the person out of the network. Somebody who is in none joins that of --network, and must have no channels.
Open sessions gain and lose the rights at once.`,
    examples: [
      'account roles kim@studio.example finance,reader --site studio.example',
      'account roles new@studio.example reviewer --site studio.example --network boss@studio.example',
    ],
    parameters: {
      email: cli.argument('<email>', 'email of the account', cli.parseEmail),
      roles: cli.argument('<roles|none>', 'the roles, separated by commas', parseRoles),
      site: cli.siteOf('the account'),
      network: cli.option(
        '--network <email>',
        'contact of the network that the person joins, or email of somebody who runs it',
        cli.parseEmail,
      ),
    },
    async change(tx, { email, roles, site: { domain }, network }) {
      const site = await lockSite(tx, domain)
      const account = await requireAccount(tx, site, email, 'lock')
      if (roles.length > 0) requireConfirmedAddress({ ...account, email, site })
      if (isStaff({ roles }))
        requireStrongPassword({ ...account, email, site }, 'somebody who runs a network')
      const joined = network === undefined ? undefined : await requireNetwork(tx, site, network)
      const networkId = await setRoles(tx, { ...account, email }, roles, joined)
      await recordSecurityEvent(
        tx,
        createOperatorOrigin(site),
        { kind: 'role-changed', accountId: account.id, detail: { roles: roles.join(' ') } },
        new Date(),
      )
      return {
        print: roles.length === 0 ? `${email} is in no network.` : `${email} is ${roles.join(', ')}.`,
        site,
        networkId,
        subject: { kind: 'account', id: account.id },
        ...diffValues(
          { roles: account.roles, network: account.networkId },
          { roles, network: roles.length === 0 ? account.id : networkId },
        ),
      }
    },
  }),
]

interface RoleHolder {
  id: number
  email: string
  networkId: number
  roles: readonly NetworkRole[]
  isIndependent: boolean
}

/** @returns the network that the change is about @throws {OperatorError} */
async function setRoles(
  tx: Queryable,
  holder: RoleHolder,
  roles: readonly NetworkRole[],
  joined: { id: number } | undefined,
): Promise<number> {
  const { changeRoles, joinNetwork, leaveNetwork } = await import('#server/people/staff/changes.ts')
  const { id, email, networkId, isIndependent } = holder
  if (isIndependent) {
    if (roles.length === 0) throw new cli.OperatorError(`${email} is in no network.`)
    if (!joined) throw new cli.OperatorError(`${email} is in no network: give it with --network.`)
    const { channels } = await countNetwork(tx, id)
    if (channels > 0)
      throw new cli.OperatorError(
        `${email} has ${formatCount(channels, 'channel')} of their own. To give them a network: account promote`,
      )
    await requireNoBalance(tx, id, email)
    await joinNetwork(tx, { id, networkId: joined.id }, roles)
    if (roles.includes('member')) await startFees(tx, id)
    return joined.id
  }
  if (joined && joined.id !== networkId)
    throw new cli.OperatorError(`${email} is in another network. First run: account roles ${email} none`)
  const wasMember = holder.roles.includes('member')
  if (wasMember && !roles.includes('member')) {
    await requireNoChannels(tx, id, email)
    await endFeeRate(tx, id)
  }
  const change = roles.length === 0 ? leaveNetwork(tx, holder) : changeRoles(tx, holder, roles)
  await change.catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'last_owner')) throw error
    throw new cli.OperatorError(
      `${email} is the last owner of the network: make somebody else an owner first.`,
    )
  })
  if (!wasMember && roles.includes('member')) await startFees(tx, id)
  return networkId
}

async function startFees(tx: Queryable, id: number): Promise<void> {
  const { startFees: start } = await import('#server/people/fees/queries.ts')
  const { getPacificDay } = await import('#server/platform/pacific-day.ts')
  const now = new Date()
  await start(tx, id, getPacificDay(now), now)
}

const SeparatedRow = z.object({ person: Id })

/** The account of a standalone person becomes that of the network, and the person gets another one. */
async function separateNetwork(tx: Queryable, { id, email }: { id: number; email: string }) {
  const { person } = await queryOne(tx, SeparatedRow, sql`select separate_network(${id}) as person`)
  return {
    print: `${email} now owns a network.`,
    event: { kind: 'role-changed', accountId: person, detail: { manager: 1 } },
    networkId: id,
    before: { roles: [], network: id, account: id },
    after: { roles: ['owner', 'manager'], network: id, account: person },
  } as const
}

/** As of today; past days keep theirs. @returns what it was */
async function endFeeRate(tx: Queryable, id: number): Promise<number> {
  const { endFees } = await import('#server/people/fees/queries.ts')
  const { getPacificDay } = await import('#server/platform/pacific-day.ts')
  const now = new Date()
  return endFees(tx, id, getPacificDay(now), now)
}

/** Channels belong to the network: an account outside it must not keep any assigned. */
async function requireNoChannels(tx: Queryable, id: number, email: string): Promise<void> {
  const { channels, requests } = await countMemberChannels(tx, id)
  if (channels > 0)
    throw new cli.OperatorError(
      `${email} has ${formatCount(channels, 'channel')} of the network, which would stay there: unassign them first.`,
    )
  if (requests > 0)
    throw new cli.OperatorError(
      `${email} has just registered a channel that is being looked up: try again later.`,
    )
}
