import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type MonthSummary, readMonths } from '#contract/settlement/months.ts'
import { exportPayments } from '#contract/settlement/statement-payments.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { demoPassword, dialog, expect, managerEmail, readToken, siteUrl, test } from '#tests/support/e2e.ts'
import { signInOperator } from '#tests/support/operators.ts'
import { callRemote, signInToDemo } from '#tests/support/remote-api.ts'

// The demonstration has an open month, and earlier closed ones, the newest of which is not paid yet.

test.use({ as: 'manager' })

const text = {
  draft: '초안',
  paid: '지급 완료',
  partlyPaid: '일부 지급',
  pay: '지급 완료로 표시',
  reference: '송금 번호',
  list: '지급 목록 CSV',
  question: '본인 확인',
  password: '현재 비밀번호',
  confirm: '확인',
  unconfirmed: '본인 확인을 하지 않아 진행하지 않았습니다.',
  upload: '송금 내역 올리기',
  recorded: '1건을 지급 완료로 기록했습니다.',
  refused: '아무것도 바꾸지 않았습니다.',
  closing: '전체 마감',
  explanation: '그대로 마감하는 이유',
  close: /마감하기$/,
  confirmClose: '마감',
  unreleased: '발행 전',
  reopen: '마감 취소하기',
  reason: '마감을 취소하는 이유',
  confirmReopen: '마감 취소',
  release: /발행하기$/,
  final: '되돌릴 수 없습니다',
  acknowledge: '되돌릴 수 없음을 확인했습니다.',
  confirmRelease: '발행',
  released: /\d 발행$/,
}

/** Lists the newest month first. */
async function readMonthList(page: Page): Promise<MonthSummary[]> {
  await page.goto('/guides')
  const { months } = await callRemote(siteUrl().origin, readMonths, { token: await readToken(page) })
  return months
}

async function findUnpaidMonth(page: Page): Promise<string> {
  const summary = (await readMonthList(page)).find(
    ({ state, states }) => state === 'released' && (states?.awaitingPayment ?? 0) > 0,
  )
  if (!summary) throw new Error('Nothing awaits payment.')
  return summary.month
}

const members = (page: Page) => page.locator('[data-member]')
const payableMembers = (page: Page) => page.locator('[data-member]:has(input)')

/** Fills in the first line of a payment list: its last two columns are the day and the reference. */
function fillIn(list: string, day: string, reference: string): string {
  const [head = '', first = '', ...rest] = list.replace('\uFEFF', '').split(/\r?\n/)
  expect(first).toMatch(/,,$/)
  return [head, first.replace(/,,$/, `,${day},${reference}`), ...rest].join('\r\n')
}

const closingPanel = (page: Page) => page.getByRole('region', { name: text.closing })
const findState = (page: Page) => closingPanel(page).locator('[data-month-state]')

/** Explains each obstacle, and closes the month. */
async function closeMonth(page: Page): Promise<void> {
  const panel = closingPanel(page)
  await expect(panel.getByRole('button', { name: text.close })).toBeEnabled()
  for (const field of await panel.getByLabel(text.explanation).all())
    await field.fill('YouTube has been asked.')
  await panel.getByRole('button', { name: text.close }).click()
  await expect(dialog(page)).toBeVisible()
  expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
  await dialog(page).getByRole('button', { name: text.confirmClose, exact: true }).click()
  await expect(findState(page)).toContainText(text.unreleased)
}

// These tests run one after another, because they change what the demonstration has left.
test.describe
  .serial('months', () => {
    test('a manager reads the draft of the open month', { tag: '@main' }, async ({ page }) => {
      const open = (await readMonthList(page)).find(({ state }) => state === 'open')
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`/months/${open?.month}`)
        await expect(page.locator('[data-figure=payable]')).toBeVisible()
        await expect(page.getByText(text.draft, { exact: true }).first()).toBeVisible()
        await expect(members(page).first()).toBeVisible()
        expect(await findAccessibilityViolations(page, 'main')).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow).toBeLessThanOrEqual(0)
      }
    })

    test('a manager marks a statement as paid, and changes it in place', { tag: '@main' }, async ({
      page,
    }) => {
      await page.goto(`/months/${await findUnpaidMonth(page)}`)
      // The rest of what was paid in part, so that others still await payment in the stories below.
      const row = payableMembers(page).filter({ hasText: text.partlyPaid }).first()
      const id = await row.getAttribute('data-member')
      await row.locator('input').check()
      await page.getByRole('button', { name: text.pay }).click()
      await dialog(page).getByLabel(text.reference, { exact: true }).fill('BANK-1')
      expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
      await dialog(page).getByRole('button', { name: text.pay }).click()
      await expect(page.locator(`[data-member="${id}"]`)).toContainText(text.paid)
      await expect(page.locator(`[data-member="${id}"]`)).toContainText('BANK-1')
    })

    test('a manager downloads the payment list and uploads it with a reference', async ({ page }) => {
      await page.goto(`/months/${await findUnpaidMonth(page)}`)
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: text.list }).click()
      const list = await readFile((await (await download).path()) ?? '', 'utf8')
      const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
      await page.getByRole('button', { name: text.upload }).click()
      const file = dialog(page).locator('input[type=file]')
      const upload = (content: string) =>
        file.setInputFiles({ name: 'payments.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
      await upload(fillIn(list, '2999-01-01', 'LATER'))
      await expect(dialog(page)).toContainText(text.refused)
      await upload(fillIn(list, day, 'LIST-1'))
      await expect(dialog(page)).toContainText(text.recorded)
      expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
      await page.keyboard.press('Escape')
      await expect(members(page).filter({ hasText: 'LIST-1' })).toContainText(text.paid)
    })

    test('a manager who signed in some time ago confirms who it is, and gets the list', async ({ page }) => {
      const { origin, hostname } = siteUrl()
      const month = await findUnpaidMonth(page)
      // The confirmation renews the token, so the session is one of its own.
      const token = await signInToDemo(origin, managerEmail, hostname)
      await page.evaluate(([name, value]) => localStorage.setItem(name, value), [
        `token:${hostname}`,
        token,
      ] as const)
      const refuse = () =>
        page.route(
          (url) => url.pathname.endsWith(exportPayments.path),
          (route) =>
            route.fulfill({
              status: 403,
              json: { success: false, code: 'confirmation_required', message: 'Confirm.' },
            }),
          { times: 1 },
        )
      await page.goto(`/months/${month}`)
      await refuse()
      const list = page.getByRole('button', { name: text.list })
      await list.click()
      await expect(page.getByRole('dialog', { name: text.question })).toBeVisible()
      await expect(dialog(page).getByLabel(text.password, { exact: true })).toBeFocused()
      expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByText(text.unconfirmed)).toBeVisible()
      await expect(list).toBeFocused()
      await refuse()
      await page.keyboard.press('Enter')
      await dialog(page).getByLabel(text.password, { exact: true }).fill(demoPassword)
      const download = page.waitForEvent('download')
      await page.keyboard.press('Enter')
      expect((await download).suggestedFilename()).toContain(month)
      await expect(dialog(page)).toHaveCount(0)
      expect(await readToken(page)).not.toBe(token)
    })

    test('an operator closes a month, opens it again, and releases it to its members', {
      tag: '@main',
    }, async ({ page, browser, getSession }) => {
      const { origin, port } = siteUrl()
      const months = await readMonthList(page)
      const month = months.find(({ state }) => state === 'open')?.month ?? ''
      const storage = await getSession('member')
      const member = await browser.newContext({
        baseURL: origin,
        storageState: {
          cookies: [],
          origins: [{ origin: `http://localhost:${port}`, localStorage: storage }],
        },
      })
      const memberPage = await member.newPage()
      const readStatementMonths = async () => {
        await memberPage.goto('/statements')
        await expect(memberPage.locator('[data-statement]').first()).toBeVisible()
        return memberPage.locator('[data-statement]').count()
      }
      const before = await readStatementMonths()

      await signInOperator(page, { isManager: true })
      await page.goto(`/months/${month}`)
      await expect(findState(page)).toHaveText(text.draft)
      expect(await findAccessibilityViolations(page, 'main')).toEqual([])
      await closeMonth(page)
      expect(await readStatementMonths()).toBe(before)

      // The desk has the same panel, and the month of every site.
      await page.goto(`/desk/months?month=${month}`)
      const cell = page.locator(`a[href="/desk/months?month=${month}&site=1"]`).first()
      await expect(cell).toHaveAttribute('data-state', 'closed')
      await closingPanel(page).getByRole('button', { name: text.reopen }).click()
      await dialog(page).getByLabel(text.reason).fill('Another file has arrived.')
      expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
      await dialog(page).getByRole('button', { name: text.confirmReopen }).click()
      await expect(findState(page)).toHaveText(text.draft)
      await expect(cell).toHaveAttribute('data-state', /difference|obstacles|ready/)
      await closeMonth(page)
      await expect(cell).toHaveAttribute('data-state', 'closed')
      await page.goto(`/months/${month}`)

      await page.setViewportSize({ width: 360, height: 900 })
      await closingPanel(page).getByRole('button', { name: text.release }).click()
      await expect(dialog(page)).toContainText(text.final)
      await dialog(page).getByLabel(text.acknowledge).check()
      expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
      await dialog(page).getByRole('button', { name: text.confirmRelease, exact: true }).click()
      await expect(findState(page)).toHaveText(text.released)
      expect(await findAccessibilityViolations(page, 'main')).toEqual([])
      expect(await readStatementMonths()).toBe(before + 1)
      await member.close()
    })
  })
