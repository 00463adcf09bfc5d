import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HomeTexts, noTexts } from './home-texts.ts'

const HomeRow = z.extend(HomeTexts, { hasPicture: z.boolean() })
export type HomeRow = z.output<typeof HomeRow>

export async function selectHomeRow(db: Queryable, siteId: number): Promise<HomeRow> {
  const [row] = await db.query(
    HomeRow,
    sql`select headline,
      lead,
      action_label as "actionLabel",
      action_href as "actionHref",
      picture_alt as "pictureAlt",
      logo_alt as "logoAlt",
      facts,
      has_picture as "hasPicture"
    from site_homes
    where site_id = ${siteId}`,
  )
  return row ?? { ...noTexts, hasPicture: true }
}

export async function saveHomeTexts(tx: Queryable, siteId: number, texts: HomeTexts): Promise<void> {
  const json = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`
  await tx.execute(
    sql`insert into site_homes (site_id, headline, lead, action_label, action_href, picture_alt, logo_alt, facts)
    values (${siteId}, ${json(texts.headline)}, ${json(texts.lead)}, ${json(texts.actionLabel)},
      ${json(texts.actionHref)}, ${json(texts.pictureAlt)}, ${json(texts.logoAlt)},
      ${texts.facts && JSON.stringify(texts.facts)}::text::jsonb)
    on conflict (site_id) do update
    set (headline, lead, action_label, action_href, picture_alt, logo_alt, facts)
      = (excluded.headline, excluded.lead, excluded.action_label, excluded.action_href, excluded.picture_alt,
        excluded.logo_alt, excluded.facts)`,
  )
}

export async function saveHasPicture(tx: Queryable, siteId: number, hasPicture: boolean): Promise<void> {
  await tx.execute(
    sql`insert into site_homes (site_id, has_picture)
    values (${siteId}, ${hasPicture})
    on conflict (site_id) do update set has_picture = excluded.has_picture`,
  )
}
