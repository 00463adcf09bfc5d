import * as z from 'zod/mini'
import { selectPublicAccounts } from '#server/demonstration.ts'
import { canSignIn } from '#server/people/credentials/linked-sign-ins/queries.ts'
import { hasStaffRole } from '#server/platform/auth/roles.ts'
import { type Checks, error, ok, warning } from '#server/platform/command-line/finding.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { Count, Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const Operator = z.object({
  email: z.string(),
  domain: z.string(),
  isConfirmed: z.boolean(),
  isSuppressed: z.boolean(),
  canSignIn: z.boolean(),
})
type Operator = z.output<typeof Operator>

const ProviderRow = z.object({ id: Id, domain: z.string(), name: z.string(), issuer: z.string() })

const People = z.object({ accounts: Count, unconfirmed: Count, managers: Count, waiting: Count })

export const checks: Checks = {
  /** All accounts of installations that predate address confirmation are unconfirmed at first. */
  async people({ db }) {
    const { accounts, unconfirmed, managers, waiting } = await queryOne(
      db,
      People,
      sql`select count(*) as accounts,
        count(*) filter (where email_confirmed_at is null) as unconfirmed,
        count(*) filter (where email_confirmed_at is null and ${hasStaffRole}) as managers,
        count(*) filter (where awaits_approval and email_confirmed_at is not null) as waiting
      from accounts a
      where removed_at is null
        and kind = 'person'`,
    )
    const message = `${unconfirmed} of ${formatCount(accounts, 'account')} have not confirmed their address`
    const approvals = `${formatCount(waiting, 'person')} waiting for the approval of a manager`
    return [
      managers === 0
        ? ok('people', message)
        : warning(
            'people',
            `${message}, among them ${formatCount(managers, 'manager')}`,
            'Each manager confirms it on the account page; see: account list, account confirm --help',
          ),
      waiting > 0 && ok('approvals', approvals),
    ]
  },
  /** Alerts are mailed to them, and only they see them on the web. */
  async operators({ db }) {
    const subject = 'operators'
    const operators = await db.query(
      Operator,
      sql`select a.email,
        s.domain,
        a.email_confirmed_at is not null as "isConfirmed",
        exists (select from mail_suppressions m where m.recipient = a.email) as "isSuppressed",
        ${canSignIn} as "canSignIn"
      from accounts a
      join sites s on s.id = a.site_id
      join installation_grants g on g.account_id = a.id
      where g.role = 'operator'
        and g.site_id is null
        and g.owner is null
        and a.removed_at is null
      order by s.domain, a.email`,
    )
    if (operators.length === 0) {
      const { accounts } = await queryOne(
        db,
        z.pick(People, { accounts: true }),
        sql`select count(*) as accounts from accounts where kind = 'person'`,
      )
      return warning(
        subject,
        'nobody is operator of everything: alerts reach nobody, or only operators of some content owners',
        accounts === 0
          ? 'Open the link that the server prints when it starts; a restart prints another one.'
          : 'Run: account grant-operator <email> --site <domain>; see account list',
      )
    }
    const obstacles = operators.map(findObstacle)
    const reached = operators.length - obstacles.filter((obstacle) => obstacle).length
    if (reached > 0)
      return ok(
        subject,
        `${formatCount(operators.length, 'operator')} of everything, ${reached} of them reachable`,
      )
    const texts = operators.map(({ email }, at) => `${email} ${obstacles[at]?.text}`)
    return warning(
      subject,
      `alerts reach nobody: ${texts.join('; ')}`,
      `Run: ${[...new Set(obstacles.map((obstacle) => obstacle?.command))].join('; ')}`,
    )
  },
  /** Nobody signs in with one whose configuration cannot be read. */
  async 'sign-in providers'({ db }) {
    const providers = await db.query(
      ProviderRow,
      sql`select p.id, s.domain, p.name, p.issuer
      from sign_in_providers p
      join sites s on s.id = p.site_id
      order by p.id`,
    )
    if (providers.length === 0) return []
    const { discover } = await import('#server/people/sign-in/providers/oidc.ts')
    return Promise.all(
      providers.map(async ({ id, domain, name, issuer }) => {
        const subject = `provider ${id}`
        try {
          await discover(issuer)
          return ok(subject, `${name} (${issuer}) of ${domain} answers`)
        } catch (cause) {
          return error(
            subject,
            `${name} (${issuer}) of ${domain}: ${(cause as Error).message}`,
            'Nobody can sign in with it meanwhile. Check the issuer and the network of the server; see docs/operating/network/sign-in-providers.md.',
          )
        }
      }),
    )
  },
  /** Fine as long as they are alone and this installation is meant to be the demo. */
  async 'demo accounts'({ db, config }) {
    const subject = 'demo accounts'
    const accounts = await selectPublicAccounts(db)
    const [first] = accounts
    if (!first) return ok(subject, 'none has the public password of the demo')
    const { accounts: count } = await queryOne(
      db,
      z.pick(People, { accounts: true }),
      sql`select count(*) as accounts from accounts where removed_at is null and kind = 'person'`,
    )
    const found = `${formatCount(accounts.length, 'account')} with the public password of the demo`
    const others = count - accounts.length
    if (others === 0 && config.demo) return ok(subject, `${found}, and no others`)
    const emails = accounts.map(({ email }) => email).join(', ')
    return error(
      subject,
      `${found}${others > 0 ? ` beside ${formatCount(others, 'other')}` : ''}: ${emails}`,
      `Anybody can sign in with it. Give each another password (account password ${first.email} --site ${first.domain}), or start over without the demo: a new DATA_DIR or database, DEMO=0.`,
    )
  },
}

/** Why an alert does not reach an operator, and what corrects it. */
function findObstacle({ email, domain, isConfirmed, isSuppressed, canSignIn: isAble }: Operator) {
  if (!isConfirmed)
    return {
      text: 'has not confirmed the address',
      command: `account confirm ${email} --site ${domain}`,
    }
  if (isSuppressed) return { text: 'gets no mail', command: `mail unsuppress ${email}` }
  if (!isAble) return { text: 'has no password', command: `account password ${email} --site ${domain}` }
  return undefined
}
