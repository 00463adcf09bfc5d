import * as z from 'zod/mini'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import {
  maxSavedViews,
  type renameView,
  type replaceView,
  type saveView,
} from '#contract/portal/saved-views.ts'
import { findViewPage, isViewQuery, pickViewQuery } from '#contract/view-pages.ts'
import { type RoleSnapshot, requireCurrentRole } from '#server/platform/auth/roles.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id, IdRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** PostgreSQL's lower() depends on its locale. */
const getNameKey = (name: string) => name.toLowerCase()

/** @throws {Refusal} `invalid` for a page without views, or a parameter that it does not know */
function requireAddress({ path, query }: { path: string; query: string }): { path: string; query: string } {
  const page = findViewPage(path)
  if (!page) throw new Refusal('invalid', { fields: { path: 'invalid' } })
  if (!isViewQuery(page, query)) throw new Refusal('invalid', { fields: { query: 'invalid' } })
  return { path, query: pickViewQuery(page, query) }
}

const ViewKey = z.object({ id: Id, nameKey: z.string() })
type ViewKey = z.output<typeof ViewKey>

/** Read-modify-write, serialized by a lock on the account. */
const changeViews = <Result>(
  db: Database,
  account: RoleSnapshot,
  change: (tx: Queryable, views: readonly ViewKey[]) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'update')
    const views = await tx.query(
      ViewKey,
      sql`select id, name_key as "nameKey" from saved_views where account_id = ${account.id}`,
    )
    return change(tx, views)
  })

function requireFreeName(views: readonly ViewKey[], name: string, ownId?: number): string {
  const key = getNameKey(name)
  if (views.some(({ id, nameKey }) => nameKey === key && id !== ownId))
    throw new Refusal('taken', { fields: { name: 'view_name_taken' } })
  return key
}

function requireView(views: readonly ViewKey[], id: number): void {
  if (!views.some((view) => view.id === id)) throw new Refusal('not_found')
}

/** @returns its id @throws {Refusal} `invalid`, `taken`, `views_full` */
export async function saveNewView(
  db: Database,
  account: RoleSnapshot,
  { name, ...address }: ParsedBody<typeof saveView>,
  now: Date,
): Promise<number> {
  const { path, query } = requireAddress(address)
  return changeViews(db, account, async (tx, views) => {
    if (views.length >= maxSavedViews) throw new Refusal('views_full')
    const key = requireFreeName(views, name)
    const { id } = await queryOne(
      tx,
      IdRow,
      sql`insert into saved_views (account_id, name, name_key, path, query, position, created_at)
      select ${account.id}::integer, ${name}, ${key}, ${path}, ${query}, coalesce(max(position), 0) + 1, ${now}::timestamptz
      from saved_views
      where account_id = ${account.id}
      returning id`,
    )
    return id
  })
}

/** @throws {Refusal} `not_found`, `taken` */
export const changeViewName = (
  db: Database,
  account: RoleSnapshot,
  { id, name }: ParsedBody<typeof renameView>,
): Promise<void> =>
  changeViews(db, account, async (tx, views) => {
    requireView(views, id)
    const key = requireFreeName(views, name, id)
    await tx.execute(sql`update saved_views set name = ${name}, name_key = ${key} where id = ${id}`)
  })

/** @throws {Refusal} `invalid`, `not_found` */
export async function changeViewAddress(
  db: Database,
  account: RoleSnapshot,
  { id, ...address }: ParsedBody<typeof replaceView>,
): Promise<void> {
  const { path, query } = requireAddress(address)
  await changeViews(db, account, async (tx, views) => {
    requireView(views, id)
    await tx.execute(sql`update saved_views set path = ${path}, query = ${query} where id = ${id}`)
  })
}

export const removeView = (db: Database, account: RoleSnapshot, id: number): Promise<void> =>
  changeViews(db, account, async (tx) => {
    await tx.execute(sql`delete from saved_views where id = ${id} and account_id = ${account.id}`)
  })

/** @throws {Refusal} `outdated` when the ids differ from those of the current views */
export const saveViewOrder = (db: Database, account: RoleSnapshot, ids: readonly number[]): Promise<void> =>
  changeViews(db, account, async (tx, views) => {
    const known = new Set(views.map(({ id }) => id))
    if (ids.length !== known.size || new Set(ids).size !== known.size || !ids.every((id) => known.has(id)))
      throw new Refusal('outdated')
    await tx.execute(
      sql`update saved_views v
      set position = o.position
      from unnest(${ids}::integer[]) with ordinality as o (id, position)
      where v.id = o.id
        and v.account_id = ${account.id}`,
    )
  })
