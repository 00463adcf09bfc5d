import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { type Source, sources } from './reading/sources.ts'

/** Rounds dollars, once, to millionths; half away from zero. */
export const toMicros = (dollars: Sql): Sql => sql`round(${dollars} * 1000000)::bigint`

export interface MonthScope {
  /** Its first day. */
  month: string
  /** Absent: all owners. */
  owner?: string | undefined
}

export const isCurrentIn = ({ month, owner = '' }: MonthScope): Sql =>
  sql`l.state = 'current'
      and l.month = ${month}
      and (${owner} = '' or l.owner = ${owner})`

/**
 * Of sums `s` of a load `l`. A file of tax refunds has those of several months, and counts for each of them.
 */
export const isEarnedIn = ({ month, owner = '' }: MonthScope): Sql =>
  sql`l.state = 'current'
      and (l.month = ${month} or l.source = 'tax_refund')
      and coalesce(s.month, l.month) = ${month}
      and (${owner} = '' or l.owner = ${owner})`

/** Totals of a channel or of the whole. They omit what YouTube did not report and, for a channel, what is 0. */
export type SourceTotals = Partial<Record<Source, number>>

export interface MonthTotals {
  /** Lists registered channels and those in the files, in order; `noChannel` is what YouTube names no channel for. */
  channels: Record<string, SourceTotals & { tax_withheld?: number; tax_refunded?: number }>
  /** "202008" */
  month: string
  sources: SourceTotals
  /** Null: there is no such file. */
  tax_withheld: number | null
  /** Absent: there is none. */
  tax_refunded?: number
}

/** No part of what YouTube pays by source. */
const taxNames = { tax: 'tax_withheld', tax_refund: 'tax_refunded' } as const

export const noChannel = '(none)'

const SumRow = z.object({ source: z.enum(sources), channelId: z.string(), micros: Integer })
const SourceRow = z.object({ source: z.enum(sources), micros: Integer })

/** Millionths of a dollar, each rounded once, so that those of channels may not add up to those of sources. */
export async function selectMonthTotals(
  db: Pick<Queryable, 'query'>,
  scope: MonthScope,
): Promise<MonthTotals> {
  const channels = new Map<string, MonthTotals['channels'][string]>()
  for (const { channelId } of await selectRegisteredChannels(db, scope.owner)) channels.set(channelId, {})
  for (const { source, channelId, micros } of await selectChannelSums(db, scope)) {
    const key = channelId || noChannel
    const channel = channels.get(key) ?? {}
    channels.set(key, channel)
    if (micros !== 0) channel[taxNames[source as keyof typeof taxNames] ?? source] = micros
  }
  const { tax = null, tax_refund: refunded, ...totals } = await selectSourceTotals(db, scope)
  return {
    channels: Object.fromEntries([...channels].sort(([a], [b]) => (a < b ? -1 : 1))),
    month: formatMonth(scope.month).replace('-', ''),
    sources: totals,
    tax_withheld: tax,
    ...(refunded !== undefined && { tax_refunded: refunded }),
  }
}

const selectChannelSums = (db: Pick<Queryable, 'query'>, scope: MonthScope) =>
  db.query(
    SumRow,
    sql`select l.source,
      s.channel_id as "channelId",
      ${toMicros(sql`sum(s.amount)`)} as micros
    from month_loads l
    join month_sums s on s.load_id = l.id
    where ${isEarnedIn(scope)}
    group by l.source, s.channel_id
    order by l.source, s.channel_id`,
  )

/** Sums each imported source except the payment summary. */
export async function selectSourceTotals(
  db: Pick<Queryable, 'query'>,
  scope: MonthScope,
): Promise<SourceTotals> {
  const rows = await db.query(
    SourceRow,
    sql`select l.source,
      ${toMicros(sql`coalesce(sum(s.amount) filter (where ${isEarnedIn(scope)}), 0)`)} as micros
    from month_loads l
    left join month_sums s on s.load_id = l.id
    where (${isCurrentIn(scope)} or ${isEarnedIn(scope)})
      and l.source <> 'payment_summary'
    group by l.source
    order by l.source`,
  )
  return Object.fromEntries(rows.map(({ source, micros }) => [source, micros]))
}

const ChannelRow = z.object({ channelId: z.string() })

/** Excludes channels that only other owners report. */
const selectRegisteredChannels = (db: Pick<Queryable, 'query'>, owner = '') =>
  db.query(
    ChannelRow,
    sql`select c.channel_id as "channelId"
    from channels c
    left join (
      select channel_id, bool_or(owner = ${owner}) as is_own
      from channel_owners
      group by channel_id
    ) o on o.channel_id = c.channel_id
    where c.removed_at is null
      and (${owner} = '' or coalesce(o.is_own, true))`,
  )
