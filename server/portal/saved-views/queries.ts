import * as z from 'zod/mini'
import { can } from '#contract/platform/roles.ts'
import type { SavedView } from '#contract/portal/saved-views.ts'
import { isVisibleTo } from '#server/channels/registrations/queries.ts'
import { getTagOwner } from '#server/channels/tags/tags.ts'
import type { RoleSnapshot } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

type Reader = Pick<Queryable, 'query'>

const ViewRow = z.object({
  id: Id,
  name: z.string(),
  path: z.string(),
  query: z.string(),
  createdAt: Timestamp,
})
type ViewRow = z.output<typeof ViewRow>

const selectViews = (db: Reader, accountId: number) =>
  db.query(
    ViewRow,
    sql`select id, name, path, query, created_at as "createdAt"
    from saved_views
    where account_id = ${accountId}
    order by position, id`,
  )

const MemberName = z.object({ id: Id, nickname: z.string() })

const selectMemberNames = (db: Reader, account: RoleSnapshot, ids: readonly number[]) =>
  can(account, 'members.read') && ids.length > 0
    ? db.query(
        MemberName,
        sql`select id, nickname
        from accounts
        where id = any(${ids}::integer[])
          and network_id = ${account.networkId}
          and removed_at is null`,
      )
    : []

const ChannelName = z.object({ channelId: z.string(), name: z.string() })

const selectChannelNames = (db: Reader, account: RoleSnapshot, channelIds: readonly string[]) =>
  channelIds.length > 0
    ? db.query(
        ChannelName,
        sql`select c.channel_id as "channelId",
          c.name
        from channels c
        where c.channel_id = any(${channelIds}::text[])
          and ${isVisibleTo(account)}`,
      )
    : []

const TagName = z.object({ id: Id, name: z.string() })

const selectTagNames = (db: Reader, accountId: number, ids: readonly number[]) =>
  ids.length > 0
    ? db.query(
        TagName,
        sql`select id, name
        from channel_tags
        where account_id = ${accountId}
          and id = any(${ids}::integer[])`,
      )
    : []

/** Null without such a parameter, and for one that is no id. */
function findId({ query }: ViewRow, name: 'member' | 'tag'): number | null {
  const id = new URLSearchParams(query).get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null
}

const channelPage = '/report-channel/'

const findChannelId = ({ path, query }: ViewRow): string | null =>
  path.startsWith(channelPage) ? path.slice(channelPage.length) : new URLSearchParams(query).get('channel')

const isKnown = <Value>(value: Value | null): value is Value => value !== null

/** Returns the views of an account in their order, with the names that its person can see today. */
export async function listViews(db: Reader, account: RoleSnapshot): Promise<SavedView[]> {
  const rows = (await selectViews(db, account.id)).map((row) => ({
    row,
    memberId: findId(row, 'member'),
    tagId: findId(row, 'tag'),
    channelId: findChannelId(row),
  }))
  const memberIds = rows.map(({ memberId }) => memberId).filter(isKnown)
  const tagIds = rows.map(({ tagId }) => tagId).filter(isKnown)
  const channelIds = rows.map(({ channelId }) => channelId).filter(isKnown)
  const members = new Map(
    (await selectMemberNames(db, account, memberIds)).map(({ id, nickname }) => [id, nickname]),
  )
  const channels = new Map(
    (await selectChannelNames(db, account, channelIds)).map(({ channelId, name }) => [channelId, name]),
  )
  const tags = new Map(
    (await selectTagNames(db, getTagOwner(account), tagIds)).map(({ id, name }) => [id, name]),
  )
  return rows.map(({ row, memberId, tagId, channelId }) => ({
    ...row,
    memberName: memberId === null ? null : (members.get(memberId) ?? null),
    channelName: channelId === null ? null : (channels.get(channelId) ?? null),
    tagName: tagId === null ? null : (tags.get(tagId) ?? null),
  }))
}
