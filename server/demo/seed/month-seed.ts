import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import { getDemoChannelId } from '#server/demo/data/facts.ts'
import { createDemoMonthFiles, type DemoMonth, type DemoMonthFile } from '#server/demo/data/month-files.ts'
import { demoSites } from '#server/demo/data/sites.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Id, Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { deleteOldMails } from '#server/platform/mail/delivery.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { closeMonth } from '#server/settlement/closing/closing.ts'
import { getObstacleKey } from '#server/settlement/closing/closing-obstacles.ts'
import { draftMonth } from '#server/settlement/closing/drafts.ts'
import { releaseMonth } from '#server/settlement/closing/releases.ts'
import { importMonthFiles } from '#server/settlement/files/import.ts'
import { setShares } from '#server/settlement/payout-shares/payout-shares.ts'
import { insertPayees } from './payee-seed.ts'
import { bookAdvance, payMonth, showPaymentStates } from './payment-seed.ts'

const seededMonths = 6
/** Positions among the months: one with a difference that is explained, one that a later file corrects, and when. */
const explainedMonth = 1
const correctedMonth = 2
const correctingMonth = 4
/** A member's statement of it has an advance. */
const advancedMonth = 4
const difference = 18.4
const heldExplanation = '심사 중인 채널의 수익은 승인된 뒤 다음 마감 때 지급합니다.'
const explanation = '유료 기능 수익 18.40달러는 다음 달 파일에 포함된다고 YouTube가 답했습니다(문의 7-4821).'

/** Shares of a channel with two members, in their order; the rest is the network's. */
const sharePermilles = [600, 300]

interface Dependencies {
  db: Database
  owner: string
  encryption: Encryption
  now: Date
}

/**
 * Final files of the months that are over, of which all but the newest are closed, and all but the newest closed one are paid.
 * Later starts add the months that have ended since. Idempotent; an interrupted start is continued.
 * @throws {ClosingError} when people have changed what stands in the way of closing
 */
export async function ensureDemoMonths(dependencies: Dependencies): Promise<void> {
  const { db, owner, now } = dependencies
  if (await hasOtherMonths(db, owner)) return
  const existing = await selectMonths(db)
  const reported = (await selectReportedMonths(db, owner)).filter(
    (month) => getMonthStart(month, 1) <= getPacificDay(now),
  )
  const newest = existing.at(-1)
  const added = newest ? reported.filter((month) => month > newest.month) : reported.slice(-seededMonths)
  const months = [...existing, ...added.map((month) => ({ month, isClosed: false }))]
  const [first] = months
  if (!first) return
  if (added.length > 0) await importMonths(dependencies, added, existing.length)
  if (!months.some(({ isClosed }) => isClosed)) await preparePayments(dependencies, first.month)
  await closeMonths(dependencies, months)
}

const OtherRow = z.object({ hasOthers: z.boolean() })

/** Somebody works with months of their own. */
async function hasOtherMonths(db: Queryable, owner: string): Promise<boolean> {
  const { hasOthers } = await queryOne(
    db,
    OtherRow,
    sql`select exists (select from month_loads where owner <> ${owner}) as "hasOthers"`,
  )
  return hasOthers
}

interface MonthState {
  month: string
  isClosed: boolean
}
const MonthRow = z.object({ month: Day, isClosed: z.boolean() })

const selectMonths = (db: Queryable): Promise<MonthState[]> =>
  db.query(
    MonthRow,
    sql`select month, state <> 'open' as "isClosed"
    from months
    where exists (
      select
      from month_loads l
      where l.month = months.month
        and l.state = 'current')
    order by month`,
  )

const ReportedRow = z.object({ month: Day })

/** Months whose last day was reported. */
const selectReportedMonths = async (db: Queryable, owner: string): Promise<string[]> =>
  (
    await db.query(
      ReportedRow,
      sql`select date_trunc('month', day)::date as month
      from report_current
      where report_type = 'revenue'
        and owner = ${owner}
        and extract(day from day + 1) = 1
      order by 1`,
    )
  ).map(({ month }) => month)

const VideoRow = z.object({
  channelId: z.string(),
  videoId: z.string(),
  title: z.string(),
  views: Count,
  revenueMicros: Integer,
  premiumMicros: Integer,
  usMicros: Integer,
})

const selectVideos = (db: Queryable, owner: string, month: string) =>
  db.query(
    VideoRow,
    sql`with days as (
      select report_type, day, load_id
      from report_current
      where owner = ${owner}
        and day between ${month}::date and ${addDays(getMonthStart(month, 1), -1)}::date
    ), views as (
      select f.channel_id, f.video_id, sum(f.views) as views
      from days d
      join activity_facts f on f.load_id = d.load_id
        and f.day = d.day
      where d.report_type = 'activity'
      group by f.channel_id, f.video_id
    ), revenue as (
      select f.channel_id,
        f.video_id,
        sum(f.revenue_micros)::bigint as revenue,
        sum(f.premium_revenue_micros)::bigint as premium,
        coalesce(sum(f.revenue_micros) filter (where f.country = 'US'), 0)::bigint as us
      from days d
      join revenue_facts f on f.load_id = d.load_id
        and f.day = d.day
      where d.report_type = 'revenue'
      group by f.channel_id, f.video_id
    )
    select r.channel_id as "channelId",
      r.video_id as "videoId",
      coalesce(v.title, '') as title,
      coalesce(w.views, 0)::bigint as views,
      r.revenue as "revenueMicros",
      r.premium as "premiumMicros",
      r.us as "usMicros"
    from revenue r
    left join views w on w.channel_id = r.channel_id
      and w.video_id = r.video_id
    left join videos v on v.channel_id = r.channel_id
      and v.video_id = r.video_id
    order by r.channel_id, r.video_id`,
  )

/** YouTube withholds nothing of channels from the US. */
const taxedChannelIds = new Set(
  demoSites
    .filter(({ playlist }) => !playlist)
    .flatMap(({ domain, channels }) => channels.map(({ name }) => getDemoChannelId(domain, name))),
)

const createMonth = async (
  { db, owner }: Dependencies,
  month: string,
  rest: Pick<DemoMonth, 'difference' | 'isCorrected'>,
): Promise<DemoMonthFile[]> =>
  createDemoMonthFiles({ month, videos: await selectVideos(db, owner, month), taxedChannelIds, ...rest })

/** `position`: of the first one. The newest has a difference that nobody has explained yet. */
async function importMonths(
  dependencies: Dependencies,
  months: readonly string[],
  position: number,
): Promise<void> {
  const files: DemoMonthFile[] = []
  for (const [at, month] of months.entries()) {
    const isDifferent = position + at === explainedMonth || at === months.length - 1
    const rest = { difference: isDifferent ? difference : 0, isCorrected: false }
    files.push(...(await createMonth(dependencies, month, rest)))
  }
  await importFiles(dependencies, files)
}

async function importFiles({ db, owner, now }: Dependencies, files: readonly DemoMonthFile[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'months-'))
  try {
    for (const { name, text } of files) await writeFile(join(folder, name), text)
    for (const outcome of await importMonthFiles(db, [folder], { owner, now }))
      if (outcome.result === 'refused')
        throw new Error(`The demo's own file ${outcome.name} was refused: ${outcome.reason}`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const getClosingTime = (month: string) => new Date(`${addDays(getMonthStart(month, 1), 19)}T03:00:00Z`)
/** The day precedes the closing of the next month. */
const getPaymentDay = (month: string) => addDays(getMonthStart(month, 2), 9)

const preparePayments = ({ db, encryption }: Dependencies, firstMonth: string): Promise<void> =>
  db.transaction(async (tx) => {
    await insertShares(tx)
    await insertPayees(tx, encryption, firstMonth, getClosingTime(firstMonth))
  })

const SharedChannelRow = z.object({ registrationId: Id, fromDay: Day, members: z.array(Id) })

async function insertShares(tx: Queryable): Promise<void> {
  for (const { domain, channels } of demoSites)
    for (const { name, memberEmails } of channels) {
      if (memberEmails.length < 2) continue
      const [channel] = await tx.query(
        SharedChannelRow,
        sql`select c.registration_id as "registrationId",
          c.earns_from as "fromDay",
          array(
            select a.id
            from accounts a
            where a.network_id = c.network_id
              and a.email = any(${memberEmails}::text[])
            order by array_position(${memberEmails}::text[], a.email)
          ) as members
        from channels c
        where c.channel_id = ${getDemoChannelId(domain, name)}
          and c.removed_at is null
        for update`,
      )
      if (!channel) continue
      const permilles = new Map(channel.members.map((id, at) => [id, sharePermilles[at] ?? 0]))
      const { registrationId: id, fromDay } = channel
      const recording = { action: 'channel share', getActor: () => ({ kind: 'operator' }) as const }
      await setShares(tx, [{ id, fromDay, permilles }], recording)
    }
}

async function closeMonths(dependencies: Dependencies, months: readonly MonthState[]): Promise<void> {
  const { db, now } = dependencies
  let closed = 0
  for (const [at, { month, isClosed }] of months.slice(0, -1).entries()) {
    if (isClosed) continue
    const before = months[at - 1]?.month
    if (before) await payMonths(db, months.slice(Math.max(0, at - 2), at))
    if (at === advancedMonth) await bookAdvance(db, getPaymentDay(before ?? month))
    if (at === correctingMonth) await importCorrection(dependencies, months[correctedMonth]?.month ?? '')
    const hasDifference = at === explainedMonth || at >= seededMonths - 1
    await closeDemoMonth(db, { month, now: getClosingTime(month) }, hasDifference ? explanation : undefined)
    closed++
  }
  const [paid, newest] = months.slice(-3)
  if (closed > 0 && paid && newest) {
    const day = addDays(getClosingTime(newest.month).toISOString().slice(0, 10), 1)
    await showPaymentStates(db, { paid: paid.month, closed: newest.month, day })
  }
  if (closed < seededMonths - 1) return
  await markOlderSeen(db, months.at(-2)?.month ?? '')
  // Nobody waits for news that is months old.
  await deleteOldMails(db, now)
}

/** What the last month and the one before it leave to be paid, such as a payment that came back. */
async function payMonths(db: Database, months: readonly MonthState[]): Promise<void> {
  const paidOn = getPaymentDay(months.at(-1)?.month ?? '')
  for (const { month } of months) await payMonth(db, month, paidOn)
}

/** A payment summary comes with it. */
async function importCorrection(dependencies: Dependencies, month: string): Promise<void> {
  const files = await createMonth(dependencies, month, { difference: 0, isCorrected: true })
  await importFiles(dependencies, files)
}

/** Closes and releases what the preview shows. `text`: explains differences. */
async function closeDemoMonth(
  db: Database,
  options: { month: string; now: Date },
  text: string | undefined,
): Promise<void> {
  const { fingerprint, obstacles } = await db.readSnapshot((view) => draftMonth(view, options))
  const explanations = obstacles.flatMap((obstacle) => {
    const own = obstacle.code === 'held' ? heldExplanation : text
    return own === undefined ? [] : [{ obstacle: getObstacleKey(obstacle), text: own }]
  })
  await closeMonth(db, { ...options, fingerprint, explanations })
  const closer = { actor: { kind: 'operator' }, action: 'month release', accountId: null } as const
  await releaseMonth(db, options, closer)
}

/** Members have looked at all statements but the newest. */
const markOlderSeen = (db: Queryable, newestClosed: string): Promise<number> =>
  db.execute(
    sql`update accounts
    set seen_statement_id = (select coalesce(max(id), 0) from statements where month < ${newestClosed}::date)
    where kind = 'person'`,
  )
