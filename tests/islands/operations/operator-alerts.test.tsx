// @module-tag extended
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { alertKinds, type OperatorAlert } from '#contract/operations/operator-alerts.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { type RenderedView, renderView } from '#tests/islands/kit/render-view.tsx'
import { renderDashboard } from '#tests/islands/reports/render-dashboard.tsx'

let renderedView: RenderedView
const realFetch = window.fetch

beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  window.fetch = realFetch
  renderedView.close()
})

const interceptFetch = (alerts: readonly OperatorAlert[]) => {
  window.fetch = async (input, init) =>
    String(input).endsWith('/operator/alerts')
      ? new Response(JSON.stringify({ success: true, message: '', alerts }))
      : realFetch(input, init)
}

const alert = (kind: OperatorAlert['kind'], owner = 'main'): OperatorAlert => ({
  kind,
  owner: kind === 'rates-refused' ? null : owner,
  day: '2026-10-01',
  count: 3,
  raisedAt: '2026-11-20T10:00:00.000Z',
})

async function setProfile(changes: object): Promise<void> {
  const { $user, setUser } = await import('#lib/api/session.ts')
  const user = $user.get()
  if (user) setUser({ ...user, ...changes })
}

const readItems = () =>
  [...document.querySelectorAll('[data-attention=open] [data-alert]')].map((item) => item.textContent)

const renderBanner = (locale: Locale = 'ko') =>
  renderView(
    {
      lazyNamespaces: ['operator-alerts'],
      load: async () => {
        const { AttentionBanner, AttentionEntry } = await import('#islands/shell/navigation/Attention.tsx')
        return () => (
          <>
            <AttentionEntry />
            <AttentionBanner />
          </>
        )
      },
    },
    { locale },
  )

test('an operator sees the first alerts with owner and advice, and all of them counted', async () => {
  interceptFetch([
    alert('consent-ended'),
    alert('reports-lost', 'second'),
    alert('storage', 'third'),
    alert('reports-late', 'fourth'),
  ])
  renderedView = await renderBanner()
  expect(readItems()).toEqual([])
  const { $attentionCount } = await import('#lib/api/session.ts')
  const before = $attentionCount.get()
  await setProfile({ operator_alerts: 4 })
  await expect
    .poll(readItems)
    .toEqual([
      'YouTube 보고서를 가져오는 동의가 만료되었습니다 콘텐츠 소유자 main: 접근 권한이 있는 분이 다시 동의해야 합니다. 서버에서 youtube connect --owner main 명령을 실행해 주세요.',
      '보고서 3개를 받지 못했습니다 콘텐츠 소유자 second: 2026.10.01 보고서가 YouTube에 더 이상 없습니다. 따로 보관한 파일이 있으면 가져와 주세요.',
      '보고서를 저장하지 못했습니다 콘텐츠 소유자 third: 디스크의 남은 공간과 폴더 권한을 확인해 주세요.',
    ])
  expect(document.querySelector('[data-attention=open]')?.textContent).toContain('그 밖에 1건이 더 있습니다.')
  expect(document.querySelector('[data-count=alerts]')?.textContent).toContain('4건')
  expect(document.querySelector('[data-count=attention]')?.textContent).toBe(String(before + 4))
})

test.each(['ko', 'en', 'zh-CN', 'zh-TW'] as const)('every alert has its text (%s)', async (locale) => {
  const shown: (string | null)[] = []
  for (const kind of alertKinds) {
    interceptFetch([alert(kind)])
    renderedView = await renderBanner(locale)
    await setProfile({ operator_alerts: 1 })
    await expect.poll(() => readItems().length).toBe(1)
    shown.push(...readItems())
    renderedView.close()
  }
  expect(new Set(shown).size).toBe(alertKinds.length)
  for (const text of shown) expect(text).not.toMatch(/\{\{|operator-alerts:|undefined/)
})

test('the banner is back when another alert comes', async () => {
  interceptFetch([alert('storage')])
  renderedView = await renderBanner()
  const { $isAttentionCollapsed } = await import('#lib/api/session.ts')
  await setProfile({ operator_alerts: 1 })
  document.querySelector<HTMLElement>('[data-collapse="1"]')?.click()
  await setProfile({ operator_alerts: 1 })
  expect($isAttentionCollapsed.get()).toBe(true)
  await setProfile({ operator_alerts: 2 })
  expect($isAttentionCollapsed.get()).toBe(false)
})

test('late figures are explained until the day that is due is there', async () => {
  renderedView = await renderDashboard()
  const { report } = await renderedView.call(readDashboard, { query: { period: 'month' } })
  const latestDay = report?.bounds.to ?? ''
  const note = () => document.querySelector('[data-note=late]')?.textContent
  await expect.poll(() => document.querySelector('[data-figure=profit]')).not.toBeNull()
  expect(note()).toBeUndefined()
  await setProfile({ report_due_day: addDays(latestDay, 1) })
  await expect.poll(note).toContain('집계가 평소보다 늦어지고 있습니다.')
  await setProfile({ report_due_day: latestDay })
  await expect.poll(note).toBeUndefined()
})

test('nobody without figures is told that they are late', async () => {
  const noReport = { success: true, message: '', currency: 'KRW', revision: 1, report: null }
  window.fetch = async (input, init) =>
    String(input).includes('reports/dashboard')
      ? new Response(JSON.stringify(noReport))
      : realFetch(input, init)
  renderedView = await renderDashboard()
  await setProfile({ report_due_day: '2999-12-31' })
  await expect.poll(() => document.querySelector('[data-step]')).not.toBeNull()
  expect(document.querySelector('[data-note=late]')).toBeNull()
})
