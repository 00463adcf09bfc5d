import * as z from 'zod/mini'
import { maxRateDistance } from '#contract/settlement/month-closing.ts'
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
import { getObstacleKey } from './closing-obstacles.ts'
import { ClosingError, type ClosingOptions, draftMonth, selectPastMonths } from './drafts.ts'
import type { MonthDraft } from './month-draft.ts'
import { formatObstacles } from './obstacle-texts.ts'

export interface Explanation {
  /** Key of the obstacle. */
  obstacle: string
  text: string
}

interface Decisions {
  /** Fingerprint of the draft that somebody has looked at. */
  fingerprint: string
  explanations?: readonly Explanation[]
  /** Why another rate than those by the sites' rules is taken, and for one that is far away, the same rate again. */
  rateReason?: string | undefined
  krwMicrosAgain?: number | undefined
  /** Takes a rate that is far from the known ones. */
  force?: boolean | undefined
}

export interface Closer {
  actor: Actor
  action: string
  /** Null: the command line. */
  accountId: number | null
}

/**
 * Books the draft of a month and freezes its statements, in one transaction. Members do not see them before the month is
 * released.
 * @throws {ClosingError} when it is closed, has no files or no rate, an obstacle is left, or the draft is another by now
 */
export const closeMonth = (
  db: Database,
  options: ClosingOptions & Decisions,
  closer: Closer = { actor: { kind: 'operator' }, action: 'month close', accountId: null },
): Promise<MonthDraft> =>
  db.transaction(async (tx) => {
    const { month, krwMicros, now, fingerprint, explanations = [], rateReason } = options
    await lockDecisions(tx)
    await lockLedger(tx)
    await lockMonths(tx, month)
    const draft = await draftMonth(tx, { month, krwMicros, now })
    requireDraft(draft, month, fingerprint)
    requireExplanations(draft, options)
    requireRate(draft, options)
    const explained = explanations.map(({ obstacle: key, text }) => ({
      obstacle: draft.obstacles.find((obstacle) => getObstacleKey(obstacle) === key) ?? null,
      text,
    }))
    await tx.execute(
      sql`update months
      set state = 'closed',
        closed_at = ${now},
        closed_by = ${closer.accountId},
        krw_micros = ${krwMicros ?? null},
        rate_reason = ${rateReason ?? null},
        explanations = ${JSON.stringify(explained)}::text::jsonb
      where month = ${month}`,
    )
    for (const [earnedMonth, parts] of draft.newParts)
      await insertParts(tx, { month: earnedMonth, decidedMonth: month }, parts)
    await writeStatements(tx, month, draft)
    await recordAuditEntry(tx, closer.actor, {
      action: closer.action,
      subject: { kind: 'month', id: formatMonth(month) },
      before: { state: 'open' },
      after: {
        state: 'closed',
        draft: fingerprint,
        won: describeRates(draft),
        rateReason: rateReason ?? null,
        statements: draft.statements.length,
        explanations: explanations.map(({ obstacle, text }) => `${obstacle}: ${text}`),
      },
    })
    return draft
  })

const describeRates = ({ rates }: MonthDraft) =>
  rates
    .filter(({ hasStatements }) => hasStatements)
    .map(({ site, krwMicros }) => `${site}: ${krwMicros / 1_000_000}`)

function requireDraft(draft: MonthDraft, month: string, fingerprint: string): void {
  if (draft.fingerprint !== fingerprint)
    throw new ClosingError(
      'changed',
      `The draft of ${formatMonth(month)} is no longer ${fingerprint}: files, rates, shares, fees or payments have changed. See: month preview`,
    )
}

function requireExplanations(
  draft: MonthDraft,
  { month, explanations = [], force }: ClosingOptions & Decisions,
) {
  const explained = new Set(explanations.map(({ obstacle }) => obstacle))
  const left = draft.obstacles.filter(
    (obstacle) =>
      !(obstacle.canBeExplained && explained.has(getObstacleKey(obstacle))) &&
      !(obstacle.code === 'rate' && force),
  )
  if (left.length > 0) throw new ClosingError('obstructed', formatObstacles(month, left))
}

/** Without a rule's rate, each given one is far away. */
function requireRate({ rates }: MonthDraft, { krwMicros, krwMicrosAgain }: ClosingOptions & Decisions): void {
  if (krwMicros === undefined || krwMicrosAgain === krwMicros) return
  const isFar = rates.some(
    ({ currency, ruleKrwMicros, hasStatements }) =>
      hasStatements &&
      currency === 'KRW' &&
      (ruleKrwMicros === null || Math.abs(krwMicros - ruleKrwMicros) > ruleKrwMicros * maxRateDistance),
  )
  if (isFar)
    throw new ClosingError(
      'rate-again',
      'The rate is more than 5 % away from that of the rule: if it is right, give it again with --again.',
    )
}

/** Locks in the same order as imports. */
async function lockMonths(tx: Queryable, month: string): Promise<void> {
  const past = await selectPastMonths(tx)
  for (const one of [...new Set([month, ...past.map((row) => row.month)])].sort()) await lockMonth(tx, one)
}

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
      minimum_amount, lacks_details, sha256, previous_entry_id)
    select r.month, r."accountId", r."networkId", r."siteId", r.holder, r.currency, r."krwMicros", ${moneyValues},
      r."minimumAmount", r."lacksDetails", r.sha256, (select coalesce(max(id), 0) from ledger_entries)
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
