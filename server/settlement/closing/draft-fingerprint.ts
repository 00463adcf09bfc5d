import { createHash } from 'node:crypto'
import type { MonthLoad } from '#server/settlement/files/loads.ts'
import { getBookingKey } from '#server/settlement/ledger/bookings.ts'
import { hashStatement } from '#server/settlement/statements/statement-content.ts'
import { getObstacleKey } from './closing-obstacles.ts'
import type { MonthDraft } from './month-draft.ts'

const length = 16

/** The first digits of the SHA-256 of all that somebody who closes the month has looked at, whatever its order. */
export function hashDraft(
  { statements, unallocated, obstacles }: Omit<MonthDraft, 'fingerprint'>,
  loads: readonly MonthLoad[],
): string {
  const content = [
    loads.map(({ owner, source, sha256 }) => `${owner} ${source} ${sha256}`),
    statements.map((statement) => hashStatement(statement, statement.lines)),
    unallocated.map((line) => `${getBookingKey(line)} ${line.micros} ${line.amount}`),
    obstacles.map((obstacle) => `${getObstacleKey(obstacle)} ${'micros' in obstacle ? obstacle.micros : ''}`),
  ]
  return createHash('sha256')
    .update(JSON.stringify(content.map((part) => part.sort())))
    .digest('hex')
    .slice(0, length)
}
