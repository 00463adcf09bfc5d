import type { Queryable } from '#server/platform/db/database.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { markFiguresChanged } from '#server/reports/figures/network-revisions.ts'
import {
  recordChangedCatalog,
  recordChangedClaims,
  recordChangedRates,
  recordChangedVideos,
} from './list-changes.ts'
import { bumpDataRevision } from './report-state.ts'

export interface FigureChange {
  /** Days with other exchange rates: a query for `from_day` and `to_day`. */
  days?: Sql
  /** Videos with other titles or dates: a query for `channel_id` and `video_id`. */
  videos?: Sql
  /** Videos use other tracks. */
  claims?: boolean
  /** The catalog has other tracks. */
  catalog?: boolean
  /** Networks whose replies are outdated at once, not only with the lists: a query for `network_id`. */
  networks?: Sql
}

/**
 * Announces a change of what figures are computed from: a new revision, the lists to refresh and the replies that are
 * outdated. Roll-ups do the same on their own. Call it in the transaction of the change.
 */
export async function publishChange(
  tx: Queryable,
  { days, videos, claims = false, catalog = false, networks }: FigureChange,
): Promise<void> {
  await bumpDataRevision(tx)
  if (days) await recordChangedRates(tx, days)
  if (videos) await recordChangedVideos(tx, videos)
  if (claims) await recordChangedClaims(tx)
  if (catalog) await recordChangedCatalog(tx)
  if (networks) await markFiguresChanged(tx, networks)
}
