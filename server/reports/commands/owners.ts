import { UsageError } from '#server/platform/command-line/command.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { ReportedDay } from '#server/reports/completeness/completeness.ts'
import { selectOwners } from './queries.ts'

const defaultOwner = 'main'

/**
 * Returns the owner of reports to import: the given one, else the default while there is no other. @throws {UsageError}
 */
export async function resolveOwner(db: Queryable, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  const owners = await selectOwners(db)
  if (owners.every((owner) => owner === defaultOwner)) return defaultOwner
  throw new UsageError(`There are reports of ${owners.join(', ')}: name the owner of these with --owner.`)
}

/** Returns the owner of existing reports: the given one, else the only one. @throws {UsageError} */
export async function requireKnownOwner(db: Queryable, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  const [owner = defaultOwner, ...others] = await selectOwners(db)
  if (others.length === 0) return owner
  throw new UsageError(`There are reports of ${[owner, ...others].join(', ')}: choose one with --owner.`)
}

/** "no revenue" */
export const formatMissing = ({ activity, revenue }: ReportedDay): string =>
  activity > 0 ? 'no revenue' : revenue > 0 ? 'no activity' : 'neither activity nor revenue'
