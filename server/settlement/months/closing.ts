import * as z from 'zod/mini'
import { type Actor, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { lockDecisions } from '#server/reports/figures/open-days.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { lockMonth } from '#server/settlement/files/loads.ts'
import { insertEntries, insertParts, lockLedger } from '#server/settlement/ledger/ledger.ts'
import { moneyColumns, moneyValues } from '#server/settlement/ledger/money.ts'
import { hashStatement } from '#server/settlement/statements/statement-content.ts'
import { mailStatements } from '#server/settlement/statements/statement-mails.ts'
import {
  ClosingError,
  type ClosingOptions,
  draftMonth,
  type MonthDraft,
  selectClosedMonths,
} from './drafts.ts'
import { formatObstacles } from './obstacle-texts.ts'

interface Decisions {
  /** Why differences and missing files are right. */
  explanation: string | undefined
  /** Takes a rate that is far from the known ones. */
  force?: boolean | undefined
}

/**
 * Books a month and freezes its statements, in one transaction.
 * @throws {ClosingError} when it is closed, has no files, or an obstacle is left
 */
export const closeMonth = (
  db: Database,
  { explanation, force = false, ...options }: ClosingOptions & Decisions,
  { actor, action }: { actor: Actor; action: string } = {
    actor: { kind: 'operator' },
    action: 'month close',
  },
): Promise<MonthDraft> =>
  db.transaction(async (tx) => {
    await lockDecisions(tx)
    await lockLedger(tx)
    await lockMonths(tx, options.month)
    const draft = await draftMonth(tx, options)
    const obstacles = draft.obstacles.filter(
      ({ code, canBeExplained }) =>
        !(canBeExplained && explanation !== undefined) && !(code === 'rate' && force),
    )
    if (obstacles.length > 0) throw new ClosingError('obstructed', formatObstacles(options.month, obstacles))
    await writeClosing(tx, options, explanation)
    for (const [month, parts] of draft.newParts) await insertParts(tx, month, parts)
    await writeStatements(tx, options.month, draft)
    await mailStatements(tx, options.month, options.now)
    await recordAuditEntry(tx, actor, {
      action,
      subject: { kind: 'month', id: formatMonth(options.month) },
      before: { state: 'open' },
      after: {
        state: 'closed',
        won: String(options.krwMicros / 1_000_000),
        statements: draft.statements.length,
        explanation: explanation ?? null,
      },
    })
    return draft
  })

/** Locks in the same order as imports. */
async function lockMonths(tx: Queryable, month: string): Promise<void> {
  const closed = await selectClosedMonths(tx)
  for (const one of [...new Set([month, ...closed])].sort()) await lockMonth(tx, one)
}

const writeClosing = (
  tx: Queryable,
  { month, krwMicros, now }: ClosingOptions,
  explanation: string | undefined,
) =>
  tx.execute(
    sql`update months
    set state = 'closed',
      closed_at = ${now},
      krw_micros = ${krwMicros},
      explanation = ${explanation ?? null}
    where month = ${month}`,
  )

const NumberRow = z.object({ id: Id, accountId: Id })

async function writeStatements(
  tx: Queryable,
  month: string,
  { statements, unallocated }: MonthDraft,
): Promise<void> {
  const rows = statements.map(({ lines, ...content }) => ({
    ...content,
    sha256: hashStatement(content, lines),
  }))
  const numbers = await tx.query(
    NumberRow,
    sql`insert into statements (month, account_id, network_id, site_id, holder, currency, krw_micros, ${moneyColumns},
      minimum_amount, lacks_details, sha256)
    select r.month, r."accountId", r."networkId", r."siteId", r.holder, r.currency, r."krwMicros", ${moneyValues},
      r."minimumAmount", r."lacksDetails", r.sha256
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (month date, "accountId" integer,
      "networkId" integer, "siteId" integer, holder text, currency text, "krwMicros" bigint, opening jsonb, payments jsonb, closing jsonb, payable jsonb, "minimumAmount" bigint,
      "lacksDetails" boolean, sha256 text)
    order by r."accountId"
    returning id, account_id as "accountId"`,
  )
  const numberOf = new Map(numbers.map(({ id, accountId }) => [accountId, id]))
  await insertEntries(tx, month, [
    ...statements.flatMap(({ accountId, currency, lines }) =>
      lines.map((line) => ({ ...line, currency, statementId: numberOf.get(accountId) ?? null })),
    ),
    ...unallocated.map((line) => ({ ...line, currency: line.currency ?? 'USD', statementId: null })),
  ])
}
