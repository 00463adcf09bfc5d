import { readFile } from 'node:fs/promises'
import { addDays } from '#contract/reports/calendar.ts'
import { findSite } from '#server/platform/auth/sites.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { recomputeDays } from '#server/reports/lists/rollups.ts'
import { createAccount, createSite } from '#tests/support/accounts.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

export interface LargeDataSettings {
  channels: number
  videos: number
  tracks: number
  /** Channels of the largest network's member. */
  memberChannels: number
  /**
   * Members of the largest network besides that one; each has ten channels of their own, as far as there are enough.
   */
  otherMembers: number
  firstDay: string
  lastDay: string
}

/** Full size is 1; every size has the same tracks, the same channels of the member, and the same other members. */
export const createLargeSettings = (size: number): LargeDataSettings => ({
  channels: Math.round(10_000 * size),
  videos: Math.round(1_000_000 * size),
  tracks: 100_000,
  memberChannels: 100,
  otherMembers: 200,
  firstDay: '2025-09-21',
  lastDay: '2026-09-20',
})

const domain = 'localhost'

const networks = [
  { share: 30, owner: 'main' },
  { share: 20, owner: 'second' },
  { share: 12, owner: 'second' },
  { share: 10, owner: 'main' },
  { share: 8, owner: 'second' },
  { share: 6, owner: 'main' },
  { share: 5, owner: 'second' },
  { share: 4, owner: 'main' },
  { share: 3, owner: 'second' },
  { share: 2, owner: 'second' },
]

/** Email of the manager of network number `network`; 1 is the largest. */
export const getManagerEmail = (network: number) => `manager-${network}@large.example`
export const getMemberEmail = (network: number) => `member-${network}@large.example`

interface Step {
  name: string
  /** Runs in one transaction with the record that it is done. */
  fill?: (tx: Queryable) => Promise<unknown>
  /** Runs outside of a transaction, so it must be safe to repeat. */
  run?: (db: Database) => Promise<unknown>
}

export interface StepReport {
  at: number
  count: number
  name: string
  /** Undefined when the step begins; null: an earlier run did it. */
  seconds?: number | null
}

/**
 * Fills an empty database: ten networks of two content owners, with facts for each day, then roll-ups and lists by the
 * product's own functions. Everything is derived from row numbers, so that two runs are equal. Resumable: completed
 * steps are not repeated.
 */
export async function fillLargeData(
  db: Database,
  settings: LargeDataSettings,
  report: (step: StepReport) => void = () => {},
): Promise<void> {
  await migrate(db)
  const [created] = await queryRaw(db, `select from pg_namespace where nspname = 'large_data'`)
  if (!created) await db.transaction(createSchema)
  const steps = createSteps(settings)
  for (const [index, step] of steps.entries()) {
    const state = { at: index + 1, count: steps.length, name: step.name }
    const done = await queryRaw(db, 'select from large_data.steps where name = $1', [step.name])
    if (done.length > 0) {
      report({ ...state, seconds: null })
      continue
    }
    report(state)
    const started = performance.now()
    const getSeconds = () => (performance.now() - started) / 1000
    if (step.fill)
      await db.transaction(async (tx) => {
        await step.fill?.(tx)
        await recordStep(tx, step.name, getSeconds())
      })
    else {
      await step.run?.(db)
      await recordStep(db, step.name, getSeconds())
    }
    report({ ...state, seconds: getSeconds() })
  }
}

async function createSchema(tx: Queryable): Promise<void> {
  for (const name of ['schema', 'channels', 'videos', 'reports', 'catalog'])
    await execRaw(tx, await readFile(new URL(`./${name}.sql`, import.meta.url), 'utf8'))
}

const recordStep = (db: Queryable, name: string, seconds: number) =>
  queryRaw(db, 'insert into large_data.steps (name, seconds) values ($1, $2)', [name, seconds])

function createSteps(settings: LargeDataSettings): Step[] {
  const months = listMonths(settings)
  return [
    { name: 'accounts', fill: (tx) => fillAccounts(tx, settings) },
    { name: 'channels', fill: (tx) => queryRaw(tx, 'select large_data.fill_channels()') },
    { name: 'other members', fill: (tx) => fillOtherMembers(tx, settings) },
    { name: 'videos', fill: (tx) => queryRaw(tx, 'select large_data.fill_videos()') },
    ...months.map(({ from, to }) => ({
      name: `reports from ${from} to ${to}`,
      fill: (tx: Queryable) => queryRaw(tx, 'select large_data.fill_reports($1, $2)', [from, to]),
    })),
    { name: 'catalog', fill: (tx) => queryRaw(tx, 'select large_data.fill_catalog()') },
    { name: 'statistics', run: (db) => execRaw(db, 'analyze') },
    ...months.map(({ from, to }) => ({
      name: `roll-ups from ${from} to ${to}`,
      fill: (tx: Queryable) => recomputeDays(tx, from, to, { isNew: true }),
    })),
    { name: 'vacuum of the facts', run: vacuum },
    { name: 'lists', run: refreshLists },
    { name: 'vacuum of the lists', run: vacuum },
  ]
}

/** A small data set has few rows that are not visible to all. */
const vacuum = (db: Database) => execRaw(db, db.engine === 'pglite' ? 'analyze' : 'vacuum analyze')

async function fillAccounts(tx: Queryable, settings: LargeDataSettings): Promise<void> {
  const { channels, videos, tracks, memberChannels, firstDay, lastDay } = settings
  await queryRaw(
    tx,
    `insert into large_data.settings (channels, videos, tracks, first_day, last_day)
    values ($1, $2, $3, $4, $5)`,
    [channels, videos, tracks, firstDay, lastDay],
  )
  const site = await createSite(tx, domain)
  for (const [index, { share, owner }] of networks.entries()) {
    const number = index + 1
    const networkId = await createAccount(tx, site, getManagerEmail(number))
    const memberId = await createAccount(tx, site, getMemberEmail(number), networkId)
    await queryRaw(
      tx,
      `insert into large_data.networks (number, network_id, member_id, member_channels, owner, share)
      values ($1, $2, $3, $4, $5, $6)`,
      [number, networkId, memberId, number === 1 ? memberChannels : 10, owner, share],
    )
  }
}

async function fillOtherMembers(tx: Queryable, { otherMembers }: LargeDataSettings): Promise<void> {
  const site = await findSite(tx, domain)
  const [largest] = await queryRaw<{ networkId: number }>(
    tx,
    'select network_id as "networkId" from large_data.networks where number = 1',
  )
  if (!site || !largest) throw new Error('The data set has no networks.')
  const accounts = []
  for (let number = 1; number <= otherMembers; number++)
    accounts.push(await createAccount(tx, site, `member-1-${number}@large.example`, largest.networkId))
  await queryRaw(
    tx,
    `insert into assignments (registration_id, account_id)
    select c.registration_id, a.id
    from unnest($1::integer[]) with ordinality a (id, number)
    join (
      select registration_id, row_number() over (order by registration_id) - 1 as index
      from channels
      where network_id = $2
    ) c on c.index / 10 = a.number - 1`,
    [accounts, largest.networkId],
  )
}

/** Lists calendar months, cut off at both ends. */
function listMonths({ firstDay, lastDay }: LargeDataSettings): { from: string; to: string }[] {
  const months = []
  for (let from = firstDay; from <= lastDay; ) {
    const nextMonth = `${addDays(`${from.slice(0, 7)}-01`, 32).slice(0, 7)}-01`
    const end = addDays(nextMonth, -1)
    months.push({ from, to: end < lastDay ? end : lastDay })
    from = nextMonth
  }
  return months
}
