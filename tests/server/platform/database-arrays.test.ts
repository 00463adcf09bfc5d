// @module-tag adapter
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

const texts = ['', 'NULL', 'null', 'a,b', '{a}', '"', '\\', ' x ', 'line\nbreak', '한국어', '"\\{,}"']

let db: Database
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

test('arrays of each kind of value come back as they were sent', async () => {
  const [row] = await queryRaw(
    db,
    `select $1::text[] as texts, $2::integer[] as integers, $3::bigint[] as bigints, $4::date[] as dates,
      $5::numeric[] as numerics, $6::boolean[] as empty, $7::smallint[] as smallints, $8::uuid[] as uuids`,
    [
      texts,
      [-1, 0, 2_147_483_647],
      [Number.MAX_SAFE_INTEGER, -1],
      ['2026-02-28', '2026-03-01'],
      ['0.10', '-12345678901234567890.5'],
      [],
      [-32_768, 32_767],
      ['3b0f3a52-5f0c-4e7d-9f0e-5b9f5d1f0f11'],
    ],
  )
  expect(row).toEqual({
    texts,
    integers: [-1, 0, 2_147_483_647],
    bigints: [Number.MAX_SAFE_INTEGER, -1],
    dates: ['2026-02-28', '2026-03-01'],
    numerics: ['0.10', '-12345678901234567890.5'],
    empty: [],
    smallints: [-32_768, 32_767],
    uuids: ['3b0f3a52-5f0c-4e7d-9f0e-5b9f5d1f0f11'],
  })
})

test('an array may lack elements, and start anywhere', async () => {
  const [row] = await queryRaw(
    db,
    `select $1::text[] as texts, array[null, 1] as integers, '[0:1]={7,8}'::integer[] as bounded, null::text[] as none`,
    [['NULL', null]],
  )
  expect(row).toEqual({ texts: ['NULL', null], integers: [null, 1], bounded: [7, 8], none: null })
})

test('a statement can compare each column with an array', async () => {
  const types = await queryRaw<{ type: string }>(
    db,
    `select distinct format_type(a.atttypid, null) as type from pg_attribute a join pg_class c on c.oid = a.attrelid
      join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and t.typarray <> 0
        and t.typcategory <> 'A' and not a.attisdropped`,
  )
  expect(types).toContainEqual({ type: 'bigint' })
  for (const { type } of types)
    expect([
      type,
      await queryRaw(db, `select $1::${type}[] as sent, array_fill(null::${type}, '{1}') as read`, [[]]),
    ]).toEqual([type, [{ sent: [], read: [null] }]])
})
