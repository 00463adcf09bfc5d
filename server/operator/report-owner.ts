import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { UsageError } from './command.ts'

const defaultOwner = 'main'

const OwnerRow = z.object({ owner: z.string() })

async function selectOwners(db: Queryable): Promise<string[]> {
  const rows = await db.query(
    OwnerRow,
    sql`select owner from report_current union select owner from month_loads where state = 'current' order by owner`,
  )
  return rows.map(({ owner }) => owner)
}

/** Of reports to import: the given one, else the default while there is no other. @throws {UsageError} */
export async function resolveOwner(db: Queryable, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  const owners = await selectOwners(db)
  if (owners.every((owner) => owner === defaultOwner)) return defaultOwner
  throw new UsageError(`There are reports of ${owners.join(', ')}: say with --owner whose these are.`)
}

/** Of reports that are there: the given one, else the only one. @throws {UsageError} */
export async function resolveKnownOwner(db: Queryable, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  const [owner = defaultOwner, ...others] = await selectOwners(db)
  if (others.length === 0) return owner
  throw new UsageError(`There are reports of ${[owner, ...others].join(', ')}: say with --owner which.`)
}
