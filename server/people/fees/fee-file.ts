import * as z from 'zod/mini'
import { Email } from '#contract/people/auth.ts'
import type { FieldCode } from '#contract/platform/errors.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { parseCsvTable } from '#server/platform/files/csv-table.ts'
import { parseWrittenDay } from '#server/platform/files/day.ts'
import { parsePermille } from '#server/platform/files/decimal.ts'
import type { LineProblem } from '#server/platform/files/line-problems.ts'
import { lockOpenDays } from '#server/reports/figures/open-days.ts'
import { decideFees } from './changes.ts'
import type { FeeChange } from './plan.ts'
import { type LockedMember, lockMembers } from './queries.ts'

interface FeeLine {
  line: number
  email: string
  permille: number
  from: string | undefined
}

export interface FeeFile {
  lines: FeeLine[]
  problems: LineProblem[]
}

/** @throws {FileRefusal} when it is no such file */
export function parseFeeFile(bytes: Uint8Array): FeeFile {
  const { rows, errors } = parseCsvTable(bytes, ['member', 'fee'], ['from'])
  const file: FeeFile = {
    lines: [],
    problems: errors.map(({ line, reason }) => ({ line, code: 'line_invalid', reason })),
  }
  for (const { line, cell } of rows) {
    const email = z.safeParse(Email, cell('member') ?? '').data
    const permille = parsePermille(cell('fee') ?? '')
    const written = cell('from') ?? ''
    const from = written === '' ? undefined : parseWrittenDay(written)
    const problems: [string, FieldCode | undefined][] = [
      ['member', email === undefined ? 'email_invalid' : undefined],
      ['fee', permille === undefined ? 'fee_rate_invalid' : undefined],
      ['from', written !== '' && from === undefined ? 'day_invalid' : undefined],
    ]
    const found = problems.flatMap(([column, code]) => (code === undefined ? [] : [{ line, column, code }]))
    file.problems.push(...found)
    if (found.length === 0 && email !== undefined && permille !== undefined)
      file.lines.push({ line, email, permille, from })
  }
  return file
}

export interface PlannedFee extends FeeChange {
  account: LockedMember
}

export interface PlannedFees {
  changes: PlannedFee[]
  problems: LineProblem[]
}

/** `isCandidate`: members that the file may name; expects `accounts a`. */
export async function planFeeFile(
  tx: Queryable,
  { lines, problems }: FeeFile,
  isCandidate: Sql,
  now: Date,
): Promise<PlannedFees> {
  const firstOpenDay = await lockOpenDays(tx)
  const emails = [...new Set(lines.map(({ email }) => email))]
  const members = await lockMembers(tx, sql`${isCandidate} and a.email = any(${emails}::text[])`)
  const byEmail = new Map(members.map((member) => [member.email, member]))
  const byId = new Map(members.map((member) => [member.id, member]))
  const missing = lines.filter(({ email }) => !byEmail.has(email))
  const requests = lines.flatMap((line) => {
    const member = byEmail.get(line.email)
    return member ? [{ ...line, member: member.id }] : []
  })
  const plan = await decideFees(tx, requests, { firstOpenDay, now })
  return {
    changes: plan.changes.flatMap((change) => {
      const account = byId.get(change.member)
      return account ? [{ ...change, account }] : []
    }),
    problems: [
      ...problems,
      ...missing.map(({ line }): LineProblem => ({ line, column: 'member', code: 'member_unknown' })),
      ...[...plan.problems].map(([{ line }, code]): LineProblem => ({ line, column: 'from', code })),
    ].sort((a, b) => a.line - b.line),
  }
}
