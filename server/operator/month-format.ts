import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { Queryable } from '#server/platform/db/database.ts'
import { type MonthLoad, selectMonthLoads } from '#server/settlement/files/loads.ts'
import { formatMonth } from '#server/settlement/files/sources.ts'
import { parseMonth } from '#server/settlement/files/values.ts'
import { OperatorError, UsageError } from './command.ts'

/** Its first day. */
export function parseMonthArgument(text: string): string {
  const month = parseMonth(text)
  if (!month) throw new InvalidArgumentError('Expected a month, for example 2026-03.')
  return month
}

/** @throws {OperatorError} when there is none */
export async function requireMonthLoads(
  db: Queryable,
  month: string,
  owner: string | undefined,
): Promise<MonthLoad[]> {
  const loads = await selectMonthLoads(db, { month, owner })
  if (loads.length > 0) return loads
  const whose = owner === undefined ? '' : ` of ${owner}`
  throw new OperatorError(`There are no final files of ${formatMonth(month)}${whose}. See: month list`)
}

/** The given one, else the only one with files of the month. @throws {OperatorError | UsageError} */
export async function requireMonthOwner(
  db: Queryable,
  month: string,
  given: string | undefined,
): Promise<string> {
  const loads = await requireMonthLoads(db, month, given)
  const [owner = '', ...others] = new Set(loads.map((load) => load.owner))
  if (others.length === 0) return owner
  throw new UsageError(`There are files of ${[owner, ...others].join(', ')}: say with --owner which.`)
}
