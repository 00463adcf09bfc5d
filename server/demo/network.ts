import type { Database, Queries } from '#server/db/connect.ts'
import { whenFree } from '#server/db/when-free.ts'
import { loadFacts } from '#server/ingest/bulk.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import { recomputeDays } from '#server/ingest/rollups.ts'
import { hashPassword, isPassword } from '#server/passwords.ts'
import { addDays } from '#server/reports/periods.ts'
import { reportToday } from '#server/today.ts'
import { demoPassword, demoSites } from './cast.ts'
import { insertRates, insertTracks, insertVideos } from './catalogue.ts'
import { type DemoVideo, demoFacts, demoVideos } from './figures.ts'
import { insertSite } from './people.ts'
import { ensureDemoYoutube } from './youtube-made.ts'

const owner = 'demo'
const months = 7
const lagDays = 2

/**
 * Makes the demonstration network in an installation that has nothing yet; otherwise does nothing. Of several
 * instances that start at once one makes it, and the others wait for it.
 */
export const ensureDemo = (db: Database, now: Date, say: (line: string) => void): Promise<void> =>
  whenFree(db, 'demo', async () => {
    if (!(await isUsed(db))) await makeDemo(db, now, say)
    if (await isMade(db)) await ensureDemoYoutube(db, now)
  })

/** Whether anything is there but what a demonstration that was cut off has left. */
async function isUsed(db: Queries): Promise<boolean> {
  const [found] = await db.query<{ used: boolean }>(
    `select exists (select from sites)
      or exists (select from report_loads where owner <> $1) as used`,
    [owner],
  )
  return found?.used ?? false
}

/** Whether a demonstration was made here, by this version or an earlier one. */
async function isMade(db: Queries): Promise<boolean> {
  const [found] = await db.query<{ made: boolean }>(
    `select exists (select from report_loads where owner = $1 and report_type = 'claims') as made`,
    [owner],
  )
  return found?.made ?? false
}

async function makeDemo(db: Database, now: Date, say: (line: string) => void): Promise<void> {
  const started = performance.now()
  say('Making the demonstration network …')
  const calendar = demoCalendar(now)
  const videos = demoSites.flatMap((site) =>
    site.channels.flatMap((channel) =>
      demoVideos(site.domain, channel, calendar.length, site.playlist ? 'US' : 'KR'),
    ),
  )
  await loadFacts(db, factsByDay(calendar, videos, now))
  const passwordHash = await hashPassword(demoPassword)
  // Last and in one step: a start that was cut off before begins again.
  await db.transaction(async (tx) => {
    await insertRates(tx, calendar)
    await insertTracks(tx)
    await insertVideos(tx, owner, calendar, videos, now)
    for (const site of demoSites) await insertSite(tx, site, calendar, passwordHash)
    await recomputeDays(tx, calendar.at(0) ?? '', calendar.at(-1) ?? '')
  })
  await refreshLists(db)
  say(
    `The demonstration network is there: ${videos.length} videos, ${Math.round((performance.now() - started) / 100) / 10} s.`,
  )
}

/** The accounts to try the demonstration with, as long as they have its password. */
export async function demoAccounts(db: Queries) {
  const managers = demoSites.map(({ domain, manager }) => ({ domain, role: 'manager', email: manager.email }))
  const member = { domain: 'localhost', role: 'member', email: 'hanip@hookline.example' }
  const found = []
  for (const account of [...managers.slice(0, 1), member, ...managers.slice(1)]) {
    const [row] = await db.query<{ passwordHash: string }>(
      `select a.password_hash as "passwordHash"
      from accounts a
      join sites s on s.id = a.site_id
      where s.domain = $1
        and a.email = $2
        and a.removed_at is null`,
      [account.domain, account.email],
    )
    if (row && (await isPassword(demoPassword, row.passwordHash)))
      found.push({ ...account, password: demoPassword })
  }
  return found
}

/** The report days of the demonstration: seven months up to two days ago. */
function demoCalendar(now: Date): string[] {
  const last = addDays(reportToday(now), -lagDays)
  const first = new Date(`${last}T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - months)
  const days = []
  for (let day = first.toISOString().slice(0, 10); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

function* factsByDay(calendar: string[], videos: DemoVideo[], now: Date) {
  for (const [at, day] of calendar.entries()) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    const facts = videos.map((video) => demoFacts(video, at, weekday))
    const unit = { owner, day, createTime: now }
    yield { ...unit, type: 'activity' as const, rows: facts.flatMap(({ activity }) => activity) }
    yield { ...unit, type: 'revenue' as const, rows: facts.flatMap(({ revenue }) => revenue) }
  }
}
