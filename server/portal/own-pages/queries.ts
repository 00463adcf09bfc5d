import * as z from 'zod/mini'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { type OwnPage, OwnPageEntry, type SitePages } from '#contract/portal/site-pages.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readBlocks } from '#server/portal/rich-text/block-cache.ts'

const HiddenRow = z.object({ slug: z.string() })
const PageRow = z.extend(OwnPageEntry, { lead: z.nullable(z.string()), body: z.string() })

const entryColumns = sql`slug, locale, title, short, description, changed_at::date::text as "changedOn"`

/** What the site changes in the product's public pages. */
export async function selectSitePages(db: Queryable, siteId: number): Promise<SitePages> {
  const hidden = await db.query(
    HiddenRow,
    sql`select slug from hidden_pages where site_id = ${siteId} order by slug`,
  )
  const pages = await db.query(
    OwnPageEntry,
    sql`select ${entryColumns}
    from site_pages
    where site_id = ${siteId}
    order by slug, array_position(${[...locales]}::text[], locale)`,
  )
  return { hidden: hidden.map(({ slug }) => slug), pages }
}

export async function findOwnPage(
  db: Queryable,
  siteId: number,
  slug: string,
  locale: Locale,
): Promise<OwnPage | null> {
  const [row] = await db.query(
    PageRow,
    sql`select ${entryColumns}, lead, body
    from site_pages
    where site_id = ${siteId} and slug = ${slug} and locale = ${locale}`,
  )
  if (!row) return null
  const { body, ...page } = row
  return { ...page, blocks: await readBlocks(body) }
}

const DigestRow = z.object({ slug: z.string(), locale: z.string(), title: z.string(), digest: z.string() })

/** For the audit log: its values differ when a text does. */
export async function describeSitePages(db: Queryable, siteId: number): Promise<Record<string, string>> {
  const { hidden } = await selectSitePages(db, siteId)
  const pages = await db.query(
    DigestRow,
    sql`select slug, locale, title,
      left(encode(sha256(convert_to(concat_ws(E'\\n', short, description, lead, body), 'UTF8')), 'hex'), 8) as digest
    from site_pages
    where site_id = ${siteId}
    order by slug, locale`,
  )
  return {
    hiddenPages: hidden.join(', '),
    ...Object.fromEntries(
      pages.map(({ slug, locale, title, digest }) => [`page ${locale}/${slug}`, `${title} (${digest})`]),
    ),
  }
}

/** A page that is ready to be stored. */
export interface WrittenPage {
  readonly slug: string
  readonly locale: Locale
  readonly title: string
  readonly short: string
  readonly description: string
  readonly lead: string | null
  /** Markdown. */
  readonly body: string
}

export interface WrittenPages {
  readonly hidden: readonly string[]
  readonly pages: readonly WrittenPage[]
}

/** Replaces all pages of the site; those that stay the same keep the day of their last change. */
export async function saveSitePages(
  tx: Queryable,
  siteId: number,
  { hidden, pages }: WrittenPages,
  now: Date,
): Promise<void> {
  const rows = JSON.stringify(pages)
  await tx.execute(
    sql`delete from hidden_pages where site_id = ${siteId} and slug <> all (${[...hidden]}::text[])`,
  )
  await tx.execute(
    sql`insert into hidden_pages (site_id, slug)
    select ${siteId}::integer, unnest(${[...hidden]}::text[])
    on conflict do nothing`,
  )
  await tx.execute(
    sql`delete from site_pages p
    where site_id = ${siteId} and not exists (
      select from jsonb_to_recordset(${rows}::text::jsonb) as w (slug text, locale text)
      where w.slug = p.slug and w.locale = p.locale
    )`,
  )
  await tx.execute(
    sql`insert into site_pages (site_id, slug, locale, title, short, description, lead, body, changed_at)
    select ${siteId}::integer, slug, locale, title, short, description, lead, body, ${now}::timestamptz
    from jsonb_to_recordset(${rows}::text::jsonb)
      as w (slug text, locale text, title text, short text, description text, lead text, body text)
    on conflict (site_id, slug, locale) do update
    set (title, short, description, lead, body, changed_at)
      = (excluded.title, excluded.short, excluded.description, excluded.lead, excluded.body, excluded.changed_at)
    where (site_pages.title, site_pages.short, site_pages.description, site_pages.lead, site_pages.body)
      is distinct from (excluded.title, excluded.short, excluded.description, excluded.lead, excluded.body)`,
  )
}
