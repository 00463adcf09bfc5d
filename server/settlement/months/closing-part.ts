import * as z from 'zod/mini'
import { hasOwner, type InstallationScope } from '#server/platform/auth/installation.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Obstacle } from '#server/settlement/closing/closing-obstacles.ts'

/**
 * What somebody sees of a closing, which is one for the whole installation. Money belongs to sites, files to content owners: a
 * role for sites sees no files, one for content owners no statements.
 */
export interface ClosingPart {
  isWhole: boolean
  /** Sees statements of some site. */
  hasMoney: boolean
  /** Null: all. */
  networkIds: readonly number[] | null
  hasSite(id: number): boolean
  hasObstacle(obstacle: Obstacle): boolean
  /** Unallocated money, without a site, is of the whole alone. */
  isOfSite(siteId: Sql): Sql
}

const NetworkRow = z.object({ id: Id, domain: z.string() })

export async function selectClosingPart(
  db: Pick<Queryable, 'query'>,
  scope: InstallationScope,
): Promise<ClosingPart> {
  const { isAll, siteIds } = scope
  const rows =
    isAll || siteIds.length === 0
      ? []
      : await db.query(
          NetworkRow,
          sql`select distinct a.network_id as id, s.domain
          from accounts a
          join sites s on s.id = a.site_id
          where s.id = any(${siteIds}::integer[])`,
        )
  const networkIds = new Set(rows.map(({ id }) => id))
  const domains = new Set(rows.map(({ domain }) => domain))
  return {
    isWhole: isAll,
    hasMoney: isAll || siteIds.length > 0,
    networkIds: isAll ? null : [...networkIds],
    hasSite: (id) => isAll || siteIds.includes(id),
    hasObstacle(obstacle) {
      if (isAll) return true
      if ('owner' in obstacle) return hasOwner(scope, obstacle.owner)
      if (obstacle.code === 'no-rate') return domains.has(obstacle.site)
      return obstacle.networkIds === null || obstacle.networkIds.some((id) => networkIds.has(id))
    },
    isOfSite: (siteId) => sql`(${isAll} or ${siteId} = any(${siteIds}::integer[]))`,
  }
}
