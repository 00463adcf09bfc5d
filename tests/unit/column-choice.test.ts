import { atom } from 'nanostores'
import { expect, test } from 'vitest'
import { createColumnChoice } from '#islands/kit/tables/columns/column-choice.ts'

const create = (available: readonly string[] = ['views', 'profit', 'members']) =>
  createColumnChoice({ table: 'test', $available: atom(available), defaults: ['profit', 'members'] })

test('columns are in the order of the table, whatever was chosen first', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  Object.assign(globalThis, { localStorage: storage, matchMedia: () => new EventTarget() })
  const choice = create()
  const unlisten = choice.$shown.listen(() => {})
  expect(choice.$shown.get()).toEqual(['profit', 'members'])
  choice.toggle('views')
  choice.toggle('profit')
  expect(choice.$shown.get()).toEqual(['views', 'members'])
  expect(create(['views', 'profit']).$shown.get()).toEqual(['views'])
  choice.toggle('views')
  choice.toggle('members')
  expect(choice.$shown.get()).toEqual([])
  choice.reset()
  expect(choice.$shown.get()).toEqual(['profit', 'members'])
  expect(stored.size).toBe(0)
  unlisten()
})
