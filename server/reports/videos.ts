import type { DayRange, Period, SortOrder, VideoPage, VideoRow, VideoSort } from '#contract/reports.ts'
import type { Currency } from '#contract/site.ts'
import type { Queries } from '#server/db/connect.ts'
import { type Mark, readCursor, writeCursor } from './cursor.ts'
import type { Scope } from './scope.ts'

export interface VideoQuestion {
  period: Period
  sort: VideoSort
  order: SortOrder
  size: number
  cursor?: string | undefined
}

interface Listed {
  range: DayRange
  currency: Currency
  revision: number
}

/** Where a row stands in a sorted list; ties are in the order of the video ids. */
interface Place extends Mark {
  /** The sorted column as PostgreSQL writes it; null at the end of the list, where there is nothing to sort by. */
  key: string | null
}

/** A page of the videos with figures in the period, as they were when the lists were last built. */
export async function videoPage(db: Queries, scope: Scope, question: VideoQuestion): Promise<VideoPage> {
  const after = question.cursor === undefined ? null : readCursor(question.cursor, question)
  for (;;) {
    const listed = await selectListed(db, scope.networkId, question.period)
    if (!listed)
      return { currency: scope.currency, revision: scope.revision, range: null, videos: [], nextCursor: null }
    const page = await readPage(db, scope, question, listed, after)
    // Lists may be swapped between two statements; half a page of each would be neither.
    const now = await selectListed(db, scope.networkId, question.period)
    if (now?.revision === listed.revision) return page
  }
}

async function readPage(
  db: Queries,
  scope: Scope,
  question: VideoQuestion,
  listed: Listed,
  after: Mark | null,
): Promise<VideoPage> {
  const start = after && (await selectPlace(db, scope, question, after))
  if (after && !start) return { ...listed, videos: [], nextCursor: null }
  const places = await selectPlaces(db, scope, question, start)
  const shown = places.slice(0, question.size)
  const last = places.length > question.size ? shown.at(-1) : undefined
  return {
    ...listed,
    videos: await selectRows(db, scope, listed, question.period, shown),
    nextCursor: last ? writeCursor(question, last) : null,
  }
}

async function selectListed(db: Queries, networkId: number, period: Period): Promise<Listed | null> {
  const [row] = await db.query<DayRange & Omit<Listed, 'range'>>(
    `select p.from_day as "from",
      p.to_day as "to",
      p.currency,
      s.lists_revision as revision
    from network_periods p
    cross join report_state s
    where p.network_id = $1
      and p.period = $2`,
    [networkId, period],
  )
  return row
    ? { range: { from: row.from, to: row.to }, currency: row.currency, revision: row.revision }
    : null
}

/** The column of a sort and its type; only words of this table get into the query's text. */
const columns: Record<VideoSort, { column: string; type: string; nullable: boolean }> = {
  date: { column: 'published_at', type: 'timestamptz', nullable: true },
  views: { column: 'views', type: 'bigint', nullable: false },
  profit: { column: 'profit', type: 'bigint', nullable: false },
  price: { column: 'price', type: 'bigint', nullable: true },
}

const oneKey = `select channel_id as "channelId",
    video_id as "videoId",
    SORTED::text as key
  from video_period
  where period = $1
    and network_id = $2
    and ($3::text[] is null or channel_id = any($3))
    and video_id = $4
    and channel_id = $5`

/** Where a row stands now; null when it is no longer in the list. */
async function selectPlace(
  db: Queries,
  { networkId, channelIds }: Scope,
  { period, sort }: VideoQuestion,
  { videoId, channelId }: Mark,
): Promise<Place | null> {
  const text = oneKey.replaceAll('SORTED', columns[sort].column)
  const [place] = await db.query<Place>(text, [period, networkId, channelIds, videoId, channelId])
  return place ?? null
}

const withKey = `select channel_id as "channelId",
    video_id as "videoId",
    SORTED::text as key
  from video_period
  where period = $1
    and network_id = $2
    and ($3::text[] is null or channel_id = any($3))
    and SORTED is not null
    and ($4::TYPE is null or (SORTED, video_id, channel_id) BEYOND ($4::TYPE, $5, $6))
  order by SORTED DIRECTION, video_id DIRECTION, channel_id DIRECTION
  limit $7`

const withoutKey = `select channel_id as "channelId",
    video_id as "videoId",
    null as key
  from video_period
  where period = $1
    and network_id = $2
    and ($3::text[] is null or channel_id = any($3))
    and SORTED is null
    and ($4::text is null or (video_id, channel_id) > ($4, $5))
  order by video_id, channel_id
  limit $6`

/** Those with something to sort by, then those without (no views, no date), up to one more than a page. */
async function selectPlaces(
  db: Queries,
  scope: Scope,
  { period, sort, order, size }: VideoQuestion,
  after: Place | null,
): Promise<Place[]> {
  const { column, type, nullable } = columns[sort]
  const text = (template: string) =>
    template
      .replaceAll('SORTED', column)
      .replaceAll('TYPE', type)
      .replaceAll('DIRECTION', order)
      .replaceAll('BEYOND', order === 'asc' ? '>' : '<')
  const base = [period, scope.networkId, scope.channelIds]
  const inTail = after !== null && after.key === null
  const places = inTail
    ? []
    : await db.query<Place>(text(withKey), [
        ...base,
        after?.key ?? null,
        after?.videoId ?? null,
        after?.channelId ?? null,
        size + 1,
      ])
  if (!nullable || places.length > size) return places
  const tail = [
    ...base,
    inTail ? after.videoId : null,
    inTail ? after.channelId : null,
    size + 1 - places.length,
  ]
  return [...places, ...(await db.query<Place>(text(withoutKey), tail))]
}

interface Row extends Omit<VideoRow, 'memberProfit'> {
  net: number
  premiumNet: number
}

/** Figures and names of some videos, in the order given. Fees count by day, so the net is summed from the days. */
async function selectRows(
  db: Queries,
  scope: Scope,
  { range, currency }: Listed,
  period: Period,
  places: Place[],
): Promise<VideoRow[]> {
  const rows = await db.query<Row>(
    `select p.video_id as "videoId",
      p.channel_id as "channelId",
      coalesce(c.name, v.channel_name, p.channel_id) as "channelName",
      v.title,
      v.published_at as "publishedAt",
      v.length_seconds as "lengthSeconds",
      v.thumbnail,
      p.views,
      p.premium_views as "premiumViews",
      p.profit,
      p.premium_profit as "premiumProfit",
      coalesce(n.net, 0) as net,
      coalesce(n.premium_net, 0) as "premiumNet"
    from unnest($1::text[], $2::text[]) with ordinality as wanted (channel_id, video_id, place)
    join video_period p on p.period = $3
      and p.network_id = $4
      and p.channel_id = wanted.channel_id
      and p.video_id = wanted.video_id
    left join videos v on v.channel_id = p.channel_id
      and v.video_id = p.video_id
    left join channels c on c.channel_id = p.channel_id
      and c.network_id = p.network_id
      and c.removed_at is null
    left join lateral (
      select sum(net_of_fee(amount(d.revenue_micros, $7, krw_micros_on(d.day)), fee_permille_on($8, d.day)))::bigint as net,
        sum(net_of_fee(amount(d.premium_revenue_micros, $7, krw_micros_on(d.day)), fee_permille_on($8, d.day)))::bigint
          as premium_net
      from (
        select day,
          sum(revenue_micros)::bigint as revenue_micros,
          sum(premium_revenue_micros)::bigint as premium_revenue_micros
        from video_daily
        where channel_id = p.channel_id
          and video_id = p.video_id
          and day between greatest($5::date, c.earns_from) and $6
        group by day
      ) d
    ) n on $8::integer is not null
    order by wanted.place`,
    [
      places.map(({ channelId }) => channelId),
      places.map(({ videoId }) => videoId),
      period,
      scope.networkId,
      range.from,
      range.to,
      currency,
      scope.feeOf,
    ],
  )
  return rows.map((row) => seenBy(scope, row))
}

function seenBy(scope: Scope, { net, premiumNet, ...row }: Row): VideoRow {
  if (scope.netOnly) return { ...row, profit: net, premiumProfit: premiumNet, memberProfit: null }
  return { ...row, memberProfit: scope.feeOf === null ? null : net }
}
