// @module-tag extended
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { exportRegistrations, type ListedChannel, listChannels } from '#contract/channels/channels.ts'
import { listMembers } from '#contract/people/members.ts'
import { screen } from '#islands/shell/screens/manage-channel/screen.ts'
import { setParams } from '#lib/navigation/router.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'
import { noTiming } from './channel-timing.ts'

const realFetch = window.fetch
const realUrl = location.href
let renderedView: RenderedView
let sent: { path: string; query: string; body: unknown }[]

const renderChannels = async (options?: ViewOptions) => {
  history.replaceState(null, '', '/manage-channel')
  renderedView = await renderView(screen, options)
  await expect.poll(() => readIds().length).toBeGreaterThan(0)
  return renderedView.call
}

beforeEach(async () => {
  await page.viewport(1440, 900)
  sent = []
})
afterEach(async () => {
  window.fetch = realFetch
  renderedView.close()
  history.replaceState(null, '', realUrl)
  const { $snackbars } = await import('#lib/page/snackbars.ts')
  $snackbars.set([])
})

/** Records the calls whose path ends like this, and answers those for which `respond` returns something. */
function intercept(path: string, respond?: (url: URL, body: unknown) => Response | undefined): void {
  const before = window.fetch
  window.fetch = async (input, init) => {
    const url = new URL(String(input), location.href)
    if (!url.pathname.endsWith(path)) return before(input, init)
    const body = init?.body ? JSON.parse(String(init.body)) : null
    sent.push({ path, query: url.search, body })
    return respond?.(url, body) ?? before(input, init)
  }
}

const respondWith = (body: object, status = 200) =>
  new Response(JSON.stringify({ success: status === 200, message: '', ...body }), { status })

const listRows = () => [...document.querySelectorAll<HTMLElement>('[data-channel]')]
const readIds = () => listRows().map((row) => Number(row.dataset.channel))
const readSelectedIds = () =>
  listRows()
    .filter((row) => 'selected' in row.dataset)
    .map((row) => Number(row.dataset.channel))
const getRow = (id: number) =>
  page.elementLocator(document.querySelector(`[data-channel="${id}"]`) as Element)
const getBar = () => page.getByRole('region', { name: '선택한 채널' })
const select = (id: number) => userEvent.click(getRow(id).getByRole('checkbox'))
const selectTo = async (id: number) => {
  await userEvent.keyboard('{Shift>}')
  await select(id)
  await userEvent.keyboard('{/Shift}')
}
const readSnackbars = async () =>
  (await import('#lib/page/snackbars.ts')).$snackbars.get().map((one) => one.message)
const getDialog = () => page.getByRole('dialog')

describe('selection', () => {
  test('one by one, a range with Shift, all of the page, and none', async () => {
    // Tests in other files register channels in the meantime.
    const channels = Array.from({ length: 8 }, (_, at) => buildChannel(at + 1))
    intercept('/v2/mcn/channels', () => listResponse(channels))
    await renderChannels()
    const ids = readIds()
    await select(ids[1] ?? 0)
    await selectTo(ids[4] ?? 0)
    expect(readSelectedIds()).toEqual(ids.slice(1, 5))
    await expect.element(getBar().getByText('4개 선택').last()).toBeVisible()
    await selectTo(ids[2] ?? 0)
    expect(readSelectedIds()).toEqual([ids[1]])
    await userEvent.click(page.getByRole('checkbox', { name: '이 페이지의 채널 모두 선택' }))
    expect(readSelectedIds()).toEqual(ids)
    await userEvent.click(getBar().getByRole('button', { name: '선택 해제' }))
    expect(readSelectedIds()).toEqual([])
    await expect.element(getBar().getByRole('button', { name: '멤버 배정' })).not.toBeInTheDocument()
  })

  test('stays while the filter changes', async () => {
    await renderChannels()
    const [first = 0] = readIds()
    await select(first)
    await userEvent.click(page.getByRole('radio', { name: /^승인/ }), { force: true })
    await expect.poll(readIds).not.toContain(first)
    await expect.element(getBar().getByText('1개 선택').last()).toBeVisible()
  })

  /** Answers with pages of this many channels. */
  const interceptPages = (total: number) =>
    intercept('/v2/mcn/channels', ({ searchParams }) => {
      const size = Number(searchParams.get('size') ?? 40)
      const page = Number(searchParams.get('page') ?? 0)
      const all = Array.from({ length: total }, (_, at) => buildChannel(at + 1))
      return listResponse(all.slice(page * size, (page + 1) * size), { total, page, size })
    })
  const selectPage = () => userEvent.click(page.getByRole('checkbox', { name: '이 페이지의 채널 모두 선택' }))

  test('is of all pages', async () => {
    interceptPages(320)
    const call = await renderChannels({ search: 'state=approved' })
    const [member] = (await call(listMembers, {})).members
    await selectPage()
    await expect.element(getBar().getByText('40개 선택').last()).toBeVisible()
    await userEvent.click(getBar().getByRole('button', { name: '320개 모두 선택' }))
    await expect.element(getBar().getByText('320개 선택').last()).toBeVisible()
    await expect.element(getBar().getByRole('button', { name: /모두 선택/ })).not.toBeInTheDocument()
    const queries = sent.map(({ query }) => new URLSearchParams(query)).filter((query) => query.has('size'))
    expect(queries.map((query) => [query.get('page') ?? '0', query.get('state')])).toEqual([
      ['0', 'approved'],
      ['1', 'approved'],
    ])
    intercept('/assign-all', () => respondWith({ changed: 320 }))
    await userEvent.click(getBar().getByRole('button', { name: '멤버 배정' }))
    await userEvent.click(
      getDialog()
        .getByRole('checkbox', { name: new RegExp(member?.nickname ?? '') })
        .first(),
    )
    await userEvent.click(getDialog().getByRole('button', { name: '배정하기' }))
    await expect.poll(readSnackbars).toEqual(['채널 320개를 배정했습니다.'])
    expect(sent.filter(({ path }) => path === '/assign-all').map(({ body }) => body)).toEqual([
      { ids: Array.from({ length: 320 }, (_, at) => at + 1), members: [member?.id] },
    ])
  })

  test('is of up to 1,000 channels', async () => {
    interceptPages(1_200)
    await renderChannels()
    await selectPage()
    await userEvent.click(getBar().getByRole('button', { name: '처음 1,000개 선택' }))
    await expect.element(getBar().getByText('1,000개 선택').last()).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: '30페이지' }))
    await expect.poll(readIds).toContain(1_161)
    await selectPage()
    await expect.poll(readSnackbars).toEqual(['한 번에 1,000개까지 선택할 수 있습니다.'])
    expect(readSelectedIds()).toEqual([])
  })
})

const buildChannel = (id: number, overrides: Partial<ListedChannel> = {}): ListedChannel => ({
  id,
  channelId: `UC${String(id).padStart(22, '0')}`,
  name: `채널 ${id}`,
  handle: null,
  thumbnail: null,
  page: 'https://www.youtube.com/channel/UC',
  category: 'howto',
  approval: 2,
  reason: null,
  verification: 'verified',
  verificationCode: null,
  verificationFailure: null,
  expiresAt: null,
  registeredAt: '2026-11-02T01:00:00.000Z',
  approvedAt: '2026-11-05T01:00:00.000Z',
  reReviewedAt: null,
  reReviewFrom: null,
  members: [],
  deletable: true,
  profit: null,
  tags: [],
  ...overrides,
})

const listResponse = (
  channels: readonly ListedChannel[],
  { total, page, size } = { total: channels.length, page: 0, size: 120 },
) =>
  respondWith({
    total,
    page,
    size,
    counts: { unverified: 0, pending: 0, held: 0, approved: channels.length, rejected: 0 },
    timing: noTiming,
    currency: 'KRW',
    profitRange: { from: '2026-10-02', to: '2026-10-31' },
    channels,
    requests: [],
    closed: [],
  })

describe('all selected channels', () => {
  test('are assigned to a member and unassigned in one call each', async () => {
    const call = await renderChannels({ search: 'member=none' })
    const ids = readIds()
    expect(ids.length).toBeGreaterThan(2)
    const { members } = await call(listMembers, {})
    const [member] = members
    intercept('/v2/mcn/channels/assign-all')
    intercept('/v2/mcn/channels/unassign-all')
    await userEvent.click(page.getByRole('checkbox', { name: '이 페이지의 채널 모두 선택' }))
    await userEvent.click(getBar().getByRole('button', { name: '멤버 배정' }))
    await userEvent.click(
      getDialog()
        .getByRole('checkbox', { name: new RegExp(member?.nickname ?? '') })
        .first(),
    )
    await userEvent.click(getDialog().getByRole('button', { name: '배정하기' }))
    await expect.poll(readSnackbars).toEqual([`채널 ${ids.length}개를 배정했습니다.`])
    await expect.element(getDialog()).not.toBeInTheDocument()
    expect(sent).toMatchObject([{ body: { ids, members: [member?.id] } }])

    // Other channels may be without members as well.
    setParams({ member: undefined })
    await expect.poll(readIds).toEqual(expect.arrayContaining(ids))
    for (const id of ids) await select(id)
    await userEvent.click(getBar().getByRole('button', { name: '배정 취소' }))
    await userEvent.click(getDialog().getByRole('button', { name: '배정 취소' }))
    await expect.poll(readSnackbars).toContain(`채널 ${ids.length}개의 배정을 취소했습니다.`)
    expect(sent[1]?.body).toEqual({ ids, members: [member?.id] })
    const { channels } = await call(listChannels, { query: { member: 'none' } })
    expect(channels.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  })

  test('are named where they are gone, leave the selection, and the rest can be assigned', async () => {
    const channels = [1, 2, 3].map((id) => buildChannel(id))
    intercept('/v2/mcn/channels', () => listResponse(channels))
    intercept('/v2/mcn/channels/assign-all', (_, body) =>
      (body as { ids: number[] }).ids.includes(2)
        ? respondWith(
            {
              code: 'not_found',
              message: '찾을 수 없습니다.',
              fields: { 'ids.2': { code: 'channel_missing', message: '' } },
            },
            404,
          )
        : respondWith({ changed: 2 }),
    )
    await renderChannels()
    await userEvent.click(page.getByRole('checkbox', { name: '이 페이지의 채널 모두 선택' }))
    await userEvent.click(getBar().getByRole('button', { name: '멤버 배정' }))
    await userEvent.click(getDialog().getByRole('checkbox').first())
    const assign = getDialog().getByRole('button', { name: '배정하기' })
    await userEvent.click(assign)
    await expect.poll(readSnackbars).toEqual(['찾을 수 없는 항목이 있어 아무것도 바꾸지 않았습니다: 채널 2'])
    await expect.element(getDialog().getByText('선택한 채널 2개를', { exact: false })).toBeVisible()
    await userEvent.click(assign)
    await expect.element(getDialog()).not.toBeInTheDocument()
    expect(sent.filter(({ path }) => path.endsWith('assign-all')).at(-1)?.body).toMatchObject({ ids: [1, 3] })
  })

  test('are saved as CSV, or all that is filtered', async () => {
    intercept(`/${exportRegistrations.path}`, () => new Response('a,b\r\n'))
    await renderChannels({ search: 'state=approved&sort=name&order=asc' })
    const [first, second] = readIds()
    await userEvent.click(page.getByRole('button', { name: '채널 목록 CSV 내보내기' }))
    await expect.poll(() => sent.length).toBe(1)
    await select(first ?? 0)
    await select(second ?? 0)
    await userEvent.click(getBar().getByRole('button', { name: '선택한 채널 CSV 저장' }))
    await expect.poll(() => sent.length).toBe(2)
    const queries = sent.map(({ query }) => Object.fromEntries(new URLSearchParams(query)))
    expect(queries).toEqual([
      { search: '', state: 'approved', sort: 'name', order: 'asc' },
      { sort: 'name', order: 'asc', ids: `${first},${second}` },
    ])
  })
})

describe('the order', () => {
  const readParams = () => Object.fromEntries(new URLSearchParams(location.search))

  test('is in the address, by the heads of the columns and by a select', async () => {
    const call = await renderChannels()
    const expectOrder = async (query: Parameters<typeof call<typeof listChannels>>[1]) => {
      const { channels } = await call(listChannels, query)
      await expect.poll(readIds).toEqual(channels.map(({ id }) => id))
    }
    await userEvent.click(page.getByRole('columnheader', { name: /최근 30일 수익/ }).getByRole('button'))
    expect(readParams()).toEqual({ sort: 'profit' })
    await expectOrder({ query: { sort: 'profit', order: 'desc' } })
    await userEvent.click(page.getByRole('columnheader', { name: /^채널/ }).getByRole('button'))
    expect(readParams()).toEqual({ sort: 'name', order: 'asc' })
    await expectOrder({ query: { sort: 'name', order: 'asc' } })
    await expect
      .element(page.getByRole('columnheader', { name: /^채널/ }))
      .toHaveAttribute('aria-sort', 'ascending')
    await userEvent.selectOptions(page.getByRole('combobox', { name: '정렬' }), '확인할 채널 먼저')
    expect(readParams()).toEqual({})
  })
})

describe('the panel', () => {
  const reviews = [
    { reviewedAt: '2026-11-04T01:00:00.000Z', approval: 1, reason: '음악이 두 곡입니다.', isRequest: false },
    { reviewedAt: '2026-11-05T01:00:00.000Z', approval: 2, reason: null, isRequest: false },
  ]
  const past = {
    verifiedAt: '2026-11-02T01:21:00.000Z',
    reviews,
    earnsFrom: '2026-11-04',
    firstEarningDay: '2026-11-07',
  }
  const readSteps = () =>
    [...document.querySelectorAll('aside ol li')].map((step) => step.querySelector('b')?.textContent)

  beforeEach(() => {
    intercept('/v2/mcn/channels', () =>
      listResponse([buildChannel(1), buildChannel(2, { approval: 0, approvedAt: null })]),
    )
    intercept('/v2/mcn/channel/history', ({ searchParams }) =>
      respondWith(
        searchParams.get('id') === '1'
          ? past
          : { verifiedAt: null, reviews: [], earnsFrom: null, firstEarningDay: null },
      ),
    )
  })

  test('tells what became of a channel, how long it took, and from when it earns', async () => {
    await renderChannels()
    await userEvent.click(getRow(1).getByRole('link', { name: /^채널 1/ }))
    expect(location.search).toBe('?channel=1')
    await expect.poll(readSteps).toEqual(['등록', '인증 완료', '심사 결과: 보류', '승인', '첫 수익'])
    const panel = page.getByRole('complementary', { name: '채널 1' })
    await expect.element(panel.getByText(/21분 걸림/)).toBeVisible()
    await expect.element(panel.getByText('음악이 두 곡입니다.')).toBeVisible()
    await expect.element(panel.getByText(/집계일 2026\.11\.07 · 승인 후 3일/)).toBeVisible()
    await expect
      .element(panel.getByText(/집계일 2026\.11\.04부터 수익이 집계됩니다.*태평양 시간/))
      .toBeVisible()
    await userEvent.click(getRow(2).getByRole('link', { name: /^채널 2/ }))
    await expect.poll(readSteps).toEqual(['등록', '심사', '승인', '첫 수익'])
    const closeByKey = () => userEvent.keyboard('{Escape}')
    const closeByButton = () => userEvent.click(page.getByRole('button', { name: '채널 정보 닫기' }))
    for (const close of [closeByKey, closeByButton]) {
      await close()
      expect(location.search).toBe('')
      await expect.element(getRow(2).getByRole('link').first()).toHaveFocus()
      await userEvent.click(getRow(2).getByRole('link').first())
      await expect.poll(readSteps).toEqual(['등록', '심사', '승인', '첫 수익'])
    }
  })

  test('is a dialog where there is no room beside the list, and closes a channel that is gone', async () => {
    await page.viewport(820, 900)
    await renderChannels({ search: 'channel=1' })
    await expect.element(page.getByRole('dialog', { name: '채널 1' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(getDialog()).not.toBeInTheDocument()
    expect(location.search).toBe('')
    renderedView.close()
    intercept('/v2/mcn/channel', () => respondWith({ code: 'not_found', message: '' }, 404))
    await renderChannels({ search: 'channel=999' })
    await expect.poll(readSnackbars).toEqual([expect.stringContaining('채널을 찾을 수 없습니다')])
    expect(location.search).toBe('')
  })
})

test('a click outside does not drop what was typed for a new channel; Escape does', async () => {
  await renderChannels({ search: 'addChannel=1' })
  await expect.element(getDialog()).toBeVisible()
  const clickOutside = () =>
    page
      .elementLocator(document.querySelector('dialog') as Element)
      .click({ position: { x: -200, y: 50 }, force: true })
  await userEvent.fill(getDialog().getByLabelText('채널 링크'), '@half')
  await clickOutside()
  await expect.element(getDialog().getByLabelText('채널 링크')).toHaveValue('@half')
  await userEvent.fill(getDialog().getByLabelText('채널 링크'), '')
  await clickOutside()
  await expect.element(getDialog()).not.toBeInTheDocument()
})
