import * as z from 'zod/mini'
import { Count, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Check, createOk, createWarning, type Finding } from './finding.ts'
import { formatCount } from './format.ts'

const PeopleRow = z.object({ accounts: Count, unconfirmed: Count, managers: Count, waiting: Count })

/** Of installations from before addresses were confirmed, all are unconfirmed at first. */
export const checkPeople: Check = async ({ db }) => {
  const { accounts, unconfirmed, managers, waiting } = await queryOne(
    db,
    PeopleRow,
    sql`select count(*) as accounts,
      count(*) filter (where email_confirmed_at is null) as unconfirmed,
      count(*) filter (where email_confirmed_at is null and is_manager) as managers,
      count(*) filter (where awaits_approval and email_confirmed_at is not null) as waiting
    from accounts
    where removed_at is null`,
  )
  return [
    createConfirmationFinding({ accounts, unconfirmed, managers }),
    ...(waiting === 0
      ? []
      : [createOk('approvals', `${formatCount(waiting, 'person')} waiting for the approval of a manager`)]),
  ]
}

function createConfirmationFinding({
  accounts,
  unconfirmed,
  managers,
}: Record<'accounts' | 'unconfirmed' | 'managers', number>): Finding {
  const message = `${unconfirmed} of ${formatCount(accounts, 'account')} have not confirmed their address`
  if (managers === 0) return createOk('people', message)
  return createWarning(
    'people',
    `${message}, among them ${formatCount(managers, 'manager')}`,
    'Each manager confirms it on the account page; see: account list, account confirm --help',
  )
}
