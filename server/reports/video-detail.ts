import type { ParsedQuery } from '#contract/endpoint.ts'
import type { DayRange } from '#contract/reports.ts'
import type {
  CountryFigures,
  readVideo,
  UsedMusic,
  VideoDetail,
  VideoFigures,
  VideoSeries,
} from '#contract/video-detail.ts'
import type { Queries } from '#server/db/connect.ts'
import { Refusal } from '#server/http.ts'
import type { Account } from '#server/session.ts'
import { compareRange, daysOf, periodRange } from './periods.ts'
import type { DayFigures } from './queries.ts'
import { reportScope, type Scope } from './scope.ts'
import { readWhole } from './whole.ts'

type Question = ParsedQuery<typeof readVideo>

interface FoundVideo {
  video: VideoDetail['video']
  /** Days before it never count. */
  earnsFrom: string
}

interface VideoDay extends DayFigures {
  watchMs: number
}

/**
 * One video in a period, and the totals of the days before where there are data for all of them.
 * @throws {Refusal} `not_found` for a video of no channel that the account may see
 */
export const videoDetail = (db: Queries, account: Account, question: Question): Promise<VideoDetail> =>
  readWhole(db, async () => readDetail(db, await reportScope(db, account, question.member), question))

async function readDetail(db: Queries, scope: Scope, { video: id, period }: Question): Promise<VideoDetail> {
  const found = await findVideo(db, scope, id)
  if (!found || scope.latestDay === null) throw new Refusal('not_found')
  const { video, earnsFrom } = found
  const range = periodRange(period, scope.latestDay)
  const before = compareRange(period, range)
  const known = scope.firstDay !== null && scope.firstDay <= before.from && earnsFrom <= before.from
  const days = await selectDays(db, scope, found, range)
  return {
    currency: scope.currency,
    revision: scope.revision,
    range,
    video,
    musics: await selectMusics(db, video),
    totals: totals(scope, video, days),
    previous: known
      ? { range: before, totals: totals(scope, video, await selectDays(db, scope, found, before)) }
      : null,
    series: series(scope, range, days),
    countries: await selectCountries(db, scope, found, range),
  }
}

function totals(scope: Scope, { lengthSeconds }: VideoDetail['video'], days: VideoDay[]): VideoFigures {
  const sum = (of: (day: VideoDay) => number) => days.reduce((total, day) => total + of(day), 0)
  const views = sum((day) => day.views)
  const watchMs = sum((day) => day.watchMs)
  const average = views === 0 ? null : watchMs / views / 1000
  return {
    views,
    premiumViews: sum((day) => day.premiumViews),
    profit: sum((day) => (scope.netOnly ? day.net : day.profit)),
    premiumProfit: sum((day) => (scope.netOnly ? day.premiumNet : day.premiumProfit)),
    memberProfit: scope.feeOf === null || scope.netOnly ? null : sum((day) => day.net),
    watchSeconds: Math.round(watchMs / 1000),
    averageWatchSeconds: average,
    averageWatchRate: average === null || !lengthSeconds ? null : average / lengthSeconds,
  }
}

function series(scope: Scope, range: DayRange, figures: VideoDay[]): VideoSeries {
  const byDay = new Map(figures.map((day) => [day.day, day]))
  const days = daysOf(range)
  const column = (of: (day: VideoDay) => number) =>
    days.map((day) => {
      const found = byDay.get(day)
      return found ? of(found) : null
    })
  return {
    days,
    views: column((day) => day.views),
    profit: column((day) => (scope.netOnly ? day.net : day.profit)),
    premiumViews: column((day) => day.premiumViews),
  }
}

/**
 * A video that a metadata report has named, or that stands in a list, of a channel whose figures the scope may see.
 * Of a video that was reported under two such channels, the one last named.
 */
async function findVideo(db: Queries, scope: Scope, id: string): Promise<FoundVideo | null> {
  const [row] = await db.query<VideoDetail['video'] & Pick<FoundVideo, 'earnsFrom'>>(
    `select $2::text as "videoId",
      c.channel_id as "channelId",
      c.name as "channelName",
      v.title,
      v.published_at as "publishedAt",
      v.length_seconds as "lengthSeconds",
      v.thumbnail,
      c.earns_from as "earnsFrom"
    from (
      select channel_id from videos where video_id = $2
      union
      select channel_id from video_period where video_id = $2
    ) known
    join channels c on c.channel_id = known.channel_id
      and c.network_id = $1
      and c.removed_at is null
      and c.approval_status = 2
      and c.verification_status = 'verified'
      and c.earns_from is not null
    left join videos v on v.channel_id = c.channel_id
      and v.video_id = $2
    where $3::text[] is null or c.channel_id = any($3)
    order by v.said_on desc nulls last, v.said_at desc nulls last, c.channel_id
    limit 1`,
    [scope.networkId, id, scope.channelIds],
  )
  if (!row) return null
  const { earnsFrom, ...video } = row
  return { video, earnsFrom }
}

const selectMusics = (db: Queries, { channelId, videoId }: VideoDetail['video']) =>
  db.query<UsedMusic>(
    `select m.id,
      used.isrc,
      m.name,
      m.artist,
      m.category,
      m.cover
    from (
      -- claims of several owners on one track are one use
      select distinct c.isrc
      from claims c
      join report_current r on r.load_id = c.load_id
      where c.channel_id = $1
        and c.video_id = $2
        and c.isrc is not null
        and r.report_type = 'claims'
        and lower(c.claim_status) = 'active'
    ) used
    left join musics m on m.isrc = used.isrc
    order by m.id is null, m.name, used.isrc`,
    [channelId, videoId],
  )

/** The days of a range that have figures, in order, in units of the scope's currency. */
const selectDays = (db: Queries, scope: Scope, { video, earnsFrom }: FoundVideo, { from, to }: DayRange) =>
  db.query<VideoDay>(
    `with sums as (
      -- over the reports of all owners, so that an amount is rounded once
      select day,
        sum(views)::bigint as views,
        sum(premium_views)::bigint as premium_views,
        sum(watch_ms)::bigint as watch_ms,
        sum(revenue_micros)::bigint as revenue_micros,
        sum(premium_revenue_micros)::bigint as premium_revenue_micros
      from video_daily
      where channel_id = $1
        and video_id = $2
        and day between $3 and $4
      group by day
    ), terms as materialized (
      select day, krw_micros, fee_permille_on($6, day) as permille
      from rates_between($3, $4)
    ), days as (
      select s.day,
        s.views,
        s.premium_views,
        s.watch_ms,
        amount(s.revenue_micros, $5, t.krw_micros) as profit,
        amount(s.premium_revenue_micros, $5, t.krw_micros) as premium_profit,
        t.permille
      from sums s
      join terms t on t.day = s.day
    )
    select day,
      views,
      premium_views as "premiumViews",
      watch_ms as "watchMs",
      profit,
      premium_profit as "premiumProfit",
      net_of_fee(profit, permille) as net,
      net_of_fee(premium_profit, permille) as "premiumNet"
    from days
    order by day`,
    [video.channelId, video.videoId, later(from, earnsFrom), to, scope.currency, scope.feeOf],
  )

/**
 * The split of the totals. Currency and fee are applied to the running sum over a day's countries, and a country gets
 * what the sum grows by: so a day's countries add up to the day, which is rounded as a whole.
 */
const selectCountries = (
  db: Queries,
  scope: Scope,
  { video, earnsFrom }: FoundVideo,
  { from, to }: DayRange,
) =>
  db.query<CountryFigures>(
    `with facts as (
      select f.day, f.country, f.views, 0 as revenue_micros
      from activity_facts f
      join report_current c on c.load_id = f.load_id
        and c.day = f.day
      where c.report_type = 'activity'
        and f.channel_id = $1
        and f.video_id = $2
        and f.day between $3 and $4
      union all
      select f.day, f.country, 0, f.revenue_micros
      from revenue_facts f
      join report_current c on c.load_id = f.load_id
        and c.day = f.day
      where c.report_type = 'revenue'
        and f.channel_id = $1
        and f.video_id = $2
        and f.day between $3 and $4
    ), sums as (
      select day,
        country,
        sum(views)::bigint as views,
        sum(revenue_micros)::bigint as micros
      from facts
      group by day, country
    ), running as (
      select day,
        country,
        views,
        micros,
        sum(micros) over (partition by day order by country)::bigint as through
      from sums
    ), terms as materialized (
      select day, krw_micros, fee_permille_on($6, day) as permille
      from rates_between($3, $4)
    )
    select r.country,
      sum(r.views)::bigint as views,
      sum(
        net_of_fee(amount(r.through, $5, t.krw_micros), t.permille)
        - net_of_fee(amount(r.through - r.micros, $5, t.krw_micros), t.permille)
      )::bigint as profit
    from running r
    join terms t on t.day = r.day
    group by r.country
    order by views desc, country`,
    [
      video.channelId,
      video.videoId,
      later(from, earnsFrom),
      to,
      scope.currency,
      scope.netOnly ? scope.feeOf : null,
    ],
  )

const later = (day: string, other: string) => (day < other ? other : day)
