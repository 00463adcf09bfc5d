import * as z from 'zod/mini'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { UsageError } from './command.ts'

const defaultOwner = 'main'

const OwnerRow = z.object({ owner: z.string() })

/** The given one, else the default while there is no other. @throws {UsageError} */
export async function resolveOwner(db: Queryable, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  const rows = await db.query(OwnerRow, sql`select distinct owner from report_current order by owner`)
  const owners = rows.map(({ owner }) => owner)
  if (owners.every((owner) => owner === defaultOwner)) return defaultOwner
  throw new UsageError(`There are reports of ${owners.join(', ')}: say with --owner whose these are.`)
}
