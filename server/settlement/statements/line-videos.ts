import * as z from 'zod/mini'
import { sumLines } from '#contract/settlement/lines/line-amounts.ts'
import { parseLineKey } from '#contract/settlement/lines/line-keys.ts'
import { type LineVideo, type LineVideos, maxLineVideos } from '#contract/settlement/lines/line-videos.ts'
import { getMoneyUnit } from '#lib/format/number.ts'
import { apportion, roundStatement } from '#lib/format/whole-statement.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { toMicros } from '#server/settlement/files/totals.ts'
import { readStatementDetail } from './statement-detail.ts'
import type { Viewer } from './statement-queries.ts'

/** The money of a channel from one source in a closed month. */
interface ChannelSource {
  /** Its first day. */
  month: string
  channelId: string
  source: string
}

/**
 * Spreads a line over the videos of the month's current files. Those are what it was closed with, unless their sum is another
 * than what was booked for all who share the channel. `db`: a snapshot, so that the sum is that of the videos.
 * @throws {Refusal} `not_found`
 */
export async function readLineVideos(
  db: Queryable,
  viewer: Viewer,
  { id, line }: { id: number; line: string },
): Promise<LineVideos> {
  const { group, channelId, source } = parseLineKey(line)
  if (group !== 'income' || channelId === null || source === null) throw new Refusal('not_found')
  const statement = roundStatement(await readStatementDetail(db, viewer, id))
  const amount = sumLines(statement).get(line)
  if (amount === undefined) throw new Refusal('not_found')
  const origin = { month: `${statement.month}-01`, channelId, source }
  const { ownMicros, bookedMicros, fileMicros } = await selectSums(db, origin, id)
  if (fileMicros !== bookedMicros) return { state: 'changed' }
  const rows = await selectVideos(db, origin)
  if (!rows.some(({ videoId }) => videoId !== '')) return { state: 'unknown' }
  return {
    state: 'complete',
    isWhole: ownMicros === bookedMicros,
    ...spreadAmount(amount, rows, getMoneyUnit(statement.currency)),
  }
}

const Sums = z.object({ ownMicros: Integer, bookedMicros: Integer, fileMicros: Integer })

const selectSums = (db: Queryable, { month, channelId, source }: ChannelSource, statementId: number) =>
  queryOne(
    db,
    Sums,
    sql`select coalesce(sum(e.micros) filter (where e.statement_id = ${statementId}), 0)::bigint as "ownMicros",
      coalesce(sum(e.micros), 0)::bigint as "bookedMicros",
      coalesce((
        select ${toMicros(sql`sum(s.amount)`)}
        from month_loads l
        join month_sums s on s.load_id = l.id
        where l.state = 'current'
          and l.month = ${month}
          and l.source = ${source}
          and s.channel_id = ${channelId}
      ), 0) as "fileMicros"
    from ledger_entries e
    where e.month = ${month}
      and e.earned_month = ${month}
      and e.kind = 'income'
      and e.source = ${source}
      and e.channel_id = ${channelId}`,
  )

const VideoRow = z.object({
  /** '': the file names none. */
  videoId: z.string(),
  title: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  /** Of the whole channel, in millionths of a dollar. */
  micros: Integer,
})
type VideoRow = z.output<typeof VideoRow>

/** Largest amounts first. */
const selectVideos = (db: Queryable, { month, channelId, source }: ChannelSource): Promise<VideoRow[]> =>
  db.query(
    VideoRow,
    sql`select f.video_id as "videoId",
      v.title,
      v.thumbnail,
      f.micros
    from (
      select m.video_id,
        ${toMicros(sql`sum(m.amount)`)} as micros
      from month_loads l
      join month_lines m on m.load_id = l.id
      where l.state = 'current'
        and l.month = ${month}
        and l.source = ${source}
        and m.channel_id = ${channelId}
      group by m.video_id
    ) f
    left join videos v on v.channel_id = ${channelId}
      and v.video_id = f.video_id
    where f.micros <> 0
    order by f.micros desc, f.video_id`,
  )

/** Each row gets its part of the line, in whole won or cents. */
function spreadAmount(amount: number, rows: readonly VideoRow[], unit: number) {
  const total = rows.reduce((sum, { micros }) => sum + micros, 0)
  const parts = apportion(
    rows.map(({ micros }) => (total === 0 ? 0 : (amount / total) * micros)),
    amount,
    unit,
  )
  const lines = rows.map((row, at) => ({ ...row, amount: parts[at] ?? 0 }))
  const videos: LineVideo[] = lines
    .filter(({ videoId }) => videoId !== '')
    .map(({ micros: _, ...video }) => video)
  const sum = (some: readonly { amount: number }[]) => some.reduce((rest, one) => rest + one.amount, 0)
  const omitted = videos.slice(maxLineVideos)
  return {
    videos: videos.slice(0, maxLineVideos),
    omitted: { count: omitted.length, amount: sum(omitted) },
    withoutVideo: sum(lines.filter(({ videoId }) => videoId === '')),
  }
}
