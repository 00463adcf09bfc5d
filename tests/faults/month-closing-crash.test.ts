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
    const registration = await createChannel(db, boss, channelIdFor('a'))
    await insertAssignment(db, registration, ann)
    await queryRaw(db, `update assignments set assigned_at = '2026-03-11T20:00:00Z'`)
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

function closeUntilKilled(
  database: ProcessDatabase,
  step: number,
): Promise<{ steps: string[]; code: number | null }> {
  const child = spawn(node, [script, String(step)], {
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

/** Expects all of the month, or nothing of it. */
async function readState(db: Database): Promise<'open' | 'closed'> {
  const [{ state } = { state: '' }] = await queryRaw<{ state: 'open' | 'closed' }>(
    db,
    'select state from months',
  )
  const entries = await queryRaw<{ micros: number }>(db, 'select micros from ledger_entries')
  const statements = await selectStatements(db, {})
  if (state === 'open') {
    expect([entries, statements, await queryRaw(db, 'select from month_parts')]).toEqual([[], [], []])
    return state
  }
  expect(state).toBe('closed')
  expect(entries.reduce((sum, { micros }) => sum + micros, 0)).toBe(32_000_000)
  expect(statements.map(({ closing }) => closing.micros)).toEqual([14_200_000, 16_800_000])
  for (const statement of statements)
    expect(isIntact(statement, await selectStatementEntries(db, statement.id))).toBe(true)
  return 'closed'
}

const criticalSteps = [/^copy ledger_entries/, /^before a commit/, /^after a commit/]

test('killed at any step, a month is open or closed as a whole; run again, it is closed', async () => {
  const whole = await template.copy()
  const { steps, code } = await closeUntilKilled(whole, -1)
  await whole.remove()
  expect(code).toBe(0)
  const states: string[] = []
  for (const step of criticalSteps) {
    const index = steps.findIndex((label) => step.test(label))
    expect(index, String(step)).toBeGreaterThan(-1)
    const database = await template.copy()
    expect((await closeUntilKilled(database, index)).code).toBeNull()
    const killed = await database.open()
    const state = await readState(killed)
    await killed.close()
    states.push(state)
    if (state === 'open') {
      expect((await closeUntilKilled(database, -1)).code).toBe(0)
      const again = await database.open()
      expect(await readState(again)).toBe('closed')
      await again.close()
    }
    await database.remove()
  }
  expect(states).toEqual([...criticalSteps.slice(1).map(() => 'open'), 'closed'])
}, 180_000)
