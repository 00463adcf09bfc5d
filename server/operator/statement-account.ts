import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatMonth } from '#server/settlement/files/sources.ts'
import { type EntryRow, selectAccountEntries } from '#server/settlement/statements/statement-queries.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { formatAmount, formatColumns, formatResult } from './format.ts'
import { requireSite } from './lookups.ts'
import { parseDomain, parseEmail } from './parsers.ts'
import { describeEntry } from './statement-format.ts'

export const statementAccountCommand = (schedule: Schedule) =>
  createCommand('account', {
    summary: 'print all movements of an account since the beginning, and its balance',
    examples: ['statement account kim@studio.example --site studio.example'],
  })
    .argument('<email>', 'email of the account', parseEmail)
    .requiredOption('--site <domain>', 'site of the account', parseDomain)
    .option('--json', 'print JSON')
    .action((email, { site, json }) =>
      schedule(async ({ db, print }) => {
        const accountId = await requireAccount(db, site, email)
        const entries = addBalances(await selectAccountEntries(db, accountId))
        print(formatResult(json, entries, formatMovements))
      }),
    )

const AccountRow = z.object({ id: Id })

async function requireAccount(db: Queryable, domain: string, email: string): Promise<number> {
  const site = await requireSite(db, domain)
  const [account] = await db.query(
    AccountRow,
    sql`select id
    from accounts
    where site_id = ${site.id}
      and email = ${email}
      and removed_at is null`,
  )
  if (!account) throw new OperatorError(`There is no account ${email} on ${domain}.`)
  return account.id
}

type Movement = EntryRow & { balance: number }

function addBalances(entries: readonly EntryRow[]): Movement[] {
  let balance = 0
  return entries.map((entry) => {
    balance += entry.amount
    return { ...entry, balance }
  })
}

const formatMovements = (movements: readonly Movement[]): string[] =>
  movements.length === 0
    ? ['There are no movements.']
    : formatColumns(
        [
          ['month', 'entry', 'movement', 'amount', 'balance'],
          ...movements.map((entry) => [
            formatMonth(entry.month),
            `${entry.id}`,
            describeEntry(entry) + (entry.correctsId === null ? '' : ` (entry ${entry.correctsId})`),
            formatAmount(entry.amount, entry.currency),
            formatAmount(entry.balance, entry.currency),
          ]),
        ],
        3,
      )
