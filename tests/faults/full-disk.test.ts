import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestPasswordReset } from '#contract/people/email-links.ts'
import { writeBackup } from '#server/operations/backup/writer.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { isDiskFull } from '#server/platform/disk-full.ts'
import { createSite } from '#tests/support/accounts.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { startServer } from '#tests/support/server-process.ts'
import { signHeaders } from '#tests/support/signed-headers.ts'
import { describeOnSmallDisk } from '#tests/support/small-disk.ts'
import { execAsOwner } from '#tests/support/traces.ts'

const operatorScript = fileURLToPath(new URL('../../server/operator/main.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

describeOnSmallDisk('a full disk', 80, ({ path, fill, free }) => {
  const folder = join(path, 'data')
  let template: string
  let elsewhere: string
  let backup: string
  beforeAll(async () => {
    elsewhere = await mkdtemp(join(tmpdir(), 'hookline-elsewhere-'))
    template = join(elsewhere, 'data')
    const db = await openDatabase({ databaseUrl: undefined, dataDir: template })
    await migrate(db)
    await createSite(db, 'example.test')
    backup = join(elsewhere, 'whole.backup')
    await writeBackup(db, backup)
    await db.close()
    await writeFile(join(elsewhere, 'rates.csv'), createRates())
  })
  beforeEach(async () => {
    await free()
    await rm(folder, { recursive: true, force: true })
    await cp(template, folder, { recursive: true })
  })
  afterAll(() => rm(elsewhere, { recursive: true, force: true }))

  /** More than fits into the pages that the tables have. */
  const createRates = () => {
    const first = Date.UTC(2005, 0, 1)
    const days = Array.from({ length: 7_000 }, (_, day) =>
      new Date(first + day * 86_400_000).toISOString().slice(0, 10),
    )
    return `day,won_per_dollar\n${days.map((day) => `${day},1392.5`).join('\n')}\n`
  }

  const runOperator = (...args: string[]) => runOperatorOn(folder, ...args)

  async function runOperatorOn(dataDir: string, ...args: string[]) {
    const { stdout, stderr } = await promisify(execFile)(node, [operatorScript, ...args], {
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
    }).catch((error: { stdout: string; stderr: string }) => error)
    return stdout + stderr
  }

  async function changeDatabase(work: (db: Database) => Promise<unknown>): Promise<void> {
    const db = await openDatabase({ databaseUrl: undefined, dataDir: folder })
    await work(db)
    await db.close()
  }

  const importRates = () => runOperator('rates', 'import', join(elsewhere, 'rates.csv'))
  const explained = new RegExp(
    `^The disk is full: there is no space left for the database in ${folder} \\(DATA_DIR\\)\\. Nothing is lost: .*Free some space`,
    'm',
  )

  test('ends a command with what to do, and works again with space', async () => {
    const server = startServer({ DATA_DIR: folder })
    await server.address()
    await fill()
    const text = await importRates()
    expect(text).toMatch(explained)
    expect(text).not.toMatch(/Failed|could not extend/)
    await free()
    expect(await importRates()).toContain('7,000 days')
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ status: 0 })
  })

  test('does so without a server', async () => {
    await fill()
    expect(await importRates()).toMatch(explained)
    await free()
    expect(await importRates()).toContain('7,000 days')
  })

  test('is named by a backup that does not fit, and nothing of it stays', async () => {
    await fill()
    const backup = join(path, 'a.backup')
    expect(await runOperatorOn(template, 'backup', backup)).toMatch(
      new RegExp(`The disk is full: there is no space left for the backup in ${path}\\.`),
    )
    expect(existsSync(backup) || existsSync(`${backup}.partial`)).toBe(false)
  })

  test('ends a restore with what to do, and nothing of it stays', async () => {
    await changeDatabase((db) => execAsOwner(db, 'truncate sites cascade'))
    await fill()
    expect(await runOperator('restore', backup)).toMatch(explained)
    await free()
    await runOperator('restore', backup)
    await changeDatabase(async (db) =>
      expect(await queryRaw(db, 'select domain from sites')).toEqual([{ domain: 'example.test' }]),
    )
  }, 120_000)

  test('refuses requests with 503 and a reason, until there is space', async () => {
    const server = startServer({ DATA_DIR: folder })
    const address = await server.address()
    const call = async () => {
      const body = JSON.stringify({ email: 'nobody@example.test' })
      const path = requestPasswordReset.path
      const headers = signHeaders('POST', `/${path}`, body, { domain: 'example.test' })
      const reply = await fetch(`${address}/api/${path}`, { method: 'POST', headers, body })
      return { status: reply.status, retry: reply.headers.get('Retry-After'), body: await reply.json() }
    }
    await fill()
    let reply = await call()
    // Each call adds a row to a page that has room, until one does not.
    for (let calls = 0; calls < 1_000 && reply.status !== 503; calls++) reply = await call()
    expect(reply).toMatchObject({ status: 503, retry: '60', body: { success: false, code: 'storage_full' } })
    expect((await fetch(`${address}/api/ready`)).status).toBe(200)
    await free()
    expect((await call()).status).not.toBe(503)
    server.kill('SIGTERM')
    expect((await server.ended).text).toContain('disk full')
  })

  // In large pieces, the log is refused; in small ones, the database never answers again.
  test.each([
    `select pg_logical_emit_message(false, 'test', repeat('x', 100000)) from generate_series(1, 400)`,
    `do $$ begin for i in 1..20000 loop perform pg_logical_emit_message(true, 'test', repeat('x', 500)); commit; end loop; end $$`,
  ])('stops a database that has no space for its log, and keeps what was saved: %s', async (script) => {
    const db = await openDatabase({ databaseUrl: undefined, dataDir: folder })
    await execRaw(db, 'create table counter (n integer); insert into counter values (0)')
    await fill()
    await execRaw(db, 'update counter set n = 7')
    let failure: Error | undefined
    void db.failure.then((error) => {
      failure = error
    })
    let refusal: unknown
    for (let attempt = 0; attempt < 1_000 && !failure; attempt++)
      refusal = await execRaw(db, script).catch((error: unknown) => error)
    expect([isDiskFull(refusal), isDiskFull(failure)]).toEqual([true, true])
    await db.close()
    await free()
    const reopened = await openDatabase({ databaseUrl: undefined, dataDir: folder })
    expect(await queryRaw(reopened, 'select n from counter')).toEqual([{ n: 7 }])
    await reopened.close()
  })

  test('of the log leaves a server at work, and its log goes on with space', async () => {
    const logFile = join(path, 'log')
    await using log = await open(logFile, 'a')
    const dataDir = join(elsewhere, 'logging')
    await cp(template, dataDir, { recursive: true })
    const server = startServer({ DATA_DIR: dataDir }, undefined, { stdout: log.fd })
    const address = await server.address()
    await fill()
    const statuses = new Set<number>()
    for (let calls = 0; calls < 60; calls++) statuses.add((await fetch(`${address}/api/health`)).status)
    expect([...statuses]).toEqual([200])
    await free()
    await fetch(`${address}/api/ready`)
    expect(await readFile(logFile, 'utf8')).toContain('/api/ready')
    await fill()
    for (let calls = 0; calls < 60; calls++) await fetch(`${address}/api/health`)
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ status: 0 })
    await rm(logFile)
  })

  test('ends a start with what to do', async () => {
    await rm(join(folder, 'postgres'), { recursive: true })
    await fill()
    const { status, text } = await startServer({ DATA_DIR: folder }).ended
    expect(status).toBe(1)
    expect(text).toMatch(explained)
    expect(text).not.toMatch(/at .+:\d+:\d+/)
  })
})
