import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database, Queries } from '#server/db/connect.ts'
import { loadFacts } from '#server/ingest/bulk.ts'
import { importFiles } from '#server/ingest/import-files.ts'
import { refreshLists } from '#server/ingest/lists.ts'
import { recomputeDays } from '#server/ingest/rollups.ts'
import { selectTotals } from '#server/ingest/totals.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { channelNamed } from '#tests/support/facts.ts'
import { makeAccount, makeChannel, makeSite } from '#tests/support/people.ts'
import { activityCsv, activityRow, reportFolder, reportName } from '#tests/support/report-files.ts'
import { emptyReports, rollupFlaws, selectFlaws } from '#tests/support/reports.ts'

let db: Database
let folder: Awaited<ReturnType<typeof reportFolder>>
let older: string
let newer: string
beforeAll(async () => {
  db = await freshDatabase()
  folder = await reportFolder()
  await makeChannel(db, await makeAccount(db, await makeSite(db), 'boss@example.test'), channelNamed('one'))
  older = await folder.write(`older-${reportName('basic', day)}`, activityCsv([activityRow(day)]))
  newer = await folder.write(
    `newer-${reportName('basic', day)}`,
    activityCsv([activityRow(day, { views: 5000 })]),
  )
})
afterAll(async () => {
  await db.close()
  await folder.remove()
})
afterEach(() => emptyReports(db))

const day = '2026-03-02'

/** What is done with each statement, and with each commit, instead of only doing it. */
interface Trouble {
  statement?(text: string): void
  /** After a transaction's work, before or after it is committed. */
  beforeCommit?(last: string): void
  afterCommit?(last: string): void
}

/** A database whose connection gets lost. */
function troubled(trouble: Trouble): Database {
  let last = ''
  const watched = (queries: Queries): Queries => ({
    async query(text, values) {
      trouble.statement?.(text)
      last = text
      return queries.query(text, values)
    },
    async copy(into, chunk) {
      trouble.statement?.(`copy ${into}`)
      return queries.copy(into, chunk)
    },
    exec: (script) => queries.exec(script),
  })
  return {
    ...db,
    ...watched(db),
    async transaction(work) {
      trouble.statement?.('begin')
      const result = await db.transaction(async (tx) => {
        const result = await work(watched(tx))
        trouble.beforeCommit?.(last)
        return result
      })
      trouble.afterCommit?.(last)
      return result
    },
  }
}

const lost = () => {
  throw Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' })
}
const publishes = (last: string) => last.includes('network_daily')

const importOlder = () => importFiles(db, [older], { created: new Date('2026-04-01T00:00:00Z') })
const importNewer = (on: Database = db) =>
  importFiles(on, [newer], { created: new Date('2026-05-01T00:00:00Z') })

async function expectViews(views: number): Promise<void> {
  expect(await selectTotals(db, 'day')).toMatchObject({ [day]: { views } })
  expect(await db.query('select views from network_daily')).toEqual([{ views }])
  expect(await rollupFlaws(db)).toEqual([])
}

test('what the new load replaces cannot be removed: the new one counts, and the next import clears up', async () => {
  await importOlder()
  const { outcomes } = await importNewer(
    troubled({ statement: (text) => text.startsWith('delete from activity_facts') && lost() }),
  )
  expect(outcomes).toMatchObject([{ result: 'loaded', rows: 1 }])
  await expectViews(5000)
  expect(await selectFlaws(db)).toEqual(['activity facts of no current load'])
  expect((await importNewer()).outcomes).toMatchObject([{ result: 'unchanged' }])
  await expectViews(5000)
  expect(await selectFlaws(db)).toEqual([])
})

test('the commit is done but its answer is lost: the load counts and is told so', async () => {
  await importOlder()
  const { outcomes } = await importNewer(troubled({ afterCommit: (last) => publishes(last) && lost() }))
  expect(outcomes).toMatchObject([{ result: 'loaded', rows: 1 }])
  await expectViews(5000)
  expect((await importNewer()).outcomes).toMatchObject([{ result: 'unchanged', rows: 1 }])
  await expectViews(5000)
  expect(await selectFlaws(db)).toEqual([])
})

test('the database is gone from the commit on: the next import finds the load there', async () => {
  await importOlder()
  let gone = false
  const broken = troubled({
    statement: () => gone && lost(),
    afterCommit(last) {
      if (!publishes(last)) return
      gone = true
      lost()
    },
  })
  await expect(importNewer(broken)).rejects.toThrow('CONNECTION_CLOSED')
  await expectViews(5000)
  expect((await importNewer()).outcomes).toMatchObject([{ result: 'unchanged', rows: 1 }])
  await expectViews(5000)
  expect(await selectFlaws(db)).toEqual([])
})

test('the connection is lost before the commit: nothing of the file is kept', async () => {
  await importOlder()
  const before = await db.query('select id from report_loads')
  await expect(importNewer(troubled({ beforeCommit: (last) => publishes(last) && lost() }))).rejects.toThrow(
    'CONNECTION_CLOSED',
  )
  expect(await db.query('select id from report_loads')).toEqual(before)
  await expectViews(1000)
  expect(await selectFlaws(db)).toEqual([])
})

test('a load made by a program counts although what it replaced could not be removed', async () => {
  const row = { channelId: channelNamed('one'), videoId: 'v__________', country: 'KR', premiumViews: 0 }
  const loadOf = (views: number) =>
    [
      {
        type: 'activity' as const,
        owner: 'main',
        day,
        createTime: new Date(),
        rows: [{ ...row, views, watchMs: 0, watchedShare: 0 }],
      },
    ] as const
  await loadFacts(db, loadOf(1))
  await loadFacts(
    troubled({ statement: (text) => text.startsWith('delete from activity_facts') && lost() }),
    loadOf(2),
  )
  await db.transaction((tx) => recomputeDays(tx, day, day))
  await expectViews(2)
  await importFiles(db, [])
  await refreshLists(db)
  expect(await selectFlaws(db)).toEqual([])
})
