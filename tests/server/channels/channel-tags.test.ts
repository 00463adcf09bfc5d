import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteChannel } from '#contract/channels/channel-changes.ts'
import {
  createTag,
  deleteTag,
  listTags,
  maxTagName,
  maxTags,
  maxTagsOfChannel,
  renameTag,
  tagChannels,
} from '#contract/channels/channel-tags.ts'
import { exportRegistrations, listChannels } from '#contract/channels/channels.ts'
import { deleteMember } from '#contract/people/member-management.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createRecordingJobs } from '#tests/support/channel-fixtures.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
const accountIds: Record<string, number> = {}
const tokens: Record<string, string> = {}
const registrations: Record<string, number> = {}
const [one, two, three, foreign] = ['one', 'two', 'three', 'foreign'].map(channelIdFor) as [
  string,
  string,
  string,
  string,
]

beforeAll(async () => {
  api = await startApi(undefined, undefined, { jobs: createRecordingJobs().jobs })
  const site = await createSite(api.db)
  const boss = await createAccount(api.db, site, 'boss@example.test')
  accountIds.boss = boss
  accountIds.ann = await createAccount(api.db, site, 'ann@example.test', boss)
  accountIds.ben = await createAccount(api.db, site, 'ben@example.test', boss)
  accountIds.rival = await createAccount(api.db, site, 'rival@example.test')
  for (const name of Object.keys(accountIds)) tokens[name] = await signIn(api, `${name}@example.test`)
})
afterAll(() => api.close())
beforeEach(async () => {
  await execRaw(
    api.db,
    'delete from channel_tags; delete from assignments; delete from channels; delete from rate_limit_windows',
  )
  const { boss = 0, rival = 0, ann = 0 } = accountIds
  for (const id of [one, two, three]) registrations[id] = await createChannel(api.db, boss, id)
  registrations[foreign] = await createChannel(api.db, rival, foreign)
  await insertAssignment(api.db, registrations[one] ?? 0, ann)
  await insertAssignment(api.db, registrations[two] ?? 0, ann)
})

const send = async (endpoint: Endpoint, body: object, who = 'boss') => {
  const { status, body: reply } = await api.request(endpoint, { token: tokens[who], body })
  if (status === 200) return reply
  const codes = Object.entries((reply.fields ?? {}) as Record<string, { code: string }>)
  return { code: reply.code, fields: Object.fromEntries(codes.map(([name, { code }]) => [name, code])) }
}
const make = async (name: string, who = 'boss'): Promise<number> =>
  (await api.call(createTag, { token: tokens[who], body: { name } })).tag.id
const put = (channels: string[], add: number[], remove: number[] = [], who = 'boss') =>
  send(tagChannels, { channels, add, remove }, who)
const list = async (who = 'boss') =>
  (await api.call(listTags, { token: tokens[who] })).tags.map(({ name, channels }) => `${name} ${channels}`)
const readRows = async (who = 'boss') => {
  const { channels } = await api.call(listChannels, { token: tokens[who], query: { sort: 'name' } })
  return Object.fromEntries(
    channels.map(({ channelId, tags }) => [channelId, tags.map(({ name }) => name).join()]),
  )
}

describe('a tag', () => {
  test('is made, renamed and deleted, and sorted by name', async () => {
    const cooking = await make('Team 10')
    await make('Team 9')
    await make('요리')
    expect(await list()).toEqual(['Team 9 0', 'Team 10 0', '요리 0'])
    expect(await send(renameTag, { id: cooking, name: ' Cooking ' })).toMatchObject({
      tag: { id: cooking, name: 'Cooking' },
    })
    expect(await send(deleteTag, { id: cooking })).toMatchObject({ success: true })
    expect(await send(deleteTag, { id: cooking })).toEqual({ code: 'not_found', fields: {} })
    expect(await list()).toEqual(['Team 9 0', '요리 0'])
  })

  test('has a name of its own, whatever its case and form', async () => {
    const taken = { code: 'taken', fields: { name: 'tag_name_taken' } }
    const id = await make('Café')
    const other = await make('Other')
    for (const name of ['Café', ' CAFÉ ', 'café', 'Cafe\u0301', 'CAFE\u0301'])
      expect(await send(createTag, { name })).toEqual(taken)
    expect(await send(renameTag, { id: other, name: 'CAFÉ' })).toEqual(taken)
    expect(await send(renameTag, { id, name: 'CAFÉ' })).toMatchObject({ tag: { name: 'CAFÉ' } })
    expect(await send(createTag, { name: 'Café' }, 'ann')).toMatchObject({ tag: { name: 'Café' } })
  })

  test.each([
    ['', 'tag_name_required'],
    ['  \u3000', 'tag_name_required'],
    ['a'.repeat(maxTagName + 1), 'tag_name_length'],
    ['a'.repeat(5_000), 'tag_name_length'],
    ['a\u202eb', 'tag_name_characters'],
    ['a\nb', 'tag_name_characters'],
  ])('cannot be named %j', async (name, code) => {
    expect(await send(createTag, { name })).toEqual({ code: 'invalid', fields: { name: code } })
  })

  test('may have 40 characters, however long they are', async () => {
    const name = '👩'.repeat(maxTagName)
    expect(await send(createTag, { name })).toMatchObject({ tag: { name } })
  })

  test('is one of up to 50, of each account', async () => {
    await Promise.all(Array.from({ length: maxTags + 3 }, (_, at) => send(createTag, { name: `Tag ${at}` })))
    expect(await list()).toHaveLength(maxTags)
    expect(await send(createTag, { name: 'More' })).toEqual({ code: 'tags_full', fields: {} })
    await make('More', 'ann')
  })
})

describe('tags of channels', () => {
  test('are added and removed for many at once, and counted', async () => {
    const [cooking, team] = [await make('Cooking'), await make('Team')]
    expect(await put([one, two, two, three], [cooking])).toMatchObject({ changed: 3 })
    expect(await put([one, two], [team, cooking])).toMatchObject({ changed: 2 })
    expect(await put([two, three], [], [cooking])).toMatchObject({ changed: 2 })
    expect(await put([two, three], [], [cooking])).toMatchObject({ changed: 0 })
    expect(await list()).toEqual(['Cooking 1', 'Team 2'])
    expect(await readRows()).toEqual({ [one]: 'Cooking,Team', [two]: 'Team', [three]: '' })
    const { text } = await download()
    expect(text).toMatch(/^﻿?.*,태그,/)
    expect(text).toContain('"Cooking, Team"')
  })

  test('are seen by nobody else', async () => {
    await put([one], [await make('Secret')])
    await put([one, two], [await make('Mine', 'ann')], [], 'ann')
    expect(await readRows()).toMatchObject({ [one]: 'Secret', [two]: '' })
    expect(await readRows('ann')).toEqual({ [one]: 'Mine', [two]: 'Mine' })
    expect(await list('ben')).toEqual([])
  })

  test('of others, and channels that are not visible, are not found, and nothing changes', async () => {
    const own = await make('Own')
    const theirs = await make('Theirs', 'ann')
    const refused = (fields: object) => ({ code: 'not_found', fields })
    expect(await put([one, foreign], [own])).toEqual(refused({ [`channels.${foreign}`]: 'channel_missing' }))
    expect(await put([one], [own, theirs])).toEqual(refused({ [`tags.${theirs}`]: 'tag_missing' }))
    expect(await put([one], [own], [2 ** 40])).toEqual(refused({ [`tags.${2 ** 40}`]: 'tag_missing' }))
    expect(await put([three], [theirs], [], 'ann')).toEqual(
      refused({ [`channels.${three}`]: 'channel_missing' }),
    )
    expect(await send(renameTag, { id: own, name: 'Stolen' }, 'ann')).toEqual(refused({}))
    expect(await send(deleteTag, { id: own }, 'rival')).toEqual(refused({}))
    expect(await list()).toEqual(['Own 0'])
  })

  test('are at most ten, and the whole call is refused', async () => {
    const tags = []
    for (let at = 0; at <= maxTagsOfChannel; at++) tags.push(await make(`Tag ${at}`))
    const [first = 0, ...others] = tags
    expect(await put([one], others)).toMatchObject({ changed: 1 })
    expect(await put([one, two], [first])).toEqual({ code: 'channel_tags_full', fields: {} })
    expect((await list())[0]).toBe('Tag 0 0')
    expect(await put([one], [first], others.slice(0, 1))).toMatchObject({ changed: 1 })
  })

  test('stay with a registration: another one of the same channel has none', async () => {
    const tag = await make('Cooking')
    await put([one, two], [tag])
    await api.call(deleteChannel, {
      token: tokens.boss,
      body: { id: registrations[one], password, acknowledged: 'on' },
    })
    expect(await list()).toEqual(['Cooking 1'])
    await createChannel(api.db, accountIds.boss ?? 0, one)
    expect(await list()).toEqual(['Cooking 1'])
    expect(await readRows()).toMatchObject({ [one]: '' })
  })

  test('count only channels that are visible', async () => {
    await put([one, two], [await make('Mine', 'ann')], [], 'ann')
    await queryRaw(api.db, 'update assignments set unassigned_at = now() where registration_id = $1', [
      registrations[one],
    ])
    expect(await list('ann')).toEqual(['Mine 1'])
  })

  test('go with a deleted account', async () => {
    await put([one, two], [await make('Mine', 'ann')], [], 'ann')
    await make('Boss')
    await api.call(deleteMember, { token: tokens.boss, body: { target: accountIds.ann, password } })
    expect(await queryRaw(api.db, 'select name from channel_tags')).toEqual([{ name: 'Boss' }])
    expect(await queryRaw(api.db, 'select * from tagged_channels')).toEqual([])
  })
})

const download = async () => {
  const { body } = await api.request(exportRegistrations, { token: tokens.boss, language: 'ko' })
  return { text: body as string }
}
