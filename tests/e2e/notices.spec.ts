import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, runOperator, siteUrl, test } from '#tests/support/e2e.ts'

test.use({ as: 'member' })
// These tests run in order: each publishes, and one counts unread notices.
test.describe.configure({ mode: 'default' })

async function publish(files: Record<string, string>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'hookline-notices-'))
  try {
    const paths = Object.keys(files).map((name) => join(folder, name))
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const output = await runOperator('notice', 'publish', ...paths, '--site', 'localhost')
    return Number(/^(\d+) {2}localhost/m.exec(output)?.[1])
  } finally {
    await rm(folder, { recursive: true })
  }
}

const sideNavigation = (page: Page) => page.locator('header').getByRole('navigation')
const unreadBadge = (page: Page) => sideNavigation(page).locator('[data-badge=unread]:visible')
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

/** Records everything that a notice must never make the browser do. */
function recordIncidents(page: Page): string[] {
  const incidents: string[] = []
  page.on('dialog', (dialog) => {
    incidents.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.origin !== siteUrl().origin) incidents.push(request.url())
  })
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) incidents.push(`frame ${frame.url()}`)
  })
  return incidents
}

test('hostile markup in a notice is harmless', async ({ page }) => {
  const id = await publish({
    'harm.ko.mdx': `---\ntitle: "해로운 <script>alert(1)</script> 공지"\n---\n${maliciousMarkdown}`,
  })
  await page.goto('/notices')
  const incidents = recordIncidents(page)
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
  await page.waitForLoadState('networkidle')
  expect(incidents).toEqual([])
  await expect(page).toHaveTitle(/해로운/)
})

test('from the list to a notice and back, the unread count falls without loading a page', {
  tag: '@main',
}, async ({ page }) => {
  const id = await publish({
    'tour.ko.md': '# 둘러보기\n\n## 소제목\n\n- 하나\n- 둘\n\n[가이드](/guides) [대시보드](/dashboard)',
    'tour.en.md': '# Tour\n\n## Below\n\n- one\n- two\n\n[Guides](/guides) [Dashboard](/dashboard)',
  })
  await page.goto('/en/dashboard')
  await expect(unreadBadge(page)).toHaveAttribute('aria-label', /^(\d+) new$/)
  const readCount = async () => Number(await unreadBadge(page).textContent())
  const before = await readCount()
  const profileRequests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/member/me')) profileRequests.push(request.url())
  })
  await sideNavigation(page).getByRole('link', { name: 'Notices' }).click()
  const row = page.locator(`[data-notice="${id}"]`)
  await expect(row).toContainText('New')
  await row.getByRole('link').click()
  await expect(page.locator('article h1')).toHaveText('Tour')
  await expect(page.locator('article li')).toHaveCount(2)
  await expect.poll(readCount).toBe(before - 1)
  await expect(page.locator('article div a').first()).toHaveAttribute('href', '/en/guides')
  await page.getByRole('link', { name: 'All notices' }).click()
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('New')
  await page.goBack()
  await page.locator('article div a').last().click()
  await page.waitForURL('**/en/dashboard')
  expect(profileRequests).toEqual([])
  await page.reload()
  await expect.poll(readCount).toBe(before - 1)
})

test('axe finds nothing on the list and a wide notice, and nothing overflows', async ({ page }) => {
  await publish({
    'wide.ko.md': `# 넓은 공지\n\n## 표\n\n${'| 열 '.repeat(14)}|\n${'|---'.repeat(14)}|\n${'| 긴 내용 '.repeat(14)}|\n\n> 인용 [링크](https://example.com)\n\n\`\`\`\ncode\n\`\`\``,
  })
  await page.goto('/notices')
  await expect(page.locator('[data-notice]').first()).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await noticeRow(page, '넓은 공지').first().getByRole('link').click()
  await expect(page.locator('article table')).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAccessibilityViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})
