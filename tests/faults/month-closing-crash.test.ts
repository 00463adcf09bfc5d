// @module-tag adapter
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import {
  isIntact,
  selectStatementEntries,
  selectStatements,
} from '#server/settlement/statements/statement-queries.ts'
import { createAccount, createChannel, createSite, insertAssignment } from '#tests/support/accounts.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

const script = fileURLToPath(new URL('../support/month-closing-process.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
beforeAll(async () => {
  template = await prepareProcessDatabase(async (db) => {
    const site = await createSite(db)
    const boss = await createAccount(db, site, 'boss@example.test')
    const ann = await createAccount(db, site, 'ann@example.test', boss)
    await queryRaw(db, 'update accounts set email_confirmed_at = now()')
    const registration = await createChannel(db, boss, channelIdFor('a'))
    await insertAssignment(db, registration, ann)
    await queryRaw(db, `update assignments set assigned_at = '2026-03-11T20:00:00Z', from_day = '2026-03-11'`)
    await queryRaw(
      db,
      `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-03-01', 200)`,
      [ann],
    )
    await insertMonthFile(db, {
      month: '2026-03-01',
      source: 'ads',
      amounts: { [channelIdFor('a')]: '31', '': '1' },
    })
  })
})
afterAll(() => template.remove())

type Phase = 'close' | 'release' | 'reopen'

function runUntilKilled(
  database: ProcessDatabase,
  phase: Phase,
  step: number,
): Promise<{ steps: string[]; code: number | null }> {
  const child = spawn(node, [script, phase, String(step)], {
    env: { ...process.env, DATABASE_URL: '', ...database.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ steps: text.trimEnd().split('\n'), code }))
  })
}

const states = ['open', 'closed', 'released'] as const
type State = (typeof states)[number]

/** Expects all of the month, or nothing of it; mails only of a released one. */
async function readState(db: Database): Promise<State> {
  const [month] = await queryRaw<{ state: State }>(db, 'select state from months')
  const state = month?.state ?? 'open'
  const entries = await queryRaw<{ micros: number }>(db, 'select micros from ledger_entries')
  const statements = await selectStatements(db, {})
  const mails = await queryRaw(db, 'select from mails')
  expect(mails).toHaveLength(state === 'released' ? 2 : 0)
  if (state === 'open') {
    expect([entries, statements, await queryRaw(db, 'select from month_parts')]).toEqual([[], [], []])
    return state
  }
  expect(states).toContain(state)
  expect(entries.reduce((sum, { micros }) => sum + micros, 0)).toBe(32_000_000)
  expect(statements.map(({ closing }) => closing.micros)).toEqual([14_200_000, 16_800_000])
  for (const statement of statements)
    expect(isIntact(statement, await selectStatementEntries(db, statement.id))).toBe(true)
  return state
}

async function inspect(database: ProcessDatabase): Promise<State> {
  const db = await database.open()
  const state = await readState(db)
  await db.close()
  return state
}

interface Killing {
  phase: Phase
  /** Phases that must have run before. */
  before: Phase[]
  from: State
  to: State
  /** Steps with something half done. */
  middle: RegExp
}

const killings: Killing[] = [
  { phase: 'close', before: [], from: 'open', to: 'closed', middle: /^copy ledger_entries/ },
  { phase: 'release', before: ['close'], from: 'closed', to: 'released', middle: /^insert into mails/ },
  { phase: 'reopen', before: ['close'], from: 'closed', to: 'open', middle: /^delete from statements/ },
]

test.each(killings)(
  'killed at any step of $phase, a month is as before or after it; run again, it is after it',
  async ({ phase, before, from, to, middle }) => {
    const prepare = async () => {
      const database = await template.copy()
      for (const earlier of before) expect((await runUntilKilled(database, earlier, -1)).code).toBe(0)
      return database
    }
    const whole = await prepare()
    const { steps, code } = await runUntilKilled(whole, phase, -1)
    expect([code, await inspect(whole)]).toEqual([0, to])
    await whole.remove()
    const found: State[] = []
    for (const step of [middle, /^before a commit/, /^after a commit/]) {
      const index = steps.findIndex((label) => step.test(label))
      expect(index, String(step)).toBeGreaterThan(-1)
      const database = await prepare()
      expect((await runUntilKilled(database, phase, index)).code).toBeNull()
      found.push(await inspect(database))
      if (found.at(-1) === from) expect((await runUntilKilled(database, phase, -1)).code).toBe(0)
      expect(await inspect(database)).toBe(to)
      await database.remove()
    }
    expect(found).toEqual([from, from, to])
  },
  240_000,
)
