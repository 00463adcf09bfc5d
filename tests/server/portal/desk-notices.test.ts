import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EndpointBody } from '#contract/platform/endpoint.ts'
import {
  changeNotices,
  editNotices,
  previewNotice,
  publishNotice,
  readDeskNotice,
  readDeskNotices,
  rescheduleNotices,
} from '#contract/portal/desk/notices.ts'
import { listNotices, markNoticesRead, readNotice } from '#contract/portal/notices.ts'
import { listAuditEntries } from '#tests/support/accounts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'
import { execAsOwner } from '#tests/support/traces.ts'

let on: Awaited<ReturnType<typeof startFactorApi>>
let operator: Person
let ofOtherSite: Person
let auditor: Person
let manager: Person
let siteId = 0
let otherId = 0

beforeAll(async () => {
  on = await startFactorApi()
  await on.reset()
  const sites = await queryRaw<{ id: number }>(on.api.db, 'select id from sites order by id')
  siteId = sites[0]?.id ?? 0
  otherId = sites[1]?.id ?? 0
  operator = await on.createOperator()
  auditor = await on.createOperator('--role', 'auditor')
  ofOtherSite = await on.createOperator('--for-site', 'other.test')
  manager = await on.createPerson('manager')
  await queryRaw(on.api.db, `update accounts set created_at = '2026-01-01'`)
})
afterAll(() => on.api.close())
beforeEach(() => execAsOwner(on.api.db, 'truncate notices, audit_log restart identity cascade'))

const sources = {
  ko: { title: '봄', text: '새 **음악**을 더했습니다.' },
  en: { title: '', text: '# Spring\n\nNew music.' },
}

const publish = async (body: Partial<EndpointBody<typeof publishNotice>> = {}) =>
  (
    await on.api.call(publishNotice, {
      token: operator.token,
      body: { siteIds: [siteId, otherId], sources, pinned: false, publishAt: null, ...body },
    })
  ).notices

const list = async ({ token }: Person, query: Record<string, string | number> = {}) =>
  on.api.call(readDeskNotices, { token, query })
const read = async ({ token }: Person, id: number) =>
  (await on.api.call(readDeskNotice, { token, query: { id } })).notice

describe('publishing', () => {
  test('puts one notice on several sites, as the command does, and not twice', async () => {
    const notices = await publish()
    expect(notices.map((one) => [one.siteId, one.isNew])).toEqual([
      [siteId, true],
      [otherId, true],
    ])
    expect((await publish()).map(({ isNew }) => isNew)).toEqual([false, false])
    const { notice } = await on.api.call(readNotice, {
      token: manager.token,
      language: 'en',
      query: { id: notices[0]?.id ?? 0 },
    })
    expect([notice.title, notice.blocks]).toMatchObject(['Spring', [{ kind: 'paragraph' }]])
    const [first] = (await list(operator)).notices
    expect(first).toMatchObject({ state: 'published', languages: ['ko', 'en'], readers: 0 })
    const entries = await listAuditEntries(on.api.db)
    expect(entries.map(({ action }) => action)).toEqual(['publishNotice', 'publishNotice'])
    expect(entries[0]).toMatchObject({ detail: { after: { title: { ko: '봄', en: 'Spring' } } } })
  })

  test('at a time shows it to nobody before, and the time can be moved until then', async () => {
    const publishAt = '2031-01-01T09:00:00+09:00'
    const [notice] = await publish({ publishAt, siteIds: [siteId], pinned: true })
    const id = notice?.id ?? 0
    expect((await on.api.call(listNotices, { token: manager.token })).total).toBe(0)
    expect((await list(operator)).notices[0]).toMatchObject({
      state: 'scheduled',
      pinned: true,
      publishedAt: '2031-01-01T00:00:00.000Z',
    })
    const move = (at: string | null) =>
      on.api.request(rescheduleNotices, { token: operator.token, body: { ids: [id], publishAt: at } })
    expect((await move('2031-02-01T00:00:00Z')).body.changed).toBe(1)
    expect((await move('2031-02-01T00:00:00Z')).body.changed).toBe(0)
    expect((await move(null)).body.changed).toBe(1)
    expect((await move(null)).body.code).toBe('outdated')
    expect((await on.api.call(listNotices, { token: manager.token })).total).toBe(1)
  })

  test('is refused as a whole if a text has an error, which the preview names with its line', async () => {
    const wrong = { ...sources, 'zh-CN': { title: '', text: 'text without a title' } }
    const { body } = await on.api.request(publishNotice, {
      token: operator.token,
      body: { siteIds: [siteId], sources: wrong, pinned: false, publishAt: null },
    })
    expect(body.code).toBe('invalid')
    expect((await list(operator)).total).toBe(0)
    const { previews } = await on.api.call(previewNotice, {
      token: auditor.token,
      body: {
        sources: {
          ...wrong,
          'zh-TW': { title: '標題', text: '一\n\n<b>二</b>\n\n[x](javascript:alert(1))' },
        },
      },
    })
    expect(previews.ko).toMatchObject({ title: '봄', problems: [] })
    expect(previews.en).toMatchObject({ title: 'Spring', problems: [] })
    expect(previews['zh-CN']?.problems).toEqual([
      { kind: 'title-missing', line: 1, detail: '', isError: true },
    ])
    expect(previews['zh-TW']?.problems).toEqual([
      { kind: 'tag', line: 3, detail: '<b>', isError: false },
      { kind: 'link', line: 5, detail: 'javascript:alert(1)', isError: false },
    ])
    const { previews: file } = await on.api.call(previewNotice, {
      token: operator.token,
      body: { sources: { ko: { title: 'T', text: '---\ntitle: T\n---\ntext' } } },
    })
    expect(file.ko?.problems).toContainEqual({ kind: 'front-matter', line: 1, detail: '', isError: true })
  })
})

describe('a notice', () => {
  test('is edited on all its sites at once, and loses the languages that are left out', async () => {
    const ids = (await publish()).map(({ id }) => id)
    expect((await read(operator, ids[0] ?? 0)).copies).toMatchObject([{ id: ids[1], domain: 'other.test' }])
    const edit = async (texts: object, version?: string) => {
      const current = version ?? (await read(operator, ids[0] ?? 0)).version
      const body = { ids, sources: texts, version: current }
      return on.api.request(editNotices, { token: operator.token, body: body as never })
    }
    const { version } = await read(operator, ids[0] ?? 0)
    expect((await edit({ ko: { title: '봄 소식', text: '글' } })).body.changed).toBe(2)
    expect((await edit({ ko: { title: '봄 소식', text: '글' } })).body.changed).toBe(0)
    // Somebody who opened the editor before takes nothing back.
    const late = await edit(
      { ko: { title: '봄', text: '글' }, en: { title: 'Spring', text: 'Text' } },
      version,
    )
    expect([late.status, late.body.code]).toEqual([409, 'outdated'])
    expect(await read(operator, ids[1] ?? 0)).toMatchObject({
      titles: { ko: '봄 소식' },
      texts: { ko: '글' },
      languages: ['ko'],
      editedAt: expect.any(String),
    })
    expect((await listAuditEntries(on.api.db)).at(-1)).toMatchObject({
      action: 'editNotices',
      detail: { before: { title_en: 'Spring' }, after: { title_ko: '봄 소식', title_en: null } },
    })
  })

  test('is pinned, withdrawn and restored', async () => {
    const [id = 0] = (await publish({ siteIds: [siteId] })).map((one) => one.id)
    const change = async (what: 'pin' | 'unpin' | 'withdraw' | 'restore') => {
      const { changed } = await on.api.call(changeNotices, {
        token: operator.token,
        body: { ids: [id], change: what },
      })
      const { pinned, state } = await read(operator, id)
      return [changed, pinned, state]
    }
    expect(await change('pin')).toEqual([1, true, 'published'])
    expect(await change('pin')).toEqual([0, true, 'published'])
    expect(await change('withdraw')).toEqual([1, true, 'withdrawn'])
    expect((await on.api.call(listNotices, { token: manager.token })).total).toBe(0)
    expect((await list(operator, { state: 'withdrawn' })).total).toBe(1)
    expect(await change('restore')).toEqual([1, true, 'published'])
    expect(await change('unpin')).toEqual([1, false, 'published'])
    expect((await listAuditEntries(on.api.db)).map(({ action }) => action)).toEqual([
      'publishNotice',
      'pinNotice',
      'withdrawNotice',
      'restoreNotice',
      'unpinNotice',
    ])
  })

  test('says how many of those who were there have read it', async () => {
    const [id = 0] = (await publish({ siteIds: [siteId] })).map((one) => one.id)
    await on.api.call(markNoticesRead, { token: manager.token, body: { id } })
    const { people, readers } = await read(auditor, id)
    expect([readers, people]).toEqual([1, 4])
  })
})

describe('a role', () => {
  test('for another site sees and changes nothing here', async () => {
    const ids = (await publish()).map(({ id }) => id)
    const seen = await list(ofOtherSite)
    expect([seen.total, seen.sites.map(({ domain }) => domain)]).toEqual([1, ['other.test']])
    expect((await read(ofOtherSite, ids[1] ?? 0)).copies).toEqual([])
    const { token } = ofOtherSite
    const body = { siteIds: [otherId, siteId], sources, pinned: false, publishAt: null }
    expect((await on.api.request(publishNotice, { token, body })).status).toBe(404)
    expect((await on.api.request(readDeskNotice, { token, query: { id: ids[0] ?? 0 } })).status).toBe(404)
    expect((await on.api.request(editNotices, { token, body: { ids, sources, version: '' } })).status).toBe(
      404,
    )
    const withdrawal = { ids, change: 'withdraw' } as const
    expect((await on.api.request(changeNotices, { token, body: withdrawal })).status).toBe(404)
    expect((await list(operator)).counts).toEqual({ scheduled: 0, published: 2, withdrawn: 0 })
  })

  test('of an auditor reads only, and nobody without a role or a second factor does', async () => {
    await publish()
    expect((await list(auditor)).total).toBe(2)
    const body = { ids: [1], change: 'pin' } as const
    expect((await on.api.request(changeNotices, { token: auditor.token, body })).status).toBe(403)
    expect((await on.api.request(readDeskNotices, { token: manager.token })).status).toBe(403)
    const locked = await on.createPerson()
    await runOperator(on.api.db, ...['account', 'grant-operator', locked.email, '--site', 'example.test'])
    expect((await on.api.request(readDeskNotices, { token: locked.token })).status).toBe(403)
  })
})
