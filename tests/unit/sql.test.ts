import { expect, test } from 'vitest'
import { empty, identifier, join, sql } from '#server/platform/db/sql.ts'

test('values become numbered parameters and nested fragments are spliced in', () => {
  const condition = sql`site_id = ${3} and email = ${"o'hara; drop table"}`
  const statement = sql`select id from accounts where ${condition} ${empty} limit ${10}`
  expect(statement.text).toBe('select id from accounts where site_id = $1 and email = $2  limit $3')
  expect(statement.values).toEqual([3, "o'hara; drop table", 10])
})

test('statements of one shape have one text, whatever their values', () => {
  const select = (ids: number[]) => sql`select id from videos where id = any(${ids})`
  expect(select([1]).text).toBe(select([1, 2, 3]).text)
})

test('join puts a separator of the closed set between fragments', () => {
  const conditions = [sql`a = ${1}`, sql`b = ${2}`]
  expect(join(conditions, ' and ').text).toBe('a = $1 and b = $2')
  expect(() => join([])).toThrow()
})

test('an identifier is quoted and belongs to a closed set', () => {
  const columns = ['views', 'earnings'] as const
  expect(sql`order by ${identifier('views', columns)}`.text).toBe('order by "views"')
  const requested = 'views" desc; --' as 'views'
  expect(() => identifier(requested, columns)).toThrow(RangeError)
})

test('a text cannot become SQL', () => {
  // @ts-expect-error: the tag takes templates only
  expect(() => sql('select 1')).toThrow()
  // @ts-expect-error: undefined is not a value of SQL
  expect(sql`select ${undefined}`.values).toEqual([undefined])
})
