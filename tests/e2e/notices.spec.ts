import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { type DedicatedSite, startDedicatedSite } from '#tests/support/dedicated-site.ts'
import { expect, memberEmail, submitLogin, test } from '#tests/support/e2e.ts'

let dedicatedSite: DedicatedSite
let folder: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  dedicatedSite = await startDedicatedSite()
  folder = await mkdtemp(join(tmpdir(), 'hookline-notices-'))
})
test.afterAll(async () => {
  await dedicatedSite.stop()
  await rm(folder, { recursive: true, force: true })
})

const widths = [390, 820, 1440]

async function publish(files: Record<string, string>, ...options: string[]): Promise<number> {
  const names = []
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text)
    names.push(join(folder, name))
  }
  const output = await dedicatedSite.runOperator(
    'notice',
    'publish',
    ...names,
    '--site',
    'localhost',
    ...options,
  )
  return Number(/^(\d+) {2}localhost/m.exec(output)?.[1])
}

async function openNotices(page: Page, prefix = ''): Promise<void> {
  await page.goto(`${dedicatedSite.origin}${prefix}/login`)
  await submitLogin(page, memberEmail)
  await page.waitForURL(`**${prefix}/dashboard`)
}

const sideNavigation = (page: Page) => page.locator('header').getByRole('navigation')
const unreadBadge = (page: Page) => sideNavigation(page).getByRole('img')
const noticeRow = (page: Page, title: string) => page.locator('[data-notice]').filter({ hasText: title })

const maliciousMarkdown = `
<script>alert('script'); document.title = 'harmed'</script>

글 <img src="https://evil.test/x.png" onerror="alert('onerror')"> 사이 <b onclick="alert('click')">굵은 글</b>

<svg onload="alert('svg')"><animate onbegin="alert('svg')" attributeName="x" dur="1s"></animate><a xlink:href="javascript:alert(1)"><text>그림</text></a></svg>

<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></table></mtext></math>

<iframe src="https://evil.test/frame"></iframe> <iframe srcdoc="<script>alert('srcdoc')</script>"></iframe>

<style>body { background: url(https://evil.test/style.png) } h1 { display: none }</style>

<link rel="stylesheet" href="https://evil.test/a.css"> <meta http-equiv="refresh" content="0;url=https://evil.test"> <base href="https://evil.test/">

<form action="https://evil.test/"><button>누르기</button></form> <a href="javascript:alert('a')">가짜 링크</a>

[하나](javascript:alert(1)) [둘](JaVaScRiPt:alert(1)) [셋](&#106;avascript:alert(1)) [넷](java&Tab;script:alert(1)) [다섯](data:text/html,<script>alert(1)</script>) [여섯](//evil.test/x) [일곱](vbscript:x) [여덟](https:evil.test)

![그림의 설명](https://evil.test/y.png) {alert(1)}

[여는 링크](https://example.com/news) 그리고 [가이드](/guides)
`

/** What the browser must not do while a notice is shown and clicked. */
function recordIncidents(page: Page): string[] {
  const incidents: string[] = []
  page.on('dialog', (dialog) => {
    incidents.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.origin !== dedicatedSite.origin) incidents.push(request.url())
  })
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) incidents.push(`frame ${frame.url()}`)
  })
  return incidents
}

test('what would harm is shown harmless', async ({ page }) => {
  await openNotices(page)
  const id = await publish({
    'harm.ko.mdx': `---\ntitle: "해로운 <script>alert(1)</script> 공지"\n---\n${maliciousMarkdown}`,
  })
  // Past the operator's command, too.
  await page.goto(`${dedicatedSite.origin}/notices`)
  const seen = recordIncidents(page)
  await noticeRow(page, '해로운').getByRole('link').click()
  await page.waitForURL(`**/notices/${id}`)
  const article = page.locator('article')
  await expect(article.getByRole('heading', { level: 1 })).toHaveText('해로운 <script>alert(1)</script> 공지')
  await expect(article).toContainText('여섯')
  for (const words of ['굵은 글', '가짜 링크', '그림의 설명', '{alert(1)}', '하나', '다섯'])
    await expect(article).toContainText(words)
  await expect(article).not.toContainText('onerror')
  expect(
    await article.evaluate((node) => [
      node.querySelectorAll('script, style, img, svg, math, iframe, form, button, object, link, meta, base')
        .length,
      [...node.querySelectorAll('*')].flatMap((one) =>
        one.getAttributeNames().filter((name) => name.startsWith('on')),
      ).length,
      [...node.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    ]),
  ).toEqual([0, 0, ['https://example.com/news', '/guides']])
  for (const words of ['하나', '굵은 글', '가짜 링크']) await article.getByText(words).first().click()
  await page.waitForTimeout(300)
  expect(seen).toEqual([])
  await expect(page).toHaveTitle(/해로운/)
  expect(await findAccessibilityViolations(page, 'main')).toEqual([])
})

const guideNotice = {
  ko: {
    prefix: '',
    badge: /^새 공지 (\d+)건$/,
    back: '공지사항 목록',
    all: '모두 읽음으로 표시',
    fresh: '새 글',
    list: '공지사항',
  },
  en: {
    prefix: '/en',
    badge: /^(\d+) new$/,
    back: 'All notices',
    all: 'Mark all as read',
    fresh: 'New',
    list: 'Notices',
  },
} as const

for (const [language, words] of Object.entries(guideNotice)) {
  test(`in ${language}: from the list to a notice and back, and the count falls`, async ({ page }) => {
    const id = await publish({
      'tour.ko.md': `# 둘러보기 ${language}\n\n## 소제목\n\n- 하나\n- 둘\n\n| 가 | 나 |\n|---|---|\n| 1 | 2 |\n\n[가이드](/guides) [대시보드](/dashboard)`,
      'tour.en.md': `# Tour ${language}\n\n## Below\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[Guides](/guides) [Dashboard](/dashboard)`,
    })
    await openNotices(page, words.prefix)
    await expect(unreadBadge(page)).toHaveAttribute('aria-label', words.badge)
    const count = async () => Number(await unreadBadge(page).textContent())
    const before = await count()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/member/me')) asked.push(request.url())
    })
    await sideNavigation(page).getByRole('link', { name: words.list }).click()
    const row = page.locator(`[data-notice="${id}"]`)
    await expect(row).toContainText(words.fresh)
    await row.getByRole('link').click()
    await expect(page.locator('article h1')).toHaveText(new RegExp(`${language}$`))
    await expect(page.locator('article li')).toHaveCount(2)
    await expect.poll(count).toBe(before - 1)
    await expect(page.locator('article div a').first()).toHaveAttribute('href', `${words.prefix}/guides`)
    await page.getByRole('link', { name: words.back }).click()
    await expect(row).toBeVisible()
    await expect(row).not.toContainText(words.fresh)
    await page.goBack()
    await page.locator('article div a').last().click()
    await page.waitForURL(`**${words.prefix}/dashboard`)
    // Neither the way nor the count has loaded a page or asked who this is again.
    expect(asked).toEqual([])
    await page.reload()
    await expect.poll(count).toBe(before - 1)
  })
}

test('in Korean: all are marked as read, also for the menu of a phone, and stay so', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openNotices(page)
  const menu = page.getByRole('dialog')
  await page.getByRole('button', { name: '메뉴' }).click()
  await expect(menu.getByRole('img')).toHaveAttribute('aria-label', /^새 공지 \d+건$/)
  await menu.getByRole('link', { name: '공지사항' }).click()
  await page.getByRole('button', { name: '모두 읽음으로 표시' }).click()
  await expect(page.getByText('새 글')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: '메뉴' }).click()
  await expect(menu.getByRole('link', { name: '공지사항' })).toBeVisible()
  await expect(menu.getByRole('img')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.locator('[data-notice]').first()).toBeVisible()
  await expect(page.getByText('새 글')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '모두 읽음으로 표시' })).toHaveCount(0)
})

test('what the operator edits, pins and withdraws is so for readers', async ({ page }) => {
  const id = await publish({ 'later.ko.md': '# 바뀔 공지\n\n처음 글' })
  await openNotices(page)
  await page.goto(`${dedicatedSite.origin}/notices`)
  await expect(noticeRow(page, '바뀔 공지')).not.toContainText('수정')
  await writeFile(join(folder, 'changed.ko.md'), '# 바뀐 공지\n\n다음 글')
  await dedicatedSite.runOperator('notice', 'edit', String(id), join(folder, 'changed.ko.md'))
  await dedicatedSite.runOperator('notice', 'pin', String(id))
  await page.reload()
  await expect(page.locator('[data-notice]').first()).toContainText('고정')
  await expect(noticeRow(page, '바뀐 공지')).toContainText('수정')
  await noticeRow(page, '바뀐 공지').getByRole('link').click()
  await expect(page.locator('article')).toContainText('다음 글')
  await dedicatedSite.runOperator('notice', 'withdraw', String(id))
  await page.reload()
  await expect(page.getByText('공지사항을 찾을 수 없습니다')).toBeVisible()
  await page.getByRole('link', { name: '공지사항 목록' }).click()
  await expect(page.locator('[data-notice]').first()).toBeVisible()
  await expect(noticeRow(page, '바뀐 공지')).toHaveCount(0)
})

for (const { prefix } of Object.values(guideNotice)) {
  test(`no width has faults of access, list and notice, ${prefix || '/ko'}`, async ({ page }) => {
    await publish({
      'wide.ko.md': `# 넓은 공지 ${prefix}\n\n## 표\n\n${'| 열 '.repeat(14)}|\n${'|---'.repeat(14)}|\n${'| 긴 내용 '.repeat(14)}|\n\n> 인용 [링크](https://example.com)\n\n\`\`\`\ncode\n\`\`\``,
    })
    await openNotices(page, prefix)
    await page.goto(`${dedicatedSite.origin}${prefix}/notices`)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.locator('[data-notice]').first()).toBeVisible()
      expect(await findAccessibilityViolations(page)).toEqual([])
    }
    await noticeRow(page, '넓은 공지').first().getByRole('link').click()
    await expect(page.locator('article table')).toBeVisible()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findAccessibilityViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
}
