import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

export const MoodName = z.partialRecord(z.enum(locales), z.string())

const CatalogMood = z.object({
  key: z.string(),
  name: MoodName,
  tracks: Count,
})
type CatalogMood = z.infer<typeof CatalogMood>

export const selectCatalogMoods = (db: Queryable): Promise<CatalogMood[]> =>
  db.query(
    CatalogMood,
    sql`select g.key,
      g.name,
      count(m.id) as tracks
    from moods g
    left join track_moods t on t.mood_id = g.id
    left join tracks m on m.id = t.track_id
      and m.withdrawn_at is null
    group by g.id
    order by g.key`,
  )
