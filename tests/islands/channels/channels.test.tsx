import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ChannelHistory } from '#contract/channels/channel-history.ts'
import { closedReasons, type VerificationStatus } from '#contract/channels/channel-states.ts'
import { channelPageSize, type ListedChannel, listChannels } from '#contract/channels/channels.ts'
import { listMembers } from '#contract/people/members.ts'
import type { EndpointQuery } from '#contract/platform/endpoint.ts'
import { screen } from '#islands/shell/screens/manage-channel/screen.ts'
import { findCutSelects } from '#tests/islands/kit/cut-texts.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'
import { noTiming } from './channel-timing.ts'

const memberEmail = 'hanip@hookline.example'

const realFetch = window.fetch
const realUrl = location.href
let renderedView: RenderedView

const renderChannels = async (options?: ViewOptions) => {
  history.replaceState(null, '', '/manage-channel')
  renderedView = await renderView(screen, options)
  return renderedView.call
}

beforeEach(() => page.viewport(1280, 900))
afterEach(async () => {
  window.fetch = realFetch
  renderedView.close()
  history.replaceState(null, '', realUrl)
  const { $snackbars } = await import('#lib/page/snackbars.ts')
  $snackbars.set([])
})

/** Intercepts calls whose path ends like this. */
function interceptFetch(
  path: string,
  handler: (address: URL, go: () => Promise<Response>) => Promise<Response>,
): void {
  const before = window.fetch
  window.fetch = (input, init) => {
    const address = new URL(String(input), location.href)
    const go = () => before(input, init)
    return address.pathname.endsWith(path) ? handler(address, go) : go()
  }
}

const successResponse = (body: object) =>
  new Response(JSON.stringify({ success: true, message: '', ...body }))
const refusalResponse = (code: string, status: number) =>
  new Response(JSON.stringify({ success: false, code, message: '거절' }), { status })

const readParams = () => Object.fromEntries(new URLSearchParams(location.search))
const findCards = () => [...document.querySelectorAll<HTMLElement>('[data-channel]')]
const readCardIds = () => findCards().map((card) => Number(card.dataset.channel))
const getCard = (id: number) =>
  page.elementLocator(document.querySelector(`[data-channel="${id}"]`) as Element)
const readCardText = (id: number) => document.querySelector(`[data-channel="${id}"]`)?.textContent ?? ''
const getButton = (name: string | RegExp) => page.getByRole('button', { name })
const readSnackbars = async () =>
  (await import('#lib/page/snackbars.ts')).$snackbars.get().map((one) => one.message)

/** The cards are the API's channels, which other tests may change in the meantime. */
const expectListed = (query: EndpointQuery<typeof listChannels> = {}) =>
  expect
    .poll(async () => {
      const { channels } = await renderedView.call(listChannels, { query })
      return readCardIds().join() === channels.map(({ id }) => id).join()
    })
    .toBe(true)

const hourMs = 3_600_000
const verified = 'verified' as VerificationStatus
const buildChannel = (overrides: Partial<ListedChannel>): ListedChannel => ({
  id: 1,
  channelId: 'UC0000000000000000000000',
  name: '모퉁이 부엌',
  handle: '@corner-kitchen',
  thumbnail: null,
  page: 'https://www.youtube.com/channel/UC0000000000000000000000',
  category: 'howto',
  approval: 0,
  reason: null,
  verification: verified,
  verificationCode: null,
  verificationFailure: null,
  expiresAt: null,
  registeredAt: '2026-11-02T01:00:00.000Z',
  approvedAt: null,
  reReviewedAt: null,
  reReviewFrom: null,
  members: [],
  deletable: true,
  profit: null,
  tags: [],
  ...overrides,
})
const noCounts = { unverified: 0, pending: 0, held: 0, approved: 0, rejected: 0 }

/** Builds a page of the list in the API's format. */
const listResponse = (channels: ListedChannel[], more: object = {}) =>
  successResponse({
    total: channels.length,
    page: 0,
    size: channelPageSize,
    counts: noCounts,
    timing: noTiming,
    currency: 'KRW',
    profitRange: null,
    channels,
    requests: [],
    closed: [],
    ...more,
  })

/** Replaces the network's channels. */
const stubChannels = (channels: ListedChannel[], more: object = {}) =>
  interceptFetch('/v2/mcn/channels', async () => listResponse(channels, more))

const getPanel = () => page.getByRole('complementary')
const stubHistory = (history: Partial<ChannelHistory> = {}) =>
  interceptFetch('/v2/mcn/channel/history', async () =>
    successResponse({ verifiedAt: null, reviews: [], earnsFrom: null, firstEarningDay: null, ...history }),
  )

describe('the list', () => {
  test('has a card for each channel of the network, with how many there are of each state', async () => {
    const call = await renderChannels()
    await expectListed()
    const { counts } = await call(listChannels, {})
    // Other tests may add channels in the meantime.
    await expect
      .poll(async () =>
        (await call(listChannels, {})).channels.filter(({ id, name }) => !readCardText(id).includes(name)),
      )
      .toEqual([])
    await expect.element(page.getByText(/총 \d+개 채널/)).toBeVisible()
    await expect.element(page.getByRole('radio', { name: `승인 ${counts.approved}` })).toBeInTheDocument()
    await expect.element(page.getByRole('radio', { name: /^전체 \d+/ })).toBeChecked()
  })

  test('leads to a channel’s page in a new tab, and to its report', async () => {
    const call = await renderChannels()
    const { channels } = await call(listChannels, { query: { state: 'approved' } })
    const found = channels.find(({ members }) => members.length > 0)
    if (!found) throw new Error('The demonstration has no such channel')
    await expect.poll(readCardIds).toContain(found.id)
    await userEvent.click(getCard(found.id).getByRole('button', { name: /작업$/ }))
    const link = page.getByRole('menuitem', { name: 'YouTube에서 열기' })
    await expect.element(link).toHaveAttribute('href', found.page)
    await expect.element(link).toHaveAttribute('target', '_blank')
    await userEvent.keyboard('{Escape}')
    await expect
      .element(getCard(found.id).getByRole('link', { name: /채널 보고서 보기/ }))
      .toHaveAttribute('href', `/report-channel/${found.channelId}`)
  })

  test('leads to a demonstration’s page on the origin of the API', async () => {
    stubChannels([buildChannel({ page: '/api/demo/youtube/UC0' })])
    await renderChannels()
    await expect.poll(readCardIds).toEqual([1])
    const { origin } = new URL(import.meta.env.PUBLIC_API_URL ?? '', location.href)
    await userEvent.click(getCard(1).getByRole('button', { name: /작업$/ }))
    await expect
      .element(page.getByRole('menuitem', { name: 'YouTube에서 열기' }))
      .toHaveAttribute('href', `${origin}/api/demo/youtube/UC0`)
  })

  test('a member has the assigned channels only, and no way to assign or delete', async () => {
    const call = await renderChannels({ email: memberEmail })
    const { channels } = await call(listChannels, {})
    expect(channels.length).toBeGreaterThan(0)
    await expectListed()
    await expect.element(page.getByRole('combobox', { name: '멤버' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
    await userEvent.click(getCard(channels[0]?.id ?? 0).getByRole('button', { name: /작업$/ }))
    await expect.element(page.getByRole('menuitem', { name: '자세히 보기' })).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: /배정|삭제/ })).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('menuitem', { name: '자세히 보기' }))
    await expect.element(getPanel().getByText('등록일', { exact: true })).toBeVisible()
    await expect
      .element(
        getPanel()
          .getByText(/배정|배분율/)
          .first(),
      )
      .not.toBeInTheDocument()
  })

  test('says why it cannot be had, and tries again', async () => {
    let down = true
    interceptFetch('/v2/mcn/channels/changes', async () => refusalResponse('internal', 400))
    interceptFetch('/v2/mcn/channels', (_, go) =>
      down ? Promise.resolve(refusalResponse('internal', 400)) : go(),
    )
    await renderChannels()
    await expect.element(page.getByText('채널 목록을 불러오지 못했습니다')).toBeVisible()
    down = false
    await userEvent.click(getButton('다시 시도'))
    await expect.poll(() => readCardIds().length).toBeGreaterThan(0)
  })

  test('without channels says what to do', async () => {
    stubChannels([])
    await renderChannels()
    await expect.element(page.getByText('등록된 채널이 없습니다')).toBeVisible()
    await userEvent.click(getButton('채널 등록').last())
    await expect.element(page.getByRole('dialog', { name: '채널 등록' })).toBeVisible()
  })

  test('is turned page by page, and a page past the end leads back', async () => {
    const many = Array.from({ length: 46 }, (_, at) => buildChannel({ id: at + 1, name: `채널 ${at + 1}` }))
    interceptFetch('/v2/mcn/channels', async (address) => {
      const number = Number(address.searchParams.get('page') ?? 0)
      const start = number * channelPageSize
      return listResponse(many.slice(start, start + channelPageSize), { total: many.length, page: number })
    })
    await renderChannels()
    await expect.poll(() => readCardIds().length).toBe(channelPageSize)
    await userEvent.click(getButton('다음'))
    expect(readParams()).toEqual({ page: '2' })
    await expect.poll(readCardIds).toEqual([41, 42, 43, 44, 45, 46])
    await expect.element(page.getByRole('heading', { name: '채널 목록' })).toHaveFocus()
    renderedView.close()
    await renderChannels({ search: 'page=9' })
    await userEvent.click(getButton('첫 페이지로 이동'))
    expect(readParams()).toEqual({})
  })
})

describe('it is narrowed', () => {
  test('to a state, kept in the address', async () => {
    await renderChannels()
    await userEvent.click(page.getByRole('radio', { name: /^인증 필요/ }), { force: true })
    expect(readParams()).toEqual({ state: 'unverified' })
    await expectListed({ state: 'unverified' })
  })

  test('by a search; where nothing is found, all come back by a button', async () => {
    const call = await renderChannels()
    const { channels } = await call(listChannels, {})
    const [wanted] = channels
    if (!wanted) throw new Error('The demonstration has no channel')
    await expectListed()
    await userEvent.fill(page.getByRole('searchbox'), wanted.channelId)
    await expect.poll(readCardIds).toEqual([wanted.id])
    expect(readParams()).toEqual({ search: wanted.channelId })
    await userEvent.fill(page.getByRole('searchbox'), '아무도 쓰지 않는 이름')
    await expect.element(page.getByText('조건에 맞는 채널이 없습니다')).toBeVisible()
    await userEvent.click(getButton('모든 채널 보기'))
    await expectListed()
  })

  test('to a member who is found by typing, and to what nobody has', async () => {
    const call = await renderChannels()
    const { members } = await call(listMembers, {})
    const hanip = members.find(({ user_id }) => user_id === memberEmail)
    if (!hanip) throw new Error('The demonstration has no such member')
    const box = page.getByRole('combobox', { name: '멤버' })
    await userEvent.click(box)
    await userEvent.fill(box, hanip.nickname)
    await userEvent.click(page.getByRole('option', { name: new RegExp(hanip.nickname) }))
    expect(readParams()).toEqual({ member: String(hanip.id) })
    await expectListed({ member: hanip.id })
    await userEvent.click(getButton('멤버 선택 해제'))
    await userEvent.click(box)
    await userEvent.click(page.getByRole('option', { name: '배정되지 않은 채널' }))
    expect(readParams()).toEqual({ member: 'none' })
    await expectListed({ member: 'none' })
  })

  test('a member’s name is there for an address that came from elsewhere', async () => {
    const call = await renderChannels()
    const { members } = await call(listMembers, {})
    const hanip = members.find(({ user_id }) => user_id === memberEmail)
    renderedView.close()
    await renderChannels({ search: `member=${hanip?.id}` })
    await expect.element(page.getByRole('combobox', { name: '멤버' })).toHaveValue(hanip?.nickname)
  })
})

describe('what to do next', () => {
  const soon = new Date(Date.now() + 20 * hourMs).toISOString()
  const past = new Date(Date.now() - hourMs).toISOString()
  const members = [
    { id: 1, nickname: '하루' },
    { id: 2, nickname: '한입' },
    { id: 3, nickname: '몽이' },
  ]
  const cases: [string, Partial<ListedChannel>, step: string | RegExp, dialog: string | null][] = [
    ['not verified', { verification: 'pending' }, '인증하기 모퉁이 부엌', 'verify'],
    ['being verified', { verification: 'verifying' }, '인증 진행 보기 모퉁이 부엌', 'verify'],
    ['held, to be asked for', { approval: 1, reReviewFrom: past }, '재심사 요청 모퉁이 부엌', 'review'],
    ['approved, nobody’s', { approval: 2, approvedAt: past }, '멤버에게 배정 모퉁이 부엌', 'assign'],
  ]
  test.for(cases)('%s', async ([, given, step, dialog]) => {
    stubChannels([buildChannel(given)])
    await renderChannels()
    await userEvent.click(getButton(step))
    await expect.poll(readParams).toEqual({ [dialog ?? '']: '1' })
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(readParams).toEqual({})
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('a rejected channel has no button that deletes it: the reason comes first', async () => {
    stubChannels([buildChannel({ approval: 3, reason: '중복 채널입니다.' })])
    stubHistory()
    await renderChannels()
    await expect.poll(readCardIds).toEqual([1])
    await userEvent.click(getCard(1).getByRole('link', { name: '거절 사유 보기 모퉁이 부엌' }))
    expect(readParams()).toEqual({ channel: '1' })
    await expect.element(getPanel().getByText(/중복 채널입니다/)).toBeVisible()
    await expect.element(getButton(/삭제/)).not.toBeInTheDocument()
    await userEvent.click(getCard(1).getByRole('button', { name: /작업$/ }))
    const items = page.getByRole('menuitem').elements()
    expect(items.at(-1)?.textContent).toBe('채널 삭제…')
    await userEvent.click(page.getByRole('menuitem', { name: '채널 삭제…' }))
    await expect.element(page.getByRole('dialog', { name: '채널 삭제' })).toBeVisible()
  })

  test('a review of a held channel cannot be asked for before its time, or unverified: both are said', async () => {
    stubChannels([
      buildChannel({ id: 1, approval: 1, reason: '저작권 확인', reReviewFrom: soon }),
      buildChannel({ id: 2, approval: 1, verification: 'pending', reReviewFrom: past }),
    ])
    stubHistory()
    await renderChannels()
    await expect.poll(readCardIds).toEqual([1, 2])
    const early = getCard(1).getByRole('button', { name: /재심사 요청/ })
    await expect.element(early).toHaveAttribute('aria-disabled', 'true')
    await expect.element(early).toHaveAccessibleDescription(/부터 요청할 수 있습니다/)
    await userEvent.click(early, { force: true })
    expect(readParams()).toEqual({})
    await userEvent.click(getCard(2).getByRole('link'))
    await expect
      .element(getPanel().getByRole('button', { name: /재심사 요청/ }))
      .toHaveAccessibleDescription('채널 인증을 먼저 해 주세요.')
  })

  test('in review there is nothing to do but to wait; after another request that is said', async () => {
    stubChannels([buildChannel({ id: 1 }), buildChannel({ id: 2, reReviewedAt: past })])
    await renderChannels()
    await expect.poll(() => readCardText(1)).toContain('심사 결과 대기영업일 1~2일')
    expect(readCardText(2)).toContain('재심사 요청일')
  })

  test('who has it is named, and how the last verification failed', async () => {
    stubChannels([
      buildChannel({ id: 1, approval: 2, approvedAt: '2026-11-05T01:00:00.000Z', members }),
      buildChannel({ id: 2, verification: 'pending', verificationFailure: 'code_missing' }),
    ])
    await renderChannels()
    await expect.poll(() => readCardText(1)).toContain('하루, 한입 +1')
    expect(readCardText(2)).toContain('지난번 인증 실패')
    expect(document.querySelector('[data-channel="2"] small.bad')?.getAttribute('title')).toBe(
      '채널 설명에서 인증 코드를 찾지 못했습니다.',
    )
    await expect.element(getCard(2).getByRole('button', { name: /인증하기/ })).toBeVisible()
  })

  test('a channel that is not there closes its dialog and says so', async () => {
    await renderChannels({ search: 'verify=999999' })
    await expect.poll(readSnackbars).toEqual([expect.stringContaining('채널을 찾을 수 없습니다')])
    await expect.poll(readParams).toEqual({})
  })

  test('a channel that cannot be asked for closes its dialog with the reason', async () => {
    interceptFetch('/v2/mcn/channel', async () => refusalResponse('internal', 400))
    await renderChannels({ search: 'verify=999999' })
    await expect.poll(readSnackbars).toEqual(['거절'])
    await expect.poll(readParams).toEqual({})
  })

  test('a channel that is on another page of the list has its dialog too', async () => {
    const call = await renderChannels()
    const { channels } = await call(listChannels, { query: { state: 'unverified' } })
    const [wanted] = channels
    renderedView.close()
    await renderChannels({ search: `state=rejected&verify=${wanted?.id}` })
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(document.querySelector('dialog')?.textContent).toContain(wanted?.name)
  })
})

test('a channel says until when it must be verified, and a verified one does not', async () => {
  const pending = { verification: 'pending' as const, expiresAt: '2099-11-06T00:00:00Z' }
  stubChannels([buildChannel({ id: 1, ...pending }), buildChannel({ id: 3 })])
  stubHistory()
  await renderChannels({ search: 'channel=1' })
  await expect.poll(readCardIds).toEqual([1, 3])
  await expect.poll(() => readCardText(1)).toContain('11.06까지')
  expect(readCardText(3)).not.toContain('까지')
  await expect
    .element(
      getPanel().getByText(/11월 6일 .*까지 인증해 주세요\. 그때까지 인증하지 않으면 등록이 종료됩니다\./),
    )
    .toBeVisible()
})

test('a registration that was closed has a card that says why, and is hidden on request', async () => {
  const closedChannel = {
    id: 7,
    channelId: 'UC0000000000000000000007',
    name: '닫힌 채널',
    handle: '@closed',
    thumbnail: null,
    closedAt: '2026-11-06T00:00:00Z',
  }
  let closed = closedReasons.map((reason, at) => ({ ...closedChannel, id: 7 + at, reason }))
  const dismissed: unknown[] = []
  interceptFetch('/v2/mcn/channels', async () => listResponse([], { closed }))
  const before = window.fetch
  window.fetch = async (input, init) => {
    if (!String(input).endsWith('/v2/mcn/channels/closed/dismiss')) return before(input, init)
    dismissed.push(JSON.parse(String(init?.body)))
    closed = closed.slice(1)
    return successResponse({})
  }
  await renderChannels()
  const readTexts = () =>
    [...document.querySelectorAll('[data-closed]')].map((card) => card.textContent ?? '')
  await expect.poll(() => readTexts().length).toBe(3)
  const expected = [
    /다른 네트워크에서 이 채널을 인증하여 등록이 종료되었습니다/,
    /기한 안에 인증하지 않아 등록이 종료되었습니다/,
    /운영자가 이 채널의 등록을 해제했습니다/,
  ]
  for (const [at, text] of readTexts().entries()) expect(text).toMatch(expected[at] ?? /never/)
  await userEvent.click(getButton(/^숨기기/).first())
  await expect.poll(() => readTexts().length).toBe(2)
  expect(dismissed).toEqual([{ id: 7 }])
})

describe('the focus', () => {
  let channels: ListedChannel[]
  const reload = async () => (await import('#islands/channels/state/store.ts')).reloadChannels()
  beforeEach(() => {
    channels = [buildChannel({ id: 1, verification: 'pending' }), buildChannel({ id: 2, name: '둘째' })]
    interceptFetch('/v2/mcn/channels', async () => listResponse(channels))
  })

  test('goes from a dialog back to the card, also where the button has gone', async () => {
    await renderChannels()
    await userEvent.click(getButton('인증하기 모퉁이 부엌'))
    await expect.element(page.getByRole('dialog')).toBeVisible()
    channels = [buildChannel({ id: 1 }), buildChannel({ id: 2, name: '둘째' })]
    await reload()
    await expect.poll(() => readCardText(1)).toContain('심사 결과 대기')
    await userEvent.keyboard('{Escape}')
    await expect.element(getCard(1).getByRole('link').first()).toHaveFocus()
  })

  test('goes to the heading of the list where the card has gone', async () => {
    await renderChannels()
    await expect.poll(readCardIds).toEqual([1, 2])
    ;(getCard(2).getByRole('button', { name: /작업$/ }).element() as HTMLElement).focus()
    channels = channels.slice(0, 1)
    await reload()
    await expect.poll(readCardIds).toEqual([1])
    await expect.element(page.getByRole('heading', { name: '채널 목록' })).toHaveFocus()
  })
})

test('changes one after the other do not keep the list from coming', async () => {
  const asked: AbortSignal[] = []
  interceptFetch('/v2/mcn/channels/changes', () => new Promise(() => {}))
  const before = window.fetch
  let release = () => {}
  window.fetch = async (input, init) => {
    const { pathname } = new URL(String(input), location.href)
    if (!pathname.endsWith('/v2/mcn/channels')) return before(input, init)
    if (init?.signal) asked.push(init.signal)
    if (asked.length === 1) await new Promise<void>((resolve) => (release = resolve))
    return listResponse([buildChannel({})])
  }
  await renderChannels()
  await expect.poll(() => asked.length).toBe(1)
  const { refreshChannels } = await import('#islands/channels/state/store.ts')
  for (let at = 0; at < 3; at += 1) refreshChannels()
  expect(asked.map(({ aborted }) => aborted)).toEqual([false])
  release()
  await expect.poll(readCardIds).toEqual([1])
  await expect.poll(() => asked.length).toBe(2)
})

test('the pipeline says how long verification and review take, and who has waited longest', async () => {
  const day = 86_400
  interceptFetch('/v2/mcn/channels', async () =>
    listResponse([buildChannel({})], {
      timing: {
        verification: { medianSeconds: 1_800, longestWaitSeconds: null },
        review: { medianSeconds: 2 * day, longestWaitSeconds: 8 * day + 5 },
      },
    }),
  )
  await renderChannels()
  const read = (stage: string) => document.querySelector(`[data-timing="${stage}"] dd`)?.textContent
  await expect.poll(() => read('verification')).toBe('중앙값 30분최장 대기 –')
  expect(read('review')).toBe('중앙값 2일최장 대기 8일')
  const widthOf = (stage: string) =>
    Number(document.querySelector(`[data-timing="${stage}"] rect:nth-child(2)`)?.getAttribute('width'))
  expect(widthOf('review')).toBeCloseTo(25, 1)
  expect(document.querySelector('[data-timing="verification"] path')).toBeNull()
})

const timed = {
  verification: { medianSeconds: 1_800, longestWaitSeconds: null },
  review: { medianSeconds: null, longestWaitSeconds: null },
}
for (const [about, email, timing] of [
  ['where nothing was timed', 'manager@hookline.example', noTiming],
  ['for creators', 'hanip@hookline.example', timed],
] as const)
  test(`how long stages take is no news ${about}`, { tags: 'extended' }, async () => {
    interceptFetch('/v2/mcn/channels', async () => listResponse([buildChannel({})], { timing }))
    await renderChannels({ email })
    await expect.poll(readCardIds).toEqual([1])
    expect(document.querySelector('[data-timing]')).toBeNull()
  })

test('a change that the server tells of is shown, and the focus stays where it is', async () => {
  let tell = () => {}
  interceptFetch('/v2/mcn/channels/changes', async () => {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        tell = () => controller.enqueue(new TextEncoder().encode('event: changed\ndata: {}\n\n'))
      },
    })
    return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } })
  })
  const channels = [
    buildChannel({ id: 1, verification: 'verifying' }),
    buildChannel({ id: 2, name: '둘째', verification: 'pending' }),
  ]
  let counts = { ...noCounts, unverified: 2 }
  interceptFetch('/v2/mcn/channels', async () => listResponse(channels, { counts }))
  let asked = 0
  await renderChannels()
  await expect.poll(readCardIds).toEqual([1, 2])
  interceptFetch('/member/me', (_, go) => {
    asked += 1
    return go()
  })
  const second = getButton('인증하기 둘째')
  ;(second.element() as HTMLElement).focus()
  channels[0] = buildChannel({ id: 1 })
  counts = { ...noCounts, unverified: 1, pending: 1 }
  await expect.poll(() => tell.length).toBe(0)
  tell()
  await expect.poll(() => readCardText(1)).toContain('심사 결과 대기')
  await expect.element(second).toHaveFocus()
  await expect.poll(() => asked).toBe(1)
})

test.each(['ko', 'en', 'zh-CN', 'zh-TW'] as const)(
  'no sorting is cut off on a narrow phone, in %s',
  async (locale) => {
    await page.viewport(360, 800)
    await renderChannels({ locale })
    await expect.poll(() => findCards().length).toBeGreaterThan(0)
    expect(document.querySelectorAll('main select').length).toBeGreaterThan(0)
    expect(findCutSelects()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  },
)

test('on a phone, counts of stages stand beside their words, however long these are', async () => {
  await page.viewport(360, 780)
  await renderChannels({ locale: 'en' })
  await expect.poll(() => readCardIds().length).toBeGreaterThan(0)
  const counts = [...document.querySelectorAll('fieldset label b')]
  expect(counts.length).toBe(6)
  const isBeside = (count: Element) => {
    const [word, number] = [count.parentElement?.querySelector('span'), count].map((one) =>
      one?.getBoundingClientRect(),
    )
    return word && number && word.right <= number.left && word.top < number.bottom && number.top < word.bottom
  }
  expect(counts.filter((count) => !isBeside(count)).map((count) => count.parentElement?.textContent)).toEqual(
    [],
  )
})
