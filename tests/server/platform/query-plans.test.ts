import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Database, QueryOptions } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { citusUrl, postgresUrl } from '#tests/support/postgres-database.ts'

let db: Database
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

const Mode = z.object({ mode: z.string() })
const selectMode = sql`select current_setting('plan_cache_mode') as mode`

test.skipIf(!postgresUrl || citusUrl)(
  'a statement is planned for its values unless it says otherwise',
  async () => {
    const readMode = async (options?: QueryOptions) =>
      (await db.query(Mode, sql`select mode from (${selectMode}) one`, options))[0]?.mode
    expect(await readMode()).toBe('force_custom_plan')
    expect(await readMode({ plan: 'custom' })).toBe('force_custom_plan')
    expect(await readMode({ plan: 'generic' })).toBe('force_generic_plan')
    const insideTransaction = await db.transaction((tx) => tx.query(Mode, selectMode, { plan: 'generic' }))
    expect(insideTransaction).toEqual([{ mode: 'force_custom_plan' }])
  },
)
