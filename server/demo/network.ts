import { hashPassword, isPassword } from '#server/auth/passwords.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import { loadFacts } from '#server/ingest/bulk.ts'
import { copyRows } from '#server/ingest/copy.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import { recomputeDays } from '#server/ingest/rollups.ts'
import { addDays } from '#server/reports/periods.ts'
import { reportToday } from '#server/today.ts'
import { type DemoSite, demoPassword, demoSites } from './cast.ts'
import { type DemoVideo, demoChannelId, demoFacts, demoRate, demoTrackOf, demoVideos } from './figures.ts'
import { demoNotices } from './notices.ts'
import { letters } from './random.ts'
import { coverPath, thumbnailPath } from './routes.ts'
import { demoMoods, demoTracks } from './tracks.ts'

const owner = 'demo'
const months = 7
const lagDays = 2

/** Makes the demonstration network in an installation that has nothing yet; otherwise does nothing. */
export async function ensureDemo(db: Database, now: Date, say: (line: string) => void): Promise<void> {
  const [found] = await db.query<{ used: boolean }>(
    `select exists (select from sites)
      or exists (select from report_loads where owner <> $1) as used`,
    [owner],
  )
  if (found?.used) return
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
    await insertVideos(tx, calendar, videos, now)
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

async function insertRates(tx: Queries, calendar: string[]): Promise<void> {
  const weekdays = calendar
    .map((day, at) => ({ day, at }))
    .filter(({ day }) => ![0, 6].includes(new Date(day).getUTCDay()))
  await copyRows(
    tx,
    'exchange_rates (day, krw_micros)',
    weekdays.map(({ day, at }) => [day, demoRate(day, at)]),
  )
}

const demoIsrc = (at: number) => `KRMIM26${String(at + 1).padStart(5, '0')}`

async function insertTracks(tx: Queries): Promise<void> {
  for (const name of demoMoods) await tx.query('insert into mood_tags (name) values ($1)', [name])
  for (const [at, track] of demoTracks.entries()) {
    const isrc = demoIsrc(at)
    await tx.query(
      `with track as (
        insert into musics (isrc, name, artist, category, cover)
        values ($1, $2, $3, $4, $5)
        returning id
      )
      insert into music_moods (music_id, mood_tag_id)
      select track.id, tag.id
      from track
      join mood_tags tag on tag.id = any($6)`,
      [isrc, track.name, track.artist, track.category, coverPath(isrc), track.moods.map((mood) => mood + 1)],
    )
  }
}

async function insertVideos(tx: Queries, calendar: string[], videos: DemoVideo[], now: Date): Promise<void> {
  const last = calendar.at(-1) ?? ''
  await copyRows(
    tx,
    `videos (channel_id, video_id, channel_name, title, length_seconds, published_at, thumbnail, said_on, said_at)`,
    videos.map((video) => [
      video.channelId,
      video.videoId,
      video.channelName,
      video.title,
      video.lengthSeconds,
      `${calendar[video.born]}T${String(8 + (video.born % 13)).padStart(2, '0')}:30:00Z`,
      thumbnailPath(video.videoId),
      last,
      now.toISOString(),
    ]),
  )
  await insertClaims(tx, last, videos, now)
}

async function insertClaims(tx: Queries, day: string, videos: DemoVideo[], now: Date): Promise<void> {
  const [load] = await tx.query<{ id: number }>(
    `insert into report_loads (report_type, owner, day, create_time, file_name, sha256, row_count, state)
    values ('claims', $1, $2, $3, 'demonstration', 'demonstration', $4, 'current')
    returning id`,
    [owner, day, now, videos.length],
  )
  if (!load) throw new Error('The claims of the demonstration were not noted.')
  await tx.query(
    `insert into report_current (report_type, owner, day, load_id) values ('claims', $1, $2, $3)`,
    [owner, day, load.id],
  )
  const isrcs = demoTracks.map((_, at) => at)
  await copyRows(
    tx,
    `claims (load_id, claim_id, claim_status, channel_id, video_id, asset_id, asset_title, artist, isrc, is_shorts_eligible)`,
    videos.map((video) => {
      const at = demoTrackOf(video, isrcs)
      const claim = `demo${letters(12, video.videoId, 'claim')}`
      const { name, artist } = demoTracks[at] ?? { name: '', artist: '' }
      return [
        load.id,
        claim,
        'ACTIVE',
        video.channelId,
        video.videoId,
        `A${claim}`,
        name,
        artist,
        demoIsrc(at),
        true,
      ]
    }),
  )
}

async function insertSite(
  tx: Queries,
  site: DemoSite,
  calendar: string[],
  passwordHash: string,
): Promise<void> {
  const siteId = await insertedId(
    tx,
    `insert into sites (domain, name, design_id, color_primary, color_primary_dim, is_playist)
    values ($1, $2, $3, $4, $5, $6)
    returning id`,
    [site.domain, site.name, site.designId, ...site.colors, site.playlist],
  )
  const managerId = await insertPerson(tx, siteId, null, site.manager, passwordHash)
  await tx.query('update sites set default_network_id = $2 where id = $1', [siteId, managerId])
  const members = new Map<string, number>()
  for (const member of site.members) {
    const id = await insertPerson(tx, siteId, managerId, member, passwordHash)
    members.set(member.email, id)
    for (const { permille, daysAgo } of member.fees) {
      await tx.query('insert into fee_rates (account_id, from_day, permille) values ($1, $2, $3)', [
        id,
        addDays(calendar.at(-1) ?? '', -daysAgo),
        permille,
      ])
    }
  }
  for (const channel of site.channels) await insertChannel(tx, site, managerId, channel, members, calendar)
  await insertNotices(tx, siteId, calendar)
}

/** A manager when there is no network to belong to. */
const insertPerson = (
  tx: Queries,
  siteId: number,
  networkId: number | null,
  { email, nickname }: { email: string; nickname: string },
  passwordHash: string,
): Promise<number> =>
  insertedId(
    tx,
    `with next as (select nextval(pg_get_serial_sequence('accounts', 'id'))::integer as id)
    insert into accounts (id, site_id, network_id, email, nickname, password_hash, permission_flag)
    overriding system value
    select id, $1, coalesce($2, id), $3, $4, $5, case when $2::integer is null then 1 else 0 end
    from next
    returning id`,
    [siteId, networkId, email, nickname, passwordHash],
  )

async function insertChannel(
  tx: Queries,
  site: DemoSite,
  networkId: number,
  channel: DemoSite['channels'][number],
  members: Map<string, number>,
  calendar: string[],
): Promise<void> {
  const first = `${calendar.at(0)}T01:00:00Z`
  const approved = channel.approval === 2
  const registrationId = await insertedId(
    tx,
    `insert into channels (channel_id, network_id, name, category, approval_status, verification_status,
      verification_code, registered_at, approved_at, held_at, earns_from)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    returning registration_id as id`,
    [
      demoChannelId(site.domain, channel.name),
      networkId,
      channel.name,
      channel.category,
      channel.approval,
      channel.verification,
      letters(8, site.domain, channel.name, 'code').toUpperCase(),
      first,
      approved ? first : null,
      channel.approval === 1 ? `${calendar.at(-1)}T01:00:00Z` : null,
      approved ? calendar.at(0) : null,
    ],
  )
  for (const email of channel.assigned) {
    await tx.query('insert into assignments (registration_id, account_id, assigned_at) values ($1, $2, $3)', [
      registrationId,
      members.get(email),
      first,
    ])
  }
}

async function insertNotices(tx: Queries, siteId: number, calendar: string[]): Promise<void> {
  for (const { title, body, pinned, daysAgo } of demoNotices) {
    await tx.query(
      'insert into notices (site_id, title, body, pinned, published_at) values ($1, $2, $3, $4, $5)',
      [siteId, title, body, pinned, `${addDays(calendar.at(-1) ?? '', -daysAgo)}T02:00:00Z`],
    )
  }
}

async function insertedId(tx: Queries, text: string, values: unknown[]): Promise<number> {
  const [row] = await tx.query<{ id: number }>(text, values)
  if (!row) throw new Error('A row of the demonstration was not inserted.')
  return row.id
}
