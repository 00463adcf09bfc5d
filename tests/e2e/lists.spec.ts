import type { Locator, Page } from '@playwright/test'
import { locales } from '#contract/platform/locale.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { expect, test } from '#tests/support/e2e.ts'

test.use({ as: 'manager' })

/** Lists, each with a selector of its rows. */
const lists = {
  '/dashboard': '[data-video]',
  '/report-channel': '[data-channel]',
  '/report-video': '[data-video]',
  '/manage-channel': '[data-channel]',
  '/manage-member': '[data-member]',
  '/months/2026-09': '[data-member]',
  '/statements': '[data-statement]',
}

/** Finds what is wider than its place: a table than its box, or a text than its cell, unless it says so by an ellipsis. */
const findCut = (table: Locator) =>
  table.evaluate((element) => {
    const box = element.parentElement
    if (!box) return ['no box']
    const cells = [...element.querySelectorAll<HTMLElement>('th, td')].filter(
      (cell) =>
        cell.checkVisibility() &&
        getComputedStyle(cell).textOverflow !== 'ellipsis' &&
        cell.scrollWidth > cell.clientWidth + 1,
    )
    return [
      ...(box.scrollWidth > box.clientWidth ? [`the table by ${box.scrollWidth - box.clientWidth} px`] : []),
      ...cells.map((cell) => `${cell.dataset.column}: ${cell.textContent}`),
    ]
  })

for (const locale of locales)
  test(`no list is cut off beside the menu of a laptop: ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const [path, row] of Object.entries(lists)) {
      await page.goto(localizePath(path, locale))
      const table = page.locator(`main table:has(tbody ${row})`)
      await table.scrollIntoViewIfNeeded()
      await expect(table.locator(row).first()).toBeVisible()
      await expect.poll(() => findCut(table), { message: path }).toEqual([])
    }
  })

/** The start of a text, or its end. */
const readEdges = (table: Locator, column: string) =>
  table.locator(`[data-column="${column}"]`).evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const { left, right } = range.getBoundingClientRect()
      return cell.textContent ? [Math.round(getComputedStyle(cell).textAlign === 'start' ? left : right)] : []
    }),
  )

test('heads, totals and rows of a column begin or end at the same place', async ({ page }) => {
  for (const [path, row, columns] of [
    ['/manage-member', '[data-member]', ['member', 'gross', 'net']],
    ['/report-channel', '[data-channel]', ['name', 'profit', 'shorts']],
    ['/report-video', '[data-video]', ['profit', 'price']],
    ['/months/2026-09', '[data-member]', ['member', 'payable', 'net']],
  ] as const) {
    await page.goto(path)
    const table = page.locator(`main table:has(tbody ${row})`)
    await expect(table.locator(row).first()).toBeVisible()
    for (const column of columns) {
      const edges = await readEdges(table, column)
      expect(edges.length, `${path} ${column}`).toBeGreaterThan(2)
      expect(Math.max(...edges) - Math.min(...edges), `${path} ${column}: ${edges}`).toBeLessThanOrEqual(2)
    }
  }
})

test('what can be done with a list is of one height', async ({ page }) => {
  for (const path of ['/report-video', '/report-channel', '/manage-channel', '/manage-member']) {
    await page.goto(path)
    const controls = page.locator('main div:has(> search)').first()
    // The placeholders of the controls are inert.
    await expect(page.locator('main [inert]')).toHaveCount(0)
    await expect(controls.getByRole('button', { name: /CSV/ })).toBeVisible()
    const looks = await controls
      .locator('input, select, > button, > div > button')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => `${one.getBoundingClientRect().height} ${getComputedStyle(one).borderColor}`),
      )
    expect(looks.length).toBeGreaterThan(2)
    expect([...new Set(looks)], path).toHaveLength(1)
  }
})

/** Where the keys go from a checkbox: the bar is reached by Tab and Enter. */
async function expectBarNear(page: Page, checkbox: Locator, bar: Locator): Promise<void> {
  await checkbox.focus()
  await page.keyboard.press('Space')
  await expect(bar.getByRole('button').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(bar.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(checkbox).toBeChecked()
  expect(
    await checkbox.evaluate((one) => one.closest('tr, li')?.contains(document.activeElement) ?? false),
  ).toBe(true)
}

for (const [path, bar] of [
  ['/manage-channel', '선택한 채널'],
  ['/manage-member', '선택한 멤버'],
  ['/months/2026-09', '선택한 정산서'],
] as const)
  test(`the bar of ${path} is two keys away from a checkbox, and Escape leads back`, async ({ page }) => {
    await page.goto(path)
    const checkboxes = page.locator('main tbody').getByRole('checkbox')
    await expect(checkboxes.first()).toBeVisible()
    await expectBarNear(page, checkboxes.first(), page.getByRole('region', { name: bar }))
  })

test('the bar of the payments is two keys away from a checkbox, and Escape leads back', async ({ page }) => {
  await page.goto('/payments')
  const checkboxes = page.locator('main li[data-payout]').getByRole('checkbox')
  await expect(checkboxes.first()).toBeVisible()
  await expectBarNear(page, checkboxes.first(), page.getByRole('region', { name: '선택한 지급' }))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('each card shows the figure that its list is sorted by', async ({ page }) => {
    const readColumn = (row: string, column: string) =>
      page.locator(`main ${row} [data-column="${column}"]`).allTextContents()
    for (const [path, row, sorts] of [
      ['/report-video', '[data-video]', { views: 'views', price: 'price', premiumViews: 'premiumViews' }],
      ['/report-channel', '[data-channel]', { change: 'change', shorts: 'shorts' }],
      ['/manage-member', '[data-member]', { fee: 'fee', registered: 'registered', lastSignIn: 'lastSignIn' }],
      ['/months/2026-09', '[data-member]', { income: 'income', closing: 'closing' }],
      ['/manage-channel', '[data-channel]', { registered: 'registered' }],
    ] as const)
      for (const [sort, column] of Object.entries(sorts)) {
        await page.goto(`${path}?sort=${sort}`)
        await expect(page.locator(`main li${row}`).first()).toBeVisible()
        const shown = await readColumn(`li${row}`, column)
        expect(shown.length, `${path} ${sort}`).toBe(await page.locator(`main li${row}`).count())
        expect(
          shown.every((text) => text !== ''),
          `${path} ${sort}`,
        ).toBe(true)
      }
    // Nobody has chosen an order: the figure on the card is the one that is sorted by.
    await page.goto('/report-video')
    await expect(page.locator('main li[data-video]').first()).toBeVisible()
    expect((await readColumn('li[data-video]', 'views')).length).toBeGreaterThan(3)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
