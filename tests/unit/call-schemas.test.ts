import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readMe } from '#contract/people/session.ts'
import { parseInput, validateOutput } from '#server/platform/http/request/input.ts'

const person = {
  id: 1,
  email: 'kim@example.test',
  nickname: 'Kim',
  permission_flag: 0,
  unread_notices: 0,
  settings: {},
}

test('a reply has the fields of its contract alone, and is a bug without them', () => {
  const row = { user: { ...person, password_hash: 'secret', settings: { key: 'secret' } }, rows: ['secret'] }
  expect(JSON.stringify(validateOutput(readMe, row))).not.toContain('secret')
  expect(validateOutput(readMe, row)).toMatchObject({ user: { email: 'kim@example.test' } })
  const { email: _, ...incomplete } = person
  expect(() => validateOutput(readMe, { user: incomplete })).toThrow('readMe returned output that violates')
})

test('a call has the fields of its contract alone', () => {
  const schema = z.object({ nickname: z.string() })
  expect(parseInput(schema, { nickname: 'Kim', is_operator: true })).toEqual({ nickname: 'Kim' })
})
