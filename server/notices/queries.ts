import type { Queries } from '#server/db/connect.ts'

/** A text by language; of any that are there, none is a must. */
export type Translated = Readonly<Record<string, string>>

export interface ListedNotice {
  id: number
  title: Translated
  published_at: string
  pinned: boolean
}

/** A page of what a site has published by `now`: pinned ones first, then the newest. */
export async function selectNotices(
  db: Queries,
  siteId: number,
  now: Date,
  page: number,
  size: number,
): Promise<{ total: number; notices: ListedNotice[] }> {
  const [count] = await db.query<{ total: number }>(
    `select count(*) as total
    from notices
    where site_id = $1
      and published_at <= $2`,
    [siteId, now],
  )
  const notices = await db.query<ListedNotice>(
    `select id,
      title,
      published_at,
      pinned
    from notices
    where site_id = $1
      and published_at <= $2
    order by pinned desc, published_at desc, id desc
    limit $3 offset $4`,
    [siteId, now, size, page * size],
  )
  return { total: count?.total ?? 0, notices }
}

/** A notice that a site has published by `now`. */
export async function findNotice(
  db: Queries,
  siteId: number,
  now: Date,
  id: number,
): Promise<(ListedNotice & { body: Translated }) | undefined> {
  const [notice] = await db.query<ListedNotice & { body: Translated }>(
    `select id,
      title,
      body,
      published_at,
      pinned
    from notices
    where id = $1::bigint
      and site_id = $2
      and published_at <= $3`,
    [id, siteId, now],
  )
  return notice
}
