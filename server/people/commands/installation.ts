import { type InstallationRole, installationRoles } from '#contract/platform/roles.ts'
import { lockSite, requireAccount } from '#server/people/lookups.ts'
import type { findAccount } from '#server/people/queries.ts'
import { type AuditValues, diffValues } from '#server/platform/auth/audit.ts'
import { createOperatorOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import * as cli from '#server/platform/command-line/command.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { CountRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { describeScope, requireConfirmedAddress, requireStrongPassword } from './accounts.ts'

type FoundAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>
type GivenRole = FoundAccount['installation'][number]

const email = cli.argument('<email>', 'email of the account', cli.parseEmail)
const site = cli.siteOf('the account')

export const commands = [
  cli.defineChange('account grant-operator', {
    summary: 'make somebody an operator or auditor of the installation on the web',
    help: `operator: sees alerts and gets them by mail, moves earning days, closes and releases months
auditor: sees the same, and changes nothing
For everything, or with --for-site and --for-owner for some sites and content owners only: the money of a site, the files and
alerts of a content owner. Months are closed and released for all sites at once, so that only operators of everything can.
Replaces the role’s earlier scope. Roles count in sessions with a second factor only.`,
    examples: [
      'account grant-operator boss@studio.example --site studio.example',
      'account grant-operator tax@studio.example --site studio.example --role auditor --for-site studio.example',
    ],
    parameters: {
      email,
      site,
      role: cli.optionWithDefault('--role <role>', 'the role', installationRoles, 'operator'),
      sites: cli.repeatable('--for-site <domain>', 'only for this site; can be repeated', cli.parseDomain),
      owners: cli.repeatable(
        '--for-owner <name>',
        'only for this content owner; can be repeated',
        cli.parseOwner,
      ),
    },
    async change(tx, { email: address, site: { domain }, role, sites, owners }) {
      const { grantInstallationRole } = await import('#server/platform/auth/installation.ts')
      const account = await lockAccount(tx, domain, address)
      const given = { role, sites: [...new Set(sites)].sort(), owners: [...new Set(owners)].sort() }
      const siteIds: number[] = []
      for (const one of given.sites) siteIds.push((await cli.requireSite(tx, one)).id)
      for (const one of given.owners) await requireOwner(tx, one)
      const text = describeScope(given)
      const before = account.installation.find((one) => one.role === role)
      if (before && describeScope(before) === text)
        throw new cli.OperatorError(`${address} is already ${role} of ${text}.`)
      requireConfirmedAddress({ ...account, email: address })
      requireStrongPassword({ ...account, email: address }, `an ${role}`)
      await grantInstallationRole(tx, account.id, role, { siteIds, owners: given.owners })
      const after = [...account.installation.filter((one) => one.role !== role), given]
      return {
        print: `${address} is now ${role} of ${text}, once signed in with a second factor.`,
        ...(await recordRoles(tx, account, after, { [role]: 1 })),
      }
    },
  }),
  cli.defineChange('account revoke-operator', {
    summary: 'remove an account’s roles on the installation',
    help: 'Open sessions lose them at once.',
    examples: [
      'account revoke-operator boss@studio.example --site studio.example',
      'account revoke-operator tax@studio.example --site studio.example --role auditor',
    ],
    parameters: { email, site, role: cli.option('--role <role>', 'only this role', installationRoles) },
    async change(tx, { email: address, site: { domain }, role }) {
      const { revokeInstallationRoles } = await import('#server/platform/auth/installation.ts')
      const account = await lockAccount(tx, domain, address)
      const roles: readonly InstallationRole[] = role ? [role] : installationRoles
      const lost = account.installation.filter((one) => roles.includes(one.role))
      if (lost.length === 0)
        throw new cli.OperatorError(
          `${address} does not have ${role ? `the role ${role}` : 'a role'} on the installation.`,
        )
      await revokeInstallationRoles(tx, account.id, roles)
      const after = account.installation.filter((one) => !roles.includes(one.role))
      const names = lost.map((one) => one.role)
      return {
        print: `${address} is no longer ${names.join(' and ')}.`,
        ...(await recordRoles(tx, account, after, Object.fromEntries(names.map((name) => [name, 0])))),
      }
    },
  }),
]

/** Serializes with `site set` by the same lock order as other changes of accounts. */
async function lockAccount(tx: Queryable, domain: string, address: string) {
  const locked = await lockSite(tx, domain)
  return { ...(await requireAccount(tx, locked, address, 'lock')), site: locked }
}

/** A name that no file and no connection has would give nothing. @throws {OperatorError} */
async function requireOwner(tx: Queryable, owner: string): Promise<void> {
  const { count } = await queryOne(
    tx,
    CountRow,
    sql`select (select count(*) from report_loads where owner = ${owner})
      + (select count(*) from month_loads where owner = ${owner})
      + (select count(*) from youtube_connections where owner = ${owner}) as count`,
  )
  if (count === 0)
    throw new cli.OperatorError(
      `No report was imported of a content owner ${owner}, and it is not connected. See: youtube status, and month list`,
    )
}

/** Tells the person, and returns what the audit log records. */
async function recordRoles(
  tx: Queryable,
  { id, networkId, installation, site: on }: Awaited<ReturnType<typeof lockAccount>>,
  after: readonly GivenRole[],
  detail: Record<string, number>,
) {
  await recordSecurityEvent(
    tx,
    createOperatorOrigin(on),
    { kind: 'role-changed', accountId: id, detail },
    new Date(),
  )
  return {
    site: on,
    networkId,
    subject: { kind: 'account', id } as const,
    ...diffValues(toValues(installation), toValues(after)),
  }
}

const toValues = (roles: readonly GivenRole[]): AuditValues =>
  Object.fromEntries(roles.map((one) => [one.role, describeScope(one)]))
