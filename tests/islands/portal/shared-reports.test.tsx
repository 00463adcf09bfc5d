import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  createSharedReport,
  listSharedReports,
  openSharedReport,
  revokeSharedReport,
  type SharedReport,
  type SharedReportSummary,
} from '#contract/portal/shared-reports.ts'
import { listChannelFigures } from '#contract/reports/channel-report.ts'
import { screen as links } from '#islands/portal/shared-reports/screen.ts'
import { screen as channelPage } from '#islands/reports/channel-page/screen.ts'
import { screen as channelReport } from '#islands/reports/channels/screen.ts'
import { type RenderedView, renderView, type ViewOptions } from '#tests/islands/kit/render-view.tsx'

const realFetch = window.fetch
const realUrl = location.href
const token = 'T'.repeat(43)
let shown: RenderedView | undefined

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  shown?.close()
  shown = undefined
  history.replaceState(null, '', realUrl)
})

/** Replies instead of the API to calls of some endpoints, and keeps what was sent to them. */
function serve(replies: Record<string, (body: Record<string, unknown>) => object | [number, string]>) {
  const sent: [string, Record<string, unknown>][] = []
  window.fetch = async (input, init) => {
    const { pathname } = new URL(String(input), location.href)
    const path = pathname.slice(pathname.indexOf('v2/'))
    const reply = replies[path]
    if (!reply) return realFetch(input, init)
    const body = init?.body ? JSON.parse(String(init.body)) : {}
    sent.push([path, body])
    const answer = reply(body)
    if (Array.isArray(answer))
      return Response.json(
        { success: false, code: answer[1], message: `Refused: ${answer[1]}` },
        { status: answer[0] },
      )
    return Response.json({ success: true, message: '', ...answer })
  }
  return sent
}

const created = () => ({ id: 5, token, expiresAt: '2026-12-27T03:00:00.000Z' })
const dialog = () => page.getByRole('dialog')

async function findChannelIds(): Promise<string[]> {
  shown = await renderView(channelReport)
  const { channels } = await shown.call(listChannelFigures, { query: { period: 'last-month' } })
  shown.close()
  return channels.map(({ channelId }) => channelId)
}

async function openOnChannelPage(id: string, options: ViewOptions = {}): Promise<void> {
  history.replaceState(null, '', `/report-channel/${id}`)
  shown = await renderView(channelPage, options)
  await userEvent.click(page.getByRole('button', { name: /보고서 공유|Share report/ }))
}

test('a channel is shared with the period of the screen and without money, and its link is shown once', async () => {
  const [id = ''] = await findChannelIds()
  const sent = serve({ [createSharedReport.path]: created })
  await openOnChannelPage(id, { search: 'period=last-month' })
  const title = dialog().getByRole('textbox', { name: '제목' })
  await expect.element(title).not.toHaveValue('')
  await expect.element(dialog().getByRole('checkbox')).not.toBeChecked()
  await userEvent.fill(title, '  ')
  await userEvent.click(dialog().getByRole('button', { name: '링크 만들기' }))
  await expect.element(dialog().getByText('제목을 입력해 주세요.')).toBeVisible()
  expect(sent).toEqual([])
  await userEvent.fill(title, '가을 캠페인')
  await userEvent.click(dialog().getByRole('button', { name: '링크 만들기' }))
  const link = dialog().getByRole('textbox', { name: '공유 링크' })
  await expect.element(link).toHaveValue(`${location.origin}/shared#${token}`)
  await expect.element(link).toHaveFocus()
  await expect.element(dialog().getByText(/지금 한 번만 표시됩니다/)).toBeVisible()
  expect(sent).toEqual([
    [
      createSharedReport.path,
      { title: '가을 캠페인', channels: [id], time: { period: 'last-month' }, days: 30, withMoney: false },
    ],
  ])
  await userEvent.click(dialog().getByRole('button', { name: '닫기' }))
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(document.body.textContent).not.toContain(token)
})

test('money is warned of, fixed days are checked, and a refusal stays in the dialog', async () => {
  const [id = ''] = await findChannelIds()
  const sent = serve({ [createSharedReport.path]: () => [409, 'shared_reports_full'] })
  await openOnChannelPage(id, { locale: 'en', search: 'period=month' })
  await userEvent.selectOptions(dialog().getByLabelText('Period'), 'custom')
  await userEvent.fill(dialog().getByLabelText('From'), '2026-10-20')
  await userEvent.fill(dialog().getByLabelText('To', { exact: true }), '2026-10-10')
  await userEvent.selectOptions(dialog().getByLabelText('Valid for'), '7')
  await userEvent.click(dialog().getByRole('checkbox'))
  await expect.element(dialog().getByText(/Choose this only if it is needed/)).toBeVisible()
  await userEvent.click(dialog().getByRole('button', { name: 'Create link' }))
  await expect.element(dialog().getByLabelText('To', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])
  await userEvent.fill(dialog().getByLabelText('To', { exact: true }), '2026-10-25')
  await userEvent.click(dialog().getByRole('button', { name: 'Create link' }))
  await expect.element(dialog().getByText('Refused: shared_reports_full')).toBeVisible()
  expect(sent[0]?.[1]).toMatchObject({
    time: { period: 'custom', from: '2026-10-20', to: '2026-10-25' },
    days: 7,
    withMoney: true,
  })
})

test('selected channels are shared, up to twenty', async () => {
  const ids = await findChannelIds()
  const sent = serve({ [createSharedReport.path]: created })
  history.replaceState(null, '', '/report-channel')
  shown = await renderView(channelReport, { search: `channels=${ids[0]},,${ids[1]}` })
  await userEvent.click(page.getByRole('button', { name: '선택한 채널 공유' }))
  await expect.element(dialog().getByText('채널 2개')).toBeVisible()
  await userEvent.fill(dialog().getByRole('textbox', { name: '제목' }), '둘')
  await userEvent.click(dialog().getByRole('button', { name: '링크 만들기' }))
  await expect.element(dialog().getByRole('textbox', { name: '공유 링크' })).toBeVisible()
  expect(sent[0]?.[1]).toMatchObject({ channels: ids.slice(0, 2) })
  shown.close()
  const many = Array.from({ length: 21 }, (_, at) => `UC${String(at).padStart(22, '0')}`)
  shown = await renderView(channelReport, { search: `channels=${many.join(',')}` })
  await userEvent.click(page.getByRole('button', { name: '선택한 채널 공유' }))
  await expect.element(page.getByText(/채널 20개까지 공유할 수 있습니다/)).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
})

const summary = (change: Partial<SharedReportSummary> = {}): SharedReportSummary => ({
  id: 5,
  title: '가을 캠페인',
  channels: [
    { channelId: 'UC1', name: null },
    { channelId: 'UC2', name: '골목여행' },
  ],
  time: { period: '28-days' },
  withMoney: true,
  state: 'live',
  createdAt: '2026-11-20T03:00:00.000Z',
  expiresAt: '2026-12-20T03:00:00.000Z',
  openCount: 3,
  lastOpenedAt: '2026-11-21T03:00:00.000Z',
  ...change,
})

test('links are listed with state and openings, and those that work can be revoked', async () => {
  let reports = [
    summary(),
    summary({ id: 4, state: 'expired', title: '여름', withMoney: false, openCount: 0, lastOpenedAt: null }),
  ]
  const sent = serve({
    [listSharedReports.path]: () => ({ reports }),
    [revokeSharedReport.path]: () => {
      reports = reports.map((report) => (report.id === 5 ? { ...report, state: 'revoked' as const } : report))
      return {}
    },
  })
  history.replaceState(null, '', '/shared-reports')
  shown = await renderView(links)
  const rows = page.getByRole('listitem')
  await expect.poll(() => rows.nth(0).element().textContent).toContain('골목여행 외 1개 · 최근 28일')
  await expect.poll(() => rows.nth(0).element().textContent).toContain('3번 열림')
  await expect.poll(() => rows.nth(0).element().textContent).toContain('수익 표시')
  await expect.poll(() => rows.nth(1).element().textContent).toContain('아직 열리지 않음')
  await expect.element(rows.nth(1).getByRole('button')).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: '‘가을 캠페인’ 공유 링크 해제' }))
  await userEvent.click(dialog().getByRole('button', { name: '링크 해제' }))
  await expect.poll(() => rows.nth(0).element().textContent).toContain('해제됨')
  expect(sent.filter(([path]) => path === revokeSharedReport.path)).toEqual([
    [revokeSharedReport.path, { id: 5 }],
  ])
})

test('without links, the list says where they are made', async () => {
  serve({ [listSharedReports.path]: () => ({ reports: [] }) })
  history.replaceState(null, '', '/shared-reports')
  shown = await renderView(links)
  await expect.element(page.getByText('만든 공유 링크가 없습니다')).toBeVisible()
  await expect.element(page.getByRole('link', { name: '채널 보고서 보기' })).toBeVisible()
})

const shared = (change: Partial<NonNullable<SharedReport['report']>> = {}): SharedReport => ({
  title: '가을 캠페인',
  time: { period: '7-days' },
  expiresAt: '2026-12-20T03:00:00.000Z',
  channels: [{ channelId: 'UC1', name: '골목여행', thumbnail: null, subscribers: 12_000 }],
  report: {
    range: { from: '2026-11-18', to: '2026-11-24' },
    incompleteDays: [],
    updatedUntil: '2026-11-24',
    views: 1_234_567,
    days: ['2026-11-23', '2026-11-24'],
    dailyViews: [1_000_000, 234_567],
    videos: [
      { videoId: 'abcdefghijk', channelId: 'UC1', title: null, publishedAt: null, thumbnail: null, views: 9 },
    ],
    countries: Array.from({ length: 11 }, (_, at) => ({
      country: at === 0 ? 'ZZ' : `K${'ABCDEFGHIJK'[at]}`,
      views: 100 - at,
    })),
    money: null,
    ...change,
  },
})

/** The page of a visitor, which is no screen. */
async function openLink(fragment: string): Promise<void> {
  history.replaceState(null, '', '/shared')
  shown = await renderView({
    namespaces: ['shared-report', 'reports'],
    load: async () => (await import('#islands/portal/shared-report/SharedReportView.tsx')).SharedReportView,
  })
  location.hash = fragment
}

test('a visitor sees views, videos and countries, and money only if it is there', async () => {
  const sent = serve({ [openSharedReport.path]: () => shared() })
  await openLink(token)
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).element().textContent)
    .toContain('가을 캠페인')
  await expect.element(page.getByText('1,234,567')).toBeVisible()
  await expect.element(page.getByText(/2026.11.24까지 집계/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: /제목이 아직 없는 영상/ }))
    .toHaveAttribute('href', 'https://www.youtube.com/shorts/abcdefghijk')
  const countries = [...document.querySelectorAll('[data-country]')].map((row) =>
    row.getAttribute('data-country'),
  )
  expect(countries).toHaveLength(9)
  expect(countries.at(-1)).toBe('others')
  expect(document.body.textContent).not.toMatch(/예상 수익/)
  expect(sent).toEqual([[openSharedReport.path, { token }]])
  shown?.close()
  serve({ [openSharedReport.path]: () => shared({ money: { currency: 'KRW', profit: 500_000_000 } }) })
  await openLink(token)
  await expect.element(page.getByText('₩500,000')).toBeVisible()
  await expect.element(page.getByText('₩405')).toBeVisible()
})

test('the page says that a link is closed or has expired, or that figures are missing', async () => {
  for (const [reply, text] of [
    [[404, 'not_found'], '이 링크로 볼 수 있는 보고서가 없습니다'],
    [[410, 'expired'], '링크의 유효 기간이 지났습니다'],
    [{ ...shared(), report: null }, '아직 집계된 조회수가 없습니다'],
  ] as const) {
    serve({ [openSharedReport.path]: () => reply as object })
    await openLink(token)
    await expect.element(page.getByText(text)).toBeVisible()
    shown?.close()
  }
  const sent = serve({ [openSharedReport.path]: () => shared() })
  await openLink('cut')
  await expect.element(page.getByText('이 링크로 볼 수 있는 보고서가 없습니다')).toBeVisible()
  expect(sent).toEqual([])
})

test('a failure can be tried again', async () => {
  let isDown = true
  serve({ [openSharedReport.path]: () => (isDown ? [429, 'too_many'] : shared()) })
  await openLink(token)
  await expect.element(page.getByText('보고서를 불러오지 못했습니다')).toBeVisible()
  isDown = false
  await userEvent.click(page.getByRole('button', { name: '다시 시도' }))
  await expect.element(page.getByText('1,234,567')).toBeVisible()
})
