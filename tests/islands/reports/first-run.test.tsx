// @module-tag extended

import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Channel } from '#contract/channels/channels.ts'
import type { FirstStepName, FirstSteps } from '#contract/channels/first-steps.ts'
import { screen as channelScreen } from '#islands/reports/channels/screen.ts'
import { screen } from '#islands/reports/dashboard/screen.ts'
import { screen as videoScreen } from '#islands/reports/videos/screen.ts'
import type { Namespace } from '#lib/texts/catalog.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

let view: RenderedView | undefined
const realFetch = window.fetch
/** Replies to calls, by a part of their address. */
let replies: Record<string, object> = {}

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  view?.close()
})

const creatorSteps: readonly FirstStepName[] = ['register', 'verify', 'payee', 'upload', 'figures']
const managerSteps: readonly FirstStepName[] = ['register', 'verify', 'payee', 'assign', 'figures']

interface Progress {
  names?: readonly FirstStepName[]
  done?: readonly FirstStepName[]
  channel?: Partial<Channel>
  request?: Partial<FirstSteps['request']>
  reportedTo?: string
}

const channelOf = (overrides: Partial<Channel>): Channel => ({
  id: 7,
  channelId: 'UC1',
  name: '하루기타',
  handle: null,
  thumbnail: null,
  page: 'https://www.youtube.com/channel/UC1',
  category: 'music',
  approval: 0,
  reason: null,
  verification: 'verified',
  verificationCode: null,
  verificationFailure: null,
  registeredAt: '2026-11-01T00:00:00Z',
  expiresAt: null,
  approvedAt: null,
  reReviewedAt: null,
  reReviewFrom: null,
  members: [],
  deletable: true,
  ...overrides,
})

const buildSteps = ({ names = creatorSteps, done = [], channel, request, reportedTo }: Progress) => ({
  success: true,
  message: '',
  steps: names.map((name) => ({ name, done: done.includes(name) })),
  channel: channel ? channelOf(channel) : null,
  request: request
    ? { id: 1, link: '@one', category: 'music', requestedAt: '2026-11-01T00:00:00Z', ...request }
    : null,
  reportedTo: reportedTo ?? null,
})

const noReport = { success: true, message: '', currency: 'KRW', revision: 1, report: null }

/** Renders the steps for somebody without figures. */
async function showSteps(
  progress: Progress,
  { source = screen, steps = 5, ...options }: ViewOptions & { source?: typeof screen; steps?: number } = {},
) {
  replies = { 'reports/dashboard': noReport, 'v2/mcn/first-steps': buildSteps(progress) }
  window.fetch = async (input, init) => {
    // Only the test itself may reload anything.
    if (String(input).includes('channels/changes')) return new Promise(() => {})
    const [, reply] = Object.entries(replies).find(([part]) => String(input).includes(part)) ?? []
    return reply ? new Response(JSON.stringify(reply)) : realFetch(input, init)
  }
  const namespaces: Namespace[] = [...(source.namespaces ?? []), 'first-run', 'payday']
  view = await renderView({ ...source, namespaces }, { email: 'hanip@hookline.example', ...options })
  await expect.poll(() => document.querySelectorAll('[data-step]').length).toBe(steps)
}

const stepOf = (name: FirstStepName) => document.querySelector<HTMLElement>(`[data-step="${name}"]`)
const readStatuses = () =>
  [...document.querySelectorAll<HTMLElement>('[data-step]')].map((step) => step.dataset.status)
const readPrimary = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a[data-kind=primary]')].map((link) => [
    link.closest<HTMLElement>('[data-step]')?.dataset.step,
    link.getAttribute('href'),
  ])

const inADay = () => new Date(Date.now() + 86_400_000).toISOString()

const cases: [about: string, Progress, statuses: string, primary: [string, string] | null, words: string][] =
  [
    [
      'nobody has a channel',
      {},
      'current later later later later',
      ['register', '/manage-channel?addChannel=1'],
      '채널 등록하기',
    ],
    [
      'a registration waits for YouTube',
      { request: { failure: null } },
      'waiting later later later later',
      null,
      'YouTube의 응답을 기다리고 있습니다.',
    ],
    [
      'a registration has failed',
      { request: { failure: 'channel_unknown' } },
      'blocked later later later later',
      ['register', '/manage-channel'],
      '채널을 등록하지 못했습니다.',
    ],
    [
      'a channel is registered',
      { done: ['register'], channel: { verification: 'pending', expiresAt: '2026-12-05T03:00:00Z' } },
      'done current current later later',
      ['verify', '/manage-channel?verify=7'],
      '2026.12.05까지 인증하지 않으면 등록이 종료됩니다.',
    ],
    [
      'a verification has failed',
      { done: ['register'], channel: { verification: 'pending', verificationFailure: 'code_missing' } },
      'done blocked current later later',
      ['verify', '/manage-channel?verify=7'],
      '지난번 인증을 완료하지 못했습니다.',
    ],
    [
      'a verification is running',
      { done: ['register'], channel: { verification: 'verifying' } },
      'done waiting current later later',
      ['payee', '/config-account?payee=1'],
      '인증 중',
    ],
    [
      'a channel is in review',
      { done: ['register'], channel: {} },
      'done waiting current current later',
      ['payee', '/config-account?payee=1'],
      '심사를 진행하고 있습니다. 영업일 기준 1~2일이 걸립니다.',
    ],
    [
      'another review was requested',
      { done: ['register'], channel: { reReviewedAt: '2026-11-20T03:00:00Z' } },
      'done waiting current current later',
      ['payee', '/config-account?payee=1'],
      '2026.11.20에 재심사를 요청했습니다.',
    ],
    [
      'a channel is on hold',
      {
        done: ['register'],
        channel: { approval: 1, reason: '출처를 알려 주세요.', reReviewFrom: '2026-01-01T00:00:00Z' },
      },
      'done blocked current later later',
      ['verify', '/manage-channel?review=7'],
      '보류 사유: 출처를 알려 주세요.',
    ],
    [
      'a channel has just been put on hold',
      { done: ['register'], channel: { approval: 1, reason: '출처', reReviewFrom: inADay() } },
      'done blocked current later later',
      ['payee', '/config-account?payee=1'],
      '부터 요청할 수 있습니다.',
    ],
    [
      'a channel is rejected',
      { done: ['register'], channel: { approval: 3, reason: '남의 영상입니다.' } },
      'done blocked current later later',
      ['verify', '/manage-channel?addChannel=1'],
      '거절 사유: 남의 영상입니다.',
    ],
    [
      'a channel is approved',
      {
        done: ['register', 'verify', 'payee'],
        channel: { approval: 2, approvedAt: '2026-11-20T03:00:00Z' },
        reportedTo: '2026-11-19',
      },
      'done done done current waiting',
      ['upload', '/musics/all'],
      '지금은 2026.11.19까지 들어왔습니다.',
    ],
    [
      'everything is done but the report',
      {
        done: ['register', 'verify', 'payee', 'upload'],
        channel: { approval: 2, approvedAt: '2026-11-20T03:00:00Z' },
      },
      'done done done done waiting',
      null,
      '준비를 모두 마쳤습니다.',
    ],
  ]

for (const [about, progress, statuses, primary, words] of cases)
  test(`the one thing to do next, or what is waited for, when ${about}`, async () => {
    await showSteps(progress)
    expect(readStatuses().join(' ')).toBe(statuses)
    expect(readPrimary()).toEqual(primary ? [primary] : [])
    expect(document.querySelector('main')?.textContent).toContain(words)
    expect(stepOf('figures')?.textContent).not.toContain('undefined')
  })

for (const [about, flags, words] of [
  ['the address is unconfirmed', { unconfirmed: true }, '이메일을 확인하면 채널을 등록할 수 있습니다.'],
  ['the manager has yet to approve', { awaits_approval: true }, '관리자가 가입을 승인하면'],
] as const)
  test(`no channel can be registered while ${about}`, async () => {
    await showSteps({})
    const { $user } = await import('#lib/api/session.ts')
    const user = $user.get()
    if (user) $user.set({ ...user, ...flags })
    await expect.element(page.getByText(words, { exact: false })).toBeVisible()
    expect(readPrimary()).toEqual([])
  })

test('a manager starts with channels or members, and assigns them', async () => {
  await showSteps({ names: managerSteps }, { email: 'manager@hookline.example' })
  expect(readPrimary()).toEqual([['register', '/manage-channel?addChannel=1']])
  await expect
    .element(page.getByRole('link', { name: '멤버부터 만들기' }))
    .toHaveAttribute('href', '/manage-member')
  replies['v2/mcn/first-steps'] = buildSteps({
    names: managerSteps,
    done: ['register', 'verify', 'payee'],
    channel: { approval: 2 },
  })
  const { firstSteps } = await import('#islands/reports/first-run/store.ts')
  firstSteps.reload()
  await expect.poll(readPrimary).toEqual([['assign', '/manage-member']])
})

for (const source of [channelScreen, videoScreen])
  test(`${source.name} says where the steps are`, async () => {
    await showSteps({}, { source, steps: 0 })
    await expect
      .element(page.getByRole('link', { name: '대시보드로 가기' }))
      .toHaveAttribute('href', '/dashboard')
  })

test('periods that have nothing to choose from are not offered', async () => {
  await showSteps({})
  expect(document.querySelectorAll('fieldset, select, [aria-haspopup]').length).toBe(0)
})

test('the person is greeted; the sample says that it is one; tracks and questions lead to what exists', async () => {
  await showSteps({}, { locale: 'en' })
  await expect.element(page.getByRole('heading', { name: 'Welcome, 한입' })).toBeVisible()
  await expect.element(page.getByText('Example', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Getting started: 0 of 5 steps done' })).toBeVisible()
  await expect.poll(() => document.querySelectorAll('[data-music]').length).toBe(6)
  expect(document.querySelector('[data-music] a')?.getAttribute('href')).toMatch(
    /^\/en\/musics\/all\?q=KRMIM\d+$/,
  )
  const guides = [...document.querySelectorAll('a[href*="/guides"]')].map((link) => link.getAttribute('href'))
  expect(guides).toEqual([
    '/en/guides/auths',
    '/en/guides/mobile-upload',
    '/en/guides/pc-upload',
    '/en/guides',
    '/en/guides/mobile-unlock',
  ])
})

test('the report takes the place of the steps as soon as there are figures', async () => {
  await showSteps({ done: ['register', 'verify', 'payee', 'upload'], channel: { approval: 2 } })
  replies = { 'v2/mcn/first-steps': buildSteps({ done: creatorSteps, channel: { approval: 2 } }) }
  const { firstSteps } = await import('#islands/reports/first-run/store.ts')
  firstSteps.reload()
  await expect.poll(() => document.querySelector('[data-figure="profit"]')?.textContent).toBeTruthy()
  expect(document.querySelector('[data-step]')).toBeNull()
})

test('a failure says so and can be tried again', async () => {
  await showSteps({})
  view?.close()
  replies['v2/mcn/first-steps'] = { success: false, code: 'internal', message: '지금은 안 됩니다.' }
  view = await renderView(
    { ...screen, namespaces: ['reports', 'first-run', 'payday'] },
    { email: 'haru@hookline.example' },
  )
  await expect.element(page.getByText('시작 단계를 불러오지 못했습니다')).toBeVisible()
  replies['v2/mcn/first-steps'] = buildSteps({})
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.poll(readPrimary).toHaveLength(1)
})
