import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { hashFiles, root } from '../../scripts/install.mjs'

let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
let database: ProcessDatabase
let folder: string
beforeAll(async () => {
  template = await prepareProcessDatabase(async () => {})
  database = await template.copy()
  folder = await mkdtemp(join(tmpdir(), 'hookline-caller-'))
})
afterAll(async () => {
  await database.remove()
  await template.remove()
  await rm(folder, { recursive: true })
})

/** Runs the command as somebody would type it in another folder. */
const operator = (...args: string[]) =>
  promisify(execFile)('npm', ['--prefix', root, 'run', '-s', 'operator', '--', ...args], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '', ...database.environment },
  })

/** Otherwise the command would install first, without the packages that tests need. */
const stamp = await readFile(join(root, 'node_modules/.installed'), 'utf8').catch(() => '')
const isInstalled = stamp === hashFiles(['package-lock.json'])

test.runIf(isInstalled)('paths of a command start in the folder of its caller', async () => {
  const checkout = await readdir(root)
  await writeFile(join(folder, 'rates.csv'), 'day,won_per_dollar\n2026-03-01,1392.5\n')
  expect((await operator('rates', 'import', './rates.csv')).stdout).toContain('1 day: 1 set')
  await operator('backup', 'here.gz')
  await operator('report', 'totals', '--by', 'day', '--csv', 'own-name.csv')
  await operator('report', 'totals', '--by', 'day', '--csv')
  const written = ['here.gz', 'own-name.csv', 'rates.csv', 'totals_by-day.csv']
  expect((await readdir(folder)).toSorted()).toEqual(written)
  expect(await readdir(root)).toEqual(checkout)
})
