import type { MemberState } from '#contract/people/members.ts'
import { isStaff } from '#contract/platform/roles.ts'
import { lockSite, requireAccount } from '#server/people/lookups.ts'
import { selectAccounts } from '#server/people/queries.ts'
import { hidden } from '#server/platform/auth/audit.ts'
import { createOperatorOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const stateTexts: Readonly<Record<MemberState, string>> = {
  active: 'active',
  unconfirmed: 'address not confirmed',
  invited: 'invited',
  waiting: 'waiting for approval',
}

const describeRoles = ({ roles, members }: ListedAccount): string =>
  roles.length === 0
    ? 'standalone'
    : `${roles.join(', ')}${isStaff({ roles }) ? ` of ${formatCount(members, 'member')}` : ''}`

/** Of a role on the installation. */
export const describeScope = ({
  sites,
  owners,
}: {
  sites: readonly string[]
  owners: readonly string[]
}): string => [...sites, ...owners.map((owner) => `owner ${owner}`)].join(', ') || 'everything'

type ListedAccount = Awaited<ReturnType<typeof selectAccounts>>[number]
type Account = Awaited<ReturnType<typeof requireAccount>> & { email: string; site: Site }
/** Of the account, unless it names another one. */
type SecurityEvent = Omit<Parameters<typeof recordSecurityEvent>[2], 'accountId'> & { accountId?: number }

interface AccountChange extends Pick<Parameters<typeof cli.defineChange>[1], 'summary' | 'help'> {
  change(
    tx: Queryable,
    account: Account,
    context: cli.CommandContext,
  ): Promise<cli.Outcome & { event?: SecurityEvent }>
}

export const defineAccountChange = (name: string, { change, ...texts }: AccountChange) =>
  cli.defineChange(name, {
    ...texts,
    examples: [`${name} boss@studio.example --site studio.example`],
    parameters: {
      email: cli.argument('<email>', 'email of the account', cli.parseEmail),
      site: cli.siteOf('the account'),
    },
    async change(tx, { email, site: { domain } }, context) {
      // This lock order serializes with `site set --default-network`.
      const site = await lockSite(tx, domain)
      const account = await requireAccount(tx, site, email, 'lock')
      const { event, ...outcome } = await change(tx, { ...account, email, site }, context)
      const { id, networkId } = account
      if (event)
        await recordSecurityEvent(tx, createOperatorOrigin(site), { accountId: id, ...event }, new Date())
      return { site, networkId, subject: { kind: 'account', id }, ...outcome }
    },
  })

export const commands = [
  cli.defineList('account list', {
    summary: 'list accounts by site and network',
    help: 'Those who run a network are followed by its members. Times are in UTC.',
    examples: ['account list --site studio.example --search kim'],
    parameters: {
      site: cli.siteFilter('accounts'),
      search: cli.optionWithDefault(
        '--search <words>',
        'only accounts with all of these words in the nickname or email',
        String,
        '',
      ),
    },
    read: ({ db }, { site, search }) => selectAccounts(db, site?.id ?? null, search),
    columns: [
      'id',
      'site',
      'email',
      'nickname',
      ['roles', describeRoles],
      'network',
      [
        'installation',
        ({ installation }) =>
          installation.map((one) => `${one.role} of ${describeScope(one)}`).join('; ') || null,
      ],
      ['state', ({ state }) => stateTexts[state]],
      'channels',
      ['last sign-in', 'lastSignInAt'],
    ],
    empty: 'No account found.',
    unit: 'account',
  }),
  defineAccountChange('account password', {
    summary: 'end the password and all sessions of an account, and print a link that sets another password',
    help: `The link works once, for 30 minutes, and without mail: hand it over through a secure channel, to the person only.`,
    async change(tx, { id, email, locale, site }, { config }) {
      const { deleteSessions } = await import('#server/platform/auth/sessions.ts')
      const { deleteCredentialLinks } = await import('#server/people/credentials/email-links.ts')
      const { deletePassword } = await import('#server/people/credentials/password-hash.ts')
      const { deleteChallenges } = await import('#server/people/credentials/challenges.ts')
      const { createPasswordLink } = await import('#server/people/password-link.ts')
      await deletePassword(tx, id)
      const ended = await deleteSessions(tx, id)
      await tx.execute(sql`delete from sign_in_codes where account_id = ${id}`)
      await deleteChallenges(tx, id)
      await deleteCredentialLinks(tx, id)
      const link = await createPasswordLink(tx, config, site, { id, email, locale }, 'reset')
      return {
        print: [
          `link ${link} (shown only once; works once, for 30 minutes)`,
          `${formatCount(ended, 'session')} of ${email} ended`,
        ],
        event: { kind: 'password-reset' },
        before: { password: hidden, sessions: ended },
        after: { password: null, link: hidden, sessions: 0 },
      }
    },
  }),
  defineAccountChange('account confirm', {
    summary: 'confirm the email of an account for a person who cannot receive mail',
    help: 'Make sure by other means that the address belongs to the person: nobody else can claim the account afterward.',
    async change(tx, { id, email }) {
      const confirmed = await tx.execute(
        sql`update accounts set email_confirmed_at = now() where id = ${id} and email_confirmed_at is null`,
      )
      if (confirmed === 0) throw new cli.OperatorError(`${email} is confirmed already.`)
      return { print: `${email} is confirmed.`, before: { confirmed: false }, after: { confirmed: true } }
    },
  }),
  defineAccountChange('account reset-factors', {
    summary: 'remove the second factors of an account and end all of its sessions',
    help: `For a person who has lost the authenticator app, the passkeys and the recovery codes: make sure that it is this
person who asks. The password stays. Where the site requires a second factor, a manager adds one at the next sign-in.`,
    async change(tx, { id, email, site }) {
      const { resetFactors } = await import('#server/people/members/sign-in-help/helping.ts')
      const changed = await resetFactors(tx, createOperatorOrigin(site), id, new Date())
      if (!changed) throw new cli.OperatorError(`${email} has no second factor.`)
      const sessions = Number(changed.before?.sessions)
      return {
        print: `second factors of ${email} removed, ${formatCount(sessions, 'session')} ended`,
        ...changed,
      }
    },
  }),
]

/** A stranger may have joined with the address of somebody who is expected to get the role. @throws {OperatorError} */
export function requireConfirmedAddress({
  email,
  site,
  isConfirmed,
}: Pick<Account, 'email' | 'site' | 'isConfirmed'>): void {
  if (isConfirmed) return
  const options = `${email} --site ${site.domain}`
  throw new cli.OperatorError(
    `Nobody has confirmed the address ${email}, so a stranger may have made the account. First run: account mail-link ${options}, and wait until the person has followed the link. Without mail, make sure that the account is theirs and run: account confirm ${options}`,
  )
}

/** Without a password, the rules apply once the person sets one. @throws {OperatorError} */
export function requireStrongPassword(
  { email, site, passwordRules }: Pick<Account, 'email' | 'site' | 'passwordRules'>,
  role: string,
): void {
  if (passwordRules === 'none' || passwordRules === 'strong') return
  const reason =
    passwordRules === 'basic'
      ? `is too easily guessed for ${role}`
      : `is of an earlier version: whether it is good enough for ${role} is not known before the next sign-in`
  throw new cli.OperatorError(
    `The password of ${email} ${reason}. First run: account password ${email} --site ${site.domain}, which ends it and prints a link for another one. Then run this command again.`,
  )
}
