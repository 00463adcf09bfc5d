import * as z from 'zod/mini'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { ExpectedError } from '#server/platform/expected-error.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { publishChange } from '#server/reports/lists/publish-change.ts'
import { withCatalogLock } from './lock.ts'
import type { CatalogRecording } from './track-audit.ts'

/** All or nothing. @returns the ISRCs that changed @throws {ExpectedError} for unknown ones */
export async function setWithdrawn(
  db: Database,
  isrcs: readonly string[],
  withdrawn: boolean,
): Promise<string[]> {
  const action = withdrawn ? 'music withdraw' : 'music restore'
  const changed = await changeWithdrawn(db, isrcs, withdrawn, { actor: { kind: 'operator' }, action })
  await refreshLists(db)
  return changed
}

/** The lists are refreshed later. */
export const changeWithdrawn = (
  db: Database,
  isrcs: readonly string[],
  withdrawn: boolean,
  { actor, action }: CatalogRecording,
): Promise<string[]> =>
  withCatalogLock(db, () =>
    db.transaction(async (tx) => {
      await requireKnownTracks(tx, isrcs)
      const rows = withdrawn ? await withdrawTracks(tx, isrcs) : await restoreTracks(tx, isrcs)
      if (rows.length === 0) return []
      await publishChange(tx, { catalog: true })
      for (const { id, isrc, wasMissing } of rows)
        await recordAuditEntry(tx, actor, {
          action,
          subject: { kind: 'music', id },
          context: { isrc },
          before: { withdrawn: wasMissing ? 'missing in a file' : !withdrawn },
          after: { withdrawn },
        })
      return rows.map(({ isrc }) => isrc)
    }),
  )

const IsrcRow = z.object({ isrc: z.string() })

async function requireKnownTracks(tx: Queryable, isrcs: readonly string[]): Promise<void> {
  const rows = await tx.query(IsrcRow, sql`select isrc from tracks where isrc = any(${isrcs})`)
  const known = new Set(rows.map(({ isrc }) => isrc))
  const unknown = isrcs.filter((isrc) => !known.has(isrc))
  if (unknown.length > 0) throw new ExpectedError(`There is no track ${unknown.join(', ')}. See: music list`)
}

const TrackRow = z.object({ id: Id, isrc: z.string(), wasMissing: z.boolean() })

/** Includes tracks already withdrawn as missing, so that no import restores them. */
const withdrawTracks = (tx: Queryable, isrcs: readonly string[]) =>
  tx.query(
    TrackRow,
    sql`update tracks m
    set withdrawn_at = coalesce(m.withdrawn_at, now()),
      withdrawn_as_missing = false,
      updated_at = now()
    from tracks old
    where m.isrc = any(${isrcs})
      and old.id = m.id
      and (m.withdrawn_at is null or m.withdrawn_as_missing)
    returning m.id, m.isrc, old.withdrawn_as_missing as "wasMissing"`,
  )

const restoreTracks = (tx: Queryable, isrcs: readonly string[]) =>
  tx.query(
    TrackRow,
    sql`update tracks m
    set withdrawn_at = null,
      withdrawn_as_missing = false,
      updated_at = now()
    from tracks old
    where m.isrc = any(${isrcs})
      and old.id = m.id
      and m.withdrawn_at is not null
    returning m.id, m.isrc, old.withdrawn_as_missing as "wasMissing"`,
  )
