import * as z from 'zod/mini'
import type { Locale } from '#contract/platform/locale.ts'
import { type CatalogGap, CatalogTrack, type catalogStates } from '#contract/portal/desk/music.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, CountRow, queryOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { localizeText } from '#server/platform/localized-text.ts'
import { selectCatalogMoods } from '#server/portal/catalog/mood-list.ts'
import { matchTracks } from '#server/portal/catalog/track-list.ts'
import { longestPeriod } from '#server/reports/figures/periods.ts'

interface CatalogFilter {
  search: string
  state: (typeof catalogStates)[number]
  mood?: string | undefined
  without?: CatalogGap | undefined
  page: number
  size: number
}

const lacksFile = sql`not exists (
        select
        from track_files f
        where f.track_id = m.id
          and f.ended_at is null)`

const gaps: Readonly<Record<CatalogGap, Sql>> = {
  file: lacksFile,
  cover: sql`m.cover is null`,
  preview: sql`m.audio is null`,
}

const Counts = z.object({
  listed: Count,
  withdrawn: Count,
  withoutFile: Count,
  withoutCover: Count,
  withoutPreview: Count,
})

const countCatalog = (db: Queryable) =>
  queryOne(
    db,
    Counts,
    sql`select count(*) filter (where m.withdrawn_at is null) as listed,
      count(*) filter (where m.withdrawn_at is not null) as withdrawn,
      count(*) filter (where m.withdrawn_at is null and ${gaps.file}) as "withoutFile",
      count(*) filter (where m.withdrawn_at is null and ${gaps.cover}) as "withoutCover",
      count(*) filter (where m.withdrawn_at is null and ${gaps.preview}) as "withoutPreview"
    from tracks m`,
  )

export async function selectCatalogPage(db: Queryable, filter: CatalogFilter, locales: readonly Locale[]) {
  const { search, state, mood, without, page, size } = filter
  const matches = sql`(m.withdrawn_at is not null) = ${state === 'withdrawn'}
      and ${search === '' ? sql`true` : matchTracks(search)}
      and ${without === undefined ? sql`true` : gaps[without]}
      and (${mood ?? null}::text is null or exists (
        select
        from track_moods t
        join moods g on g.id = t.mood_id
        where t.track_id = m.id
          and g.key = ${mood ?? null}::text))`
  const { count: total } = await queryOne(
    db,
    CountRow,
    sql`select count(*) as count from tracks m where ${matches}`,
  )
  const tracks = await db.query(
    CatalogTrack,
    sql`select m.id,
      m.isrc,
      m.name,
      m.artist,
      m.category,
      array_remove(string_to_array(m.aliases, chr(10)), '') as aliases,
      array(
        select g.key
        from track_moods t
        join moods g on g.id = t.mood_id
        where t.track_id = m.id
        order by g.key
      ) as moods,
      m.shopping,
      m.exclusive,
      m.time_limit_seconds as "timeLimitSeconds",
      m.length_seconds as "lengthSeconds",
      m.cover,
      m.exclusive_logo as "exclusiveLogo",
      m.audio,
      (select jsonb_build_object('format', f.format, 'bytes', f.bytes, 'lengthMs', f.length_ms)
        from track_files f
        where f.track_id = m.id
          and f.ended_at is null) as file,
      m.withdrawn_at as "withdrawnAt",
      m.withdrawn_as_missing as "isMissing",
      coalesce((
        select sum(p.videos)
        from track_period p
        where p.period = ${longestPeriod}
          and p.isrc = m.isrc), 0)::integer as videos
    from (
      select *
      from tracks m
      where ${matches}
      order by normalize_search(m.name) collate "C", m.id
      limit ${size} offset ${page * size}
    ) m
    order by normalize_search(m.name) collate "C", m.id`,
  )
  const moods = (await selectCatalogMoods(db)).map(({ name, ...rest }) => ({
    ...rest,
    name: localizeText(name, locales),
  }))
  return { total, page, size, tracks, counts: await countCatalog(db), moods }
}
