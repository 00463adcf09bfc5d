import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { importFiles } from '#server/ingest/import-files.ts'
import { selectTotals } from '#server/ingest/totals.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { operate } from '#tests/support/operator.ts'
import { selectFlaws } from '#tests/support/reports.ts'

const folder = fileURLToPath(new URL('../../../shared/realdata/kr', import.meta.url))
const isThere = existsSync(folder)
if (!isThere) console.warn(`SKIPPED: there are no real reports at ${folder}; their totals are not compared.`)

test.skipIf(!isThere)(
  'a real week has exactly the totals that were computed apart from any import',
  async () => {
    const db = await freshDatabase()
    try {
      const expected = JSON.parse(readFileSync(`${folder}/expected.json`, 'utf8'))
      for (const result of ['loaded', 'unchanged']) {
        const { outcomes } = await importFiles(db, [folder])
        expect(new Set(outcomes.map((outcome) => outcome.result))).toEqual(new Set([result]))
        expect(await selectTotals(db, 'day')).toEqual(expected.days)
        expect(await selectTotals(db, 'channel')).toEqual(expected.channels)
        expect(await selectTotals(db, 'video')).toEqual(expected.videos)
        expect(await selectFlaws(db)).toEqual([])
      }
      const metadata = `${folder}/content_owner_video_metadata_a4_20200819.csv`
      await operate(
        db,
        'network',
        'adopt',
        metadata,
        '--site',
        'kr.test',
        '--manager',
        'boss@kr.test',
        '--from',
        '2020-08-01',
      )
      const shown = await db.query<{ day: string; views: number; revenue_micros: number }>(
        'select day, views, premium_views, revenue_micros, premium_revenue_micros from network_daily order by day',
      )
      expect(Object.fromEntries(shown.map(({ day, ...totals }) => [day, totals]))).toEqual(expected.days)
    } finally {
      await db.close()
    }
  },
)
