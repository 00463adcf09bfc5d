import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Database } from '#server/platform/db/database.ts'
import type { ManagedJobQueue } from '#server/platform/jobs/queue.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { startJobs } from '#tests/support/jobs.ts'
import { createTestScrape } from '#tests/support/metrics.ts'

let db: Database
let jobs: ManagedJobQueue
/** Types of metrics, by name. */
let metrics: Map<string, string>

beforeAll(async () => {
  db = await createTestDatabase()
  jobs = await startJobs(db)
  // These modules register their metrics on import, as they do in the server.
  await import('#server/app.ts')
  await import('#server/reports/ingest/import-files.ts')
  const types = (await createTestScrape(db)()).matchAll(/^# TYPE (\S+) (\S+)$/gm)
  metrics = new Map(Array.from(types, ([, name = '', type = '']) => [name, type]))
})
afterAll(async () => {
  await jobs.close()
  await db.close()
})

const readDocs = (name: string) => readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

/** Lists the names of metrics in queries or prose, without the suffixes of a histogram's series. */
function listNames(text: string): string[] {
  const names = text.match(/\b(?:hookline|process|nodejs)_[a-z0-9_]+\b/g) ?? []
  const toMetric = (name: string) => {
    const base = name.replace(/_(bucket|count|sum)$/, '')
    return metrics.has(name) ? name : metrics.get(base) === 'histogram' ? base : name
  }
  return [...new Set(names.map(toMetric))]
}

const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.optional(z.array(z.object({ expr: z.string() }))) })),
})

test('every metric of the alerts exists', async () => {
  const expressions = (await readDocs('monitoring/alerts.yml')).replaceAll(/^ *#.*$/gm, '')
  const names = listNames(expressions)
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !metrics.has(name))).toEqual([])
})

test('every series of the tests of the alerts exists', async () => {
  const names = listNames(await readDocs('monitoring/alerts.test.yml'))
  expect(names.filter((name) => !metrics.has(name))).toEqual([])
})

test('every metric of the dashboard exists, and each of ours is on it', async () => {
  const { panels } = z.parse(Dashboard, JSON.parse(await readDocs('monitoring/dashboard.json')))
  const names = listNames(panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n'))
  expect(names.filter((name) => !metrics.has(name))).toEqual([])
  const missing = [...metrics.keys()].filter((name) => name.startsWith('hookline_') && !names.includes(name))
  expect(missing).toEqual([])
})

test('the table of the operator’s page has each of our metrics, and none that does not exist', async () => {
  const page = await readDocs('operating/reference/metrics.md')
  const cells = page.split('\n').flatMap((line) => /^\| (`[^|]*`) \|/.exec(line)?.[1] ?? [])
  const names = listNames(cells.join('\n'))
  expect(names.filter((name) => !metrics.has(name))).toEqual([])
  expect([...metrics.keys()].filter((name) => name.startsWith('hookline_')).sort()).toEqual(
    names.filter((name) => name.startsWith('hookline_')).sort(),
  )
})

test('names follow the conventions: base units, and counters end in total', () => {
  const own = [...metrics].filter(([name]) => name.startsWith('hookline_'))
  expect(own.filter(([name, type]) => (type === 'counter') !== name.endsWith('_total'))).toEqual([])
  expect(own.filter(([name]) => /_(ms|millis\w*|minutes|hours|days|kb|mb|percent)(_|$)/.test(name))).toEqual(
    [],
  )
})
