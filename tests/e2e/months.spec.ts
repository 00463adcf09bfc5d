import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readMe } from '#contract/people/session.ts'
import { type MonthClosing, readMonthClosing } from '#contract/settlement/month-closing.ts'
import { type MonthSummary, readMonths } from '#contract/settlement/months.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { dialog, expect, readToken, siteUrl, test } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

// The demonstration has an open month, and earlier closed ones, the newest of which is not paid yet.

test.use({ as: 'manager' })

const text = {
  draft: '초안',
  paid: '지급 완료',
  pay: '지급 완료로 표시',
  reference: '송금 번호',
  list: '지급 목록 CSV',
  upload: '송금 번호 올리기',
  recorded: '1건을 지급 완료로 기록했습니다.',
  refused: '아무것도 기록하지 않았습니다.',
  closing: '전체 마감',
  explanation: '차이가 맞는 이유',
  close: /마감하기$/,
  confirm: '마감',
  final: '되돌릴 수 없습니다',
}

/** Lists the newest month first. */
async function readMonthList(page: Page): Promise<MonthSummary[]> {
  await page.goto('/guides')
  const { months } = await callRemote(siteUrl().origin, readMonths, { token: await readToken(page) })
  return months
}

async function findUnpaidMonth(page: Page): Promise<string> {
  const summary = (await readMonthList(page)).find(({ states }) => (states?.awaitingPayment ?? 0) > 0)
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

test('an operator explains a difference and is asked before closing', async ({ page }) => {
  const months = await readMonthList(page)
  const month = months.find(({ state }) => state === 'open')?.month ?? ''
  const { user } = await callRemote(siteUrl().origin, readMe, { token: await readToken(page) })
  await page.route('**/api/member/me', (route) =>
    route.fulfill({ json: { success: true, message: '', user: { ...user, is_operator: true } } }),
  )
  // The demonstration has no operator with a second factor.
  await page.route(`**/api/${readMonthClosing.path}*`, (route) =>
    route.fulfill({
      json: {
        success: true,
        message: '',
        months: [{ month, state: 'open' }],
        closing: buildClosing(month),
      },
    }),
  )
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/months/${month}`)
    const panel = page.getByRole('region', { name: text.closing })
    await expect(panel.getByRole('button', { name: text.close })).toBeDisabled()
    await panel.getByLabel(text.explanation).fill('July comes later.')
    expect(await findAccessibilityViolations(page, 'main')).toEqual([])
    await panel.getByRole('button', { name: text.close }).click()
    await expect(dialog(page)).toContainText(text.final)
    await expect(dialog(page).getByRole('button', { name: text.confirm, exact: true })).toBeVisible()
    expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
    await page.keyboard.press('Escape')
  }
})

// These tests run one after another, because both pay what the demonstration has left.
test.describe
  .serial('payments', () => {
    test('a manager marks a statement as paid, and changes it in place', { tag: '@main' }, async ({
      page,
    }) => {
      await page.goto(`/months/${await findUnpaidMonth(page)}`)
      const row = payableMembers(page).first()
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
  })

const buildClosing = (month: string): MonthClosing => ({
  month,
  state: 'open',
  closedAt: null,
  krwMicros: 1_387_500_000,
  rateDay: `${month}-20`,
  explanation: null,
  owners: [
    {
      owner: 'main',
      hasPaymentSummary: true,
      agrees: false,
      groups: [
        {
          group: 'ads',
          filesMicros: 4_466_630_000,
          paidMicros: 4_470_000_000,
          differenceMicros: -3_370_000,
          agrees: false,
          missing: ['ads_adjustments'],
        },
      ],
      unknownLines: [],
      total: null,
      withoutChannel: [{ source: 'premium', micros: 12_340_000 }],
      unregistered: [{ channelId: 'UCnobodynobodynobody01', micros: 5_000_000 }],
      unregisteredChannels: 1,
      unregisteredMicros: 5_000_000,
      coveredDays: 30,
      days: 30,
      finalMicros: 4_466_630_000,
      estimateMicros: 4_500_000_000,
    },
  ],
  obstacles: [
    {
      code: 'difference',
      canBeExplained: true,
      text: 'main: -3.37',
      owner: 'main',
      group: 'ads',
      micros: -3_370_000,
      missing: ['ads_adjustments'],
    },
  ],
  summary: {
    statements: 12,
    incomeMicros: 4_466_630_000,
    adjustmentsMicros: 0,
    taxMicros: -10_000_000,
    correctionsMicros: 0,
    membersMicros: 3_000_000_000,
    networksMicros: 1_400_000_000,
    unallocatedMicros: 18_340_000,
    payable: [{ currency: 'KRW', statements: 12, amount: 4_162_500_000 }],
  },
})
