import type { Page } from '@playwright/test'
import { expect, selectMember, test } from '#tests/support/e2e.ts'

test.use({ as: 'manager' })

const profitChart = (page: Page) => page.getByRole('slider', { name: /^수익 추이 그래프/ })
const viewsChart = (page: Page) => page.getByRole('slider', { name: /^조회수 추이 그래프/ })
const readParams = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

/** The days in the address, once a chart is zoomed. */
async function readZoom(page: Page): Promise<string> {
  await expect.poll(() => readParams(page).zoom).toMatch(/^\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d$/)
  return readParams(page).zoom ?? ''
}

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await expect(page.locator('[data-video]').first()).toBeVisible()
  await expect(page.locator('.u-over')).toHaveCount(2)
}

/** Drags along the chart of profits, by shares of its width. */
async function dragAcross(page: Page, from: number, to: number): Promise<void> {
  const chart = page.locator('.u-over').first()
  await chart.scrollIntoViewIfNeeded()
  const box = await chart.boundingBox()
  if (!box) throw new Error('There is no chart.')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * from, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * to, y, { steps: 5 })
  await page.mouse.up()
}

test('a drag zooms the chart and goes into the address; Back undoes it', { tag: '@main' }, async ({
  page,
}) => {
  await openDashboard(page)
  const totals = await page.locator('[data-figure]').allTextContents()
  await dragAcross(page, 0.2, 0.6)
  const first = await readZoom(page)
  await expect(page.getByRole('button', { name: '전체 기간 보기' })).toHaveCount(2)
  expect(await page.locator('[data-figure]').allTextContents()).toEqual(totals)
  await dragAcross(page, 0.1, 0.8)
  await expect.poll(() => readParams(page).zoom).not.toBe(first)
  await page.goBack()
  await expect.poll(() => readParams(page).zoom).toBe(first)
  await page.goBack()
  await expect(page.getByRole('button', { name: '전체 기간 보기' })).toHaveCount(0)
  await page.goForward()
  await page.locator('.u-over').first().dblclick()
  await expect.poll(() => readParams(page)).toEqual({})
})

test('the zoomed days become the period of the report', async ({ page }) => {
  await openDashboard(page)
  await dragAcross(page, 0.2, 0.5)
  const [from, to] = (await readZoom(page)).split('_')
  await page.getByRole('button', { name: '이 기간으로 보기' }).first().click()
  await expect.poll(() => readParams(page)).toEqual({ period: 'custom', from, to })
  await expect(page.locator('figure table tbody tr th').first()).toHaveText((from ?? '').replaceAll('-', '.'))
  await page.goBack()
  await expect.poll(() => readParams(page).period).toBeUndefined()
})

test('zoom, pan, hide and reset work by keyboard alone', async ({ page }) => {
  await openDashboard(page)
  await profitChart(page).focus()
  await page.keyboard.press('+')
  await expect.poll(() => readParams(page).zoom).toBeTruthy()
  const first = readParams(page).zoom
  await page.keyboard.press('Home')
  await expect.poll(() => readParams(page).zoom).not.toBe(first)
  await page.keyboard.press('0')
  await expect.poll(() => readParams(page)).toEqual({})
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect.poll(() => readParams(page)).toEqual({ hide: 'previous' })
  await expect(page.locator('figcaption [aria-pressed=false]')).toHaveCount(2)
})

test('the address opens the same view in another browser', async ({ page, browser }) => {
  await openDashboard(page)
  await page.locator('input[type=radio][value=last-month]').check({ force: true })
  await selectMember(page, '한입')
  await page.locator('select').last().selectOption('price-asc')
  await expect(page).toHaveURL(/order=asc/)
  await expect(page.locator('[data-stale]')).toHaveCount(0)
  await page.locator('[data-metric=views] input').check({ force: true })
  await page.getByLabel('표시할 항목').getByRole('button', { name: '프리미엄 조회수' }).click()
  await dragAcross(page, 0.3, 0.7)
  await viewsChart(page).focus()
  const shown = async (view: Page) => ({
    figures: await view.locator('[data-figure]').allTextContents(),
    legends: await view.locator('figcaption button').allTextContents(),
    hidden: await view.locator('[aria-pressed=false]').allTextContents(),
    range: await viewsChart(view).getAttribute('aria-valuetext'),
    rows: await view
      .locator('[data-video]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-video'))),
  })
  await page.getByRole('heading', { level: 1 }).hover()
  const before = await shown(page)
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.locator('.u-over')).toHaveCount(2)
  await expect(other.locator('[data-video]')).toHaveCount(before.rows.length)
  await viewsChart(other).evaluate((element) => (element as HTMLElement).blur())
  expect({ ...(await shown(other)), range: null }).toEqual({ ...before, range: null })
  expect(before.hidden).toEqual(['프리미엄 조회수 '])
  await context.close()
})

test('print has the report in light colors, with its period and member', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openDashboard(page)
  const colors = () =>
    page
      .locator('canvas')
      .first()
      .evaluate((element) => {
        const canvas = element as HTMLCanvasElement
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
          data: [],
        }
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = 'var(--primary-ink)'
        const [red, green, blue] = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? []
        probe.remove()
        let inked = 0
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) inked += 1
        return { primary: [red, green, blue].join(), inked: inked > 50, width: canvas.clientWidth }
      })
  const onScreen = await colors()
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const onPaper = await colors()
  expect(onPaper).toMatchObject({ inked: true })
  expect(onPaper.primary).not.toBe(onScreen.primary)
  for (const chart of [profitChart(page), viewsChart(page)]) await expect(chart).toBeVisible()
  await expect(page.locator('.print-only').first()).toContainText(
    /이번 달 · .+ · 전체 멤버 · \d{4}\.\d\d\.\d\d 인쇄/,
  )
  for (const gone of ['nav', 'main > * select', 'fieldset input', 'figcaption div button'])
    await expect(page.locator(gone).first()).toBeHidden()
  await expect(page.locator('[data-figure=profit]')).toBeVisible()
  await expect(page.locator('thead').last()).toHaveCSS('display', 'table-header-group')
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  expect(await colors()).toEqual(onScreen)
})

test('the print key prints what nobody has scrolled to, another way leaves it out', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.toggleAttribute('data-printed', true)
  })
  await openDashboard(page)
  const placeholder = page.locator('.screen-only')
  await page.emulateMedia({ media: 'print' })
  await expect(placeholder).toBeHidden()
  await expect(page.locator('[data-country]')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await expect(placeholder).toBeVisible()
  await page.keyboard.press('Control+p')
  await expect(page.locator('[data-printed]')).toBeAttached()
  await expect(page.locator('[data-country]').first()).toBeVisible()
})

test('forced colors leave charts theirs, and the current entry of the navigation its mark', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/dashboard?metric=views')
  const swatches = page.locator('figure .swatch')
  await expect(swatches.nth(2)).toBeVisible()
  const colors = await swatches.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
  expect(new Set(colors).size).toBeGreaterThan(2)
  await expect(page.locator('nav a[aria-current=page]').first()).toHaveCSS('forced-color-adjust', 'none')
  await page.goto('/musics/all')
  const tabs = page.getByRole('navigation', { name: '음악 메뉴' }).getByRole('link')
  await expect(tabs.first()).toBeVisible()
  const countLines = () =>
    tabs.evaluateAll((all) => new Set(all.map((one) => getComputedStyle(one).borderBottomColor)).size)
  await expect.poll(countLines).toBe(2)
})
