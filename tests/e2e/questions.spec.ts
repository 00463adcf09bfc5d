import { listChannelFigures } from '#contract/reports/channel-report.ts'
import { readStatements } from '#contract/settlement/statements.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import {
  expect,
  managerEmail,
  memberEmail,
  pressEnter,
  readNewestMail,
  readToken,
  siteUrl,
  snackbar,
  test,
} from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

test.describe.configure({ timeout: 180_000 })
test.use({ as: 'member' })

test('a member asks below a line of a statement on a phone, the manager answers, and both are told', {
  tag: '@main',
}, async ({ page, browser, getSession }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/statements')
  const token = await readToken(page)
  const { statements } = await callRemote(siteUrl().origin, readStatements, { token })
  await page.goto(`/statements/${statements[0]?.id}`)
  const bubble = page.getByRole('button', { name: '이월 잔액 문의하기' })
  expect(Math.min(...Object.values((await bubble.boundingBox()) ?? {}).slice(2))).toBeGreaterThanOrEqual(44)
  await pressEnter(bubble)
  const thread = page.getByRole('region', { name: '이 금액에 대한 문의' })
  await thread.getByRole('textbox', { name: '궁금한 점' }).fill('왜 남아 있나요?')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await thread.getByRole('button', { name: '보내기' }).click()
  await expect(thread.getByText('답변 대기')).toBeVisible()
  await expect.poll(() => readNewestMail(page, managerEmail)).toContain('/questions?question=')
  expect(await readNewestMail(page, managerEmail)).not.toContain('왜 남아 있나요?')

  const { origin } = siteUrl()
  const localStorage = await getSession('manager')
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'ko-KR',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  const desk = await context.newPage()
  await desk.goto('/questions')
  await expect(desk.locator('[data-badge=unreadQuestions]').first()).toBeVisible()
  expect(await findAccessibilityViolations(desk)).toEqual([])
  const row = desk.locator('[data-question]', { hasText: '이월 잔액' }).first()
  await expect(row).toHaveAttribute('data-unread', 'true')
  await row.getByRole('button').click()
  await expect(desk.getByText('왜 남아 있나요?').first()).toBeVisible()
  await desk.getByRole('textbox', { name: '답변' }).fill('최소 지급액보다 적었습니다.')
  await desk.getByRole('button', { name: '보내기', exact: true }).click()
  await expect(snackbar(desk, '보냈습니다.')).toBeVisible()
  // Other tests ask as well.
  await expect(row).not.toHaveAttribute('data-unread')
  await desk.getByRole('link', { name: '금액이 있는 화면 보기' }).click()
  await expect(desk.getByRole('region', { name: '이 금액에 대한 문의' })).toContainText('최소 지급액보다')
  await context.close()

  // In the language that the member has used last, which may be that of the other test.
  await expect.poll(() => readNewestMail(page, memberEmail)).toContain('/questions?question=')
  const link = /\/questions\?question=\d+/.exec(await readNewestMail(page, memberEmail))?.[0]
  await page.goto(link ?? '')
  await expect(page.getByText('최소 지급액보다 적었습니다.').first()).toBeVisible()
  await page.getByRole('button', { name: '해결되었습니다' }).click()
  await expect(page.getByText('해결됨').locator('visible=true').last()).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('a day of a channel, and a video, lead to a question in English', async ({ page }) => {
  await page.goto('/en/report-channel')
  const token = await readToken(page)
  const { channels } = await callRemote(siteUrl().origin, listChannelFigures, {
    token,
    query: { period: 'latest' },
  })
  await page.goto(`/en/report-channel/${channels[0]?.channelId}`)
  await page.getByRole('link', { name: 'Ask about a day' }).click()
  await expect(page.getByRole('region', { name: 'Ask about a day’s profit' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Your question' }).fill('Why is it less?')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/\?question=\d+$/)
  await expect(page.getByRole('list', { name: 'Conversation' })).toContainText('Why is it less?')
  await expect(page.locator('[data-amount=asked]')).toContainText('₩')
  await page.getByRole('link', { name: 'Show where the amount is' }).click()
  await expect(page).toHaveURL(/\/en\/report-channel\/[\w-]+\?period=custom&from=/)
  await page.goBack()
  await expect(page).toHaveURL(/\/en\/questions\?question=\d+$/)

  await page.goto('/en/report-video')
  await page.locator('[data-video]').first().getByRole('link').first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Ask about this profit' }).click()
  await expect(page.getByRole('region', { name: 'Ask about the profit of this video' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
