// @module-tag adapter
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Database } from '#server/platform/db/database.ts'
import { CountRow, Day, Integer, queryOne, RowError, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createTestDatabase } from '#tests/support/database.ts'

let db: Database
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

const TypesRow = z.object({
  int8: Integer,
  day: Day,
  time: Timestamp,
  list: z.array(z.string()),
  json: z.object({ a: z.int() }),
  bytes: z.instanceof(Uint8Array),
})

test('rows arrive in the types of their schema', async () => {
  const rows = await db.query(
    TypesRow,
    sql`select ${9007199254740991}::bigint as int8,
      ${'2026-11-22'}::date as day,
      ${new Date('2026-11-22T02:45:00Z')}::timestamptz as time,
      ${['a', 'b']}::text[] as list,
      ${JSON.stringify({ a: 1 })}::text::jsonb as json,
      ${new Uint8Array([1, 2])}::bytea as bytes,
      'not in the schema' as other`,
  )
  expect(rows).toEqual([
    {
      int8: 9007199254740991,
      day: '2026-11-22',
      time: '2026-11-22T02:45:00.000Z',
      list: ['a', 'b'],
      json: { a: 1 },
      bytes: expect.anything(),
    },
  ])
  expect([...(rows[0]?.bytes ?? [])]).toEqual([1, 2])
})

test('an unexpected row names its column and the statement, not its values', async () => {
  const error = await db.query(CountRow, sql`select 'secret' as count`).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(RowError)
  expect(String(error)).toContain('count')
  expect(String(error)).toContain('as count')
  expect(await db.query(CountRow, sql`select 1 as count where false`)).toEqual([])
})

test('execute returns the number of affected rows', async () => {
  await db.transaction(async (tx) => {
    expect(await tx.execute(sql`create temporary table numbers (n int) on commit drop`)).toBe(0)
    expect(await tx.execute(sql`insert into numbers select generate_series(1, ${5}::int)`)).toBe(5)
    expect(await tx.execute(sql`update numbers set n = n + 1 where n > ${3}`)).toBe(2)
    expect(await tx.execute(sql`delete from numbers where n = ${-1}`)).toBe(0)
    expect(await tx.execute(sql`select n from numbers for update`)).toBe(5)
    expect(await queryOne(tx, CountRow, sql`select count(*) as count from numbers`)).toEqual({ count: 5 })
  })
})

test('queryOne throws unless there is one row', async () => {
  await expect(queryOne(db, CountRow, sql`select 1 as count where false`)).rejects.toThrow(RowError)
  await expect(queryOne(db, CountRow, sql`select generate_series(1, 2) as count`)).rejects.toThrow(RowError)
})

test('scripts, COPY and its slices take no parameters', async () => {
  await expect(db.exec(sql`select ${1}`)).rejects.toThrow(TypeError)
})
