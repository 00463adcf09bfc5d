import { recordAuditEntry } from '#server/audit.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { refreshLists } from '#server/figures/lists.ts'
import { bumpDataRevision } from '#server/figures/rollups.ts'
import { withCatalogLock } from './lock.ts'

/** ISRCs that no track of the catalogue has. */
export class UnknownTracksError extends Error {
  readonly isrcs: readonly string[]

  constructor(isrcs: readonly string[]) {
    super(isrcs.join(', '))
    this.isrcs = isrcs
  }
}

/** Takes tracks out of the catalogue, or brings them back: all of them or none. @returns those that were otherwise before */
export async function setWithdrawn(
  db: Database,
  isrcs: readonly string[],
  withdrawn: boolean,
): Promise<string[]> {
  const changed = await withCatalogLock(db, () =>
    db.transaction(async (tx) => {
      await requireKnownTracks(tx, isrcs)
      const rows = withdrawn ? await withdrawTracks(tx, isrcs) : await restoreTracks(tx, isrcs)
      if (rows.length === 0) return []
      await bumpDataRevision(tx)
      const action = withdrawn ? 'music withdraw' : 'music restore'
      for (const { id, isrc } of rows)
        await recordAuditEntry(
          tx,
          { kind: 'operator' },
          { action, subject: { kind: 'music', id }, detail: { isrc } },
        )
      return rows.map(({ isrc }) => isrc)
    }),
  )
  await refreshLists(db)
  return changed
}

async function requireKnownTracks(tx: Queryable, isrcs: readonly string[]): Promise<void> {
  const rows = await tx.query<{ isrc: string }>('select isrc from tracks where isrc = any($1)', [isrcs])
  const known = new Set(rows.map(({ isrc }) => isrc))
  const unknown = isrcs.filter((isrc) => !known.has(isrc))
  if (unknown.length > 0) throw new UnknownTracksError(unknown)
}

interface TrackRow {
  id: number
  isrc: string
}

/** By the operator's word: what was taken out as missing stays out with the next catalogue, too. */
const withdrawTracks = (tx: Queryable, isrcs: readonly string[]) =>
  tx.query<TrackRow>(
    `update tracks
    set withdrawn_at = coalesce(withdrawn_at, now()),
      withdrawn_as_missing = false,
      updated_at = now()
    where isrc = any($1)
      and (withdrawn_at is null or withdrawn_as_missing)
    returning id, isrc`,
    [isrcs],
  )

const restoreTracks = (tx: Queryable, isrcs: readonly string[]) =>
  tx.query<TrackRow>(
    `update tracks
    set withdrawn_at = null,
      withdrawn_as_missing = false,
      updated_at = now()
    where isrc = any($1)
      and withdrawn_at is not null
    returning id, isrc`,
    [isrcs],
  )
