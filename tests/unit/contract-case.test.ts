import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/endpoints.ts'

// Keys are in camelCase, except for the specification's own words and all of its twelve calls.

const specifiedPaths = [
  'v2/mcn/join',
  'member/account/update',
  'member/account/delete.account',
  'member/me',
  'member/mcn/add',
  'member/mcn/accounts',
  'member/mcn/update',
  'member/mcn/delete',
  'member/login',
  'member/logout',
  'member/mcn/contacts',
  'v2/mcn/meta',
]

/** Words of the specification that other calls use, too. */
const specifiedKeys = ['exclusive_logo', 'fee_rate']

const listKeys = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(listKeys)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' ? [...Object.keys(value), ...listKeys(Object.values(value))] : listKeys(value),
  )
}

test.each(
  endpoints.filter(({ path }) => !specifiedPaths.includes(path)).map((one) => [one.name, one] as const),
)('the keys of %s are in camelCase', (_, { query, body, output }) => {
  const keys = [query, body, output].flatMap((schema) =>
    listKeys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  )
  expect(keys.filter((key) => key.includes('_') && !specifiedKeys.includes(key))).toEqual([])
})
