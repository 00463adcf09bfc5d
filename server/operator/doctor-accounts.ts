import { selectPublicAccounts } from '#server/demo/data/accounts.ts'
import { CountRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Check, createError, createOk } from './finding.ts'
import { formatCount } from './format.ts'

const subject = 'demo accounts'

/** Fine as long as they are alone and this installation is meant to be the demo. */
export const checkDemoAccounts: Check = async ({ db, config }) => {
  const accounts = await selectPublicAccounts(db)
  const [first] = accounts
  if (!first) return [createOk(subject, 'none has the public password of the demo')]
  const { count } = await queryOne(
    db,
    CountRow,
    sql`select count(*) as count from accounts where removed_at is null`,
  )
  const found = `${formatCount(accounts.length, 'account')} with the public password of the demo`
  const others = count - accounts.length
  if (others === 0 && config.demo) return [createOk(subject, `${found}, and no others`)]
  const emails = accounts.map(({ email }) => email).join(', ')
  return [
    createError(
      subject,
      `${found}${others > 0 ? ` beside ${formatCount(others, 'other')}` : ''}: ${emails}`,
      `Anybody can sign in with it. Give each another password (account password ${first.email} --site ${first.domain}), or start over without the demo: a new DATA_DIR or database, DEMO=0.`,
    ),
  ]
}
