import * as z from 'zod/mini'
import { selectPublicAccounts } from '#server/demonstration.ts'
import { hasStaffRole } from '#server/platform/auth/roles.ts'
import { type Checks, error, ok, warning } from '#server/platform/command-line/finding.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { Count, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

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
