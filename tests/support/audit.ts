import { expect } from 'vitest'

type Values = Record<string, unknown> | null

/** Expects an entry's detail to have old and new values, at least one of which differs or is hidden. */
export function expectChange(detail: object | undefined): void {
  expect(detail).toMatchObject({ before: expect.toBeOneOf([null, expect.anything()]) })
  const { before, after } = detail as { before: Values; after: Values }
  expect(after).not.toBeUndefined()
  const names = Object.keys({ ...before, ...after })
  const changed = names.filter(
    (name) =>
      before?.[name] === '(hidden)' || JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  expect(changed).not.toEqual([])
}
