import { expect, test } from 'vitest'
import { listChannels } from '#contract/channels/channels.ts'
import { listMusics } from '#contract/portal/musics.ts'
import { createAddressFilter } from '#lib/navigation/address.ts'

const channels = createAddressFilter(listChannels.query, ['search', 'state', 'member', 'page'])
const musics = createAddressFilter(listMusics.query, ['search', 'sort'], { search: 'q' })

const noFilter = { search: '', state: undefined, member: undefined, page: 0 }

test('an address is parsed by the schema of the endpoint; pages are numbered from 1', () => {
  expect(channels.parse({})).toEqual(noFilter)
  expect(channels.parse({ search: ' a b ', state: 'held', member: '7', page: '3', other: 'x' })).toEqual({
    search: 'a b',
    state: 'held',
    member: 7,
    page: 2,
  })
  expect(channels.parse({ member: 'none' }).member).toBe('none')
  expect(musics.parse({ q: 'rain', search: 'sun' })).toEqual({ search: 'rain', sort: 'popular' })
})

test('an invalid value counts as missing, the others stay', () => {
  for (const page of ['0', '-1', '1.5', 'x', '9999999999'])
    expect(channels.parse({ search: 'a', page })).toEqual({ ...noFilter, search: 'a' })
  expect(channels.parse({ state: 'gone', member: '-1', search: 'x'.repeat(101) })).toEqual(noFilter)
})

test('only managers filter by member', () => {
  expect(channels.parse({ member: '7' }, false).member).toBeUndefined()
})

test('defaults are left out of the address, and a change goes to the first page', () => {
  expect(channels.toParams({ search: 'a' })).toEqual({ search: 'a', page: undefined })
  expect(channels.toParams({ page: 2 })).toEqual({ page: '3' })
  expect(channels.toParams({ search: '', member: undefined, page: 0 })).toEqual({
    search: undefined,
    member: undefined,
    page: undefined,
  })
  expect(musics.toParams({ search: 'rain', sort: 'name' })).toEqual({ q: 'rain', sort: 'name' })
  expect(musics.toParams({ sort: 'popular' })).toEqual({ sort: undefined })
})

test('what is formatted is parsed again', () => {
  const filter = { search: 'a', state: 'held', member: 7, page: 4 } as const
  expect(channels.parse(channels.toParams(filter))).toEqual(filter)
})
