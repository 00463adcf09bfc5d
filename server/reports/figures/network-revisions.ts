import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer, queryOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

// The revisions that readers compare: a change in one network leaves the replies and the cursors of all others valid.

const NetworkRevisions = z.object({ figuresRevision: Integer, listsRevision: Integer })
export type NetworkRevisions = z.output<typeof NetworkRevisions>

export const selectNetworkRevisions = (db: Queryable, networkId: number): Promise<NetworkRevisions> =>
  queryOne(
    db,
    NetworkRevisions,
    sql`select coalesce(max(figures_revision), 0)::bigint as "figuresRevision",
      coalesce(max(lists_revision), 0)::bigint as "listsRevision"
    from network_revisions
    where network_id = ${networkId}`,
    { plan: 'generic' },
  )

export const allNetworks: Sql = sql`select network_id from network_daily
    union
    select network_id from network_revisions`

/** `channelIds`: a query for `channel_id`. */
export const networksOfChannels = (channelIds: Sql): Sql =>
  sql`select network_id
    from channels
    where removed_at is null
      and channel_id in (${channelIds})`

/** Call it in the transaction that bumped the data revision. `networks`: a query for `network_id`. */
export const markFiguresChanged = (tx: Queryable, networks: Sql) =>
  tx.execute(
    sql`insert into network_revisions (network_id, figures_revision)
    select distinct n.network_id, s.data_revision
    from (${networks}) n
    cross join report_state s
    on conflict (network_id) do update
    set figures_revision = excluded.figures_revision`,
  )

/** Call it in the transaction that published the lists. */
export const markListsChanged = (tx: Queryable, networkIds: readonly number[]) =>
  tx.execute(
    sql`insert into network_revisions (network_id, lists_revision)
    select n.network_id, s.lists_revision
    from unnest(${networkIds}::integer[]) as n (network_id)
    cross join report_state s
    on conflict (network_id) do update
    set lists_revision = excluded.lists_revision`,
  )
