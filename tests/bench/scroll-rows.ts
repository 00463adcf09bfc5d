import type { Page } from '@playwright/test'

const rowCount = 10_000
const wheelPx = 900
const timeoutMs = 90_000

/**
 * Runs in the page: responds to the list of videos with ten thousand invented rows, in the contract's shape. It runs in
 * the page itself, because a request that the browser hands out for interception blocks all others.
 */
function interceptVideoList(rows: number): void {
  const titles = ['오늘의 커버 댄스', '城市夜景 Vlog', 'How I cut this short in one take', '고양이와 기타']
  const buildRow = (at: number) => ({
    videoId: `row${String(at).padStart(8, '0')}`,
    channelId: `UC${String(at % 40).padStart(22, '0')}`,
    channelName: `Channel ${at % 40}`,
    title: `${titles[at % titles.length]} #${at}`,
    publishedAt: new Date(Date.UTC(2026, 0, 1) + at * 600_000).toISOString(),
    lengthSeconds: 15 + (at % 45),
    thumbnail: null,
    views: 5_000_000 - at * 311,
    premiumViews: 500_000 - at * 34,
    grossProfit: (5_000_000 - at * 311) * 420,
    grossPremiumProfit: (500_000 - at * 34) * 900,
    netProfit: null,
    netPremiumProfit: null,
  })
  const ask = window.fetch
  window.fetch = async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.href)
    if (!url.pathname.endsWith('/v2/mcn/reports/videos')) return ask(input, init)
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const to = Math.min(rows, from + Number(url.searchParams.get('size') ?? 20))
    return Response.json({
      success: true,
      message: 'ok',
      currency: 'KRW',
      revision: 1,
      range: { from: '2026-01-01', to: '2026-01-31' },
      videos: Array.from({ length: to - from }, (_, at) => buildRow(from + at)),
      nextCursor: to < rows ? String(to) : null,
    })
  }
}

/** Measures each frame's milliseconds while ten thousand rows scroll by, and how many of them were reached. */
export async function scrollRows(page: Page, origin: string): Promise<{ frames: number[]; reached: number }> {
  await page.addInitScript(interceptVideoList, rowCount)
  await page.goto(`${origin}/report-video`)
  await page.getByText('#0', { exact: false }).first().waitFor()
  await page.evaluate(() => {
    let last = 0
    const step = (now: number) => {
      if (last > 0) window.pageMetrics.frames.push(now - last)
      last = now
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
  await page.mouse.move(900, 600)
  const deadline = Date.now() + timeoutMs
  let reached = 0
  while (reached < rowCount && Date.now() < deadline) {
    for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, wheelPx)
    reached = Math.max(reached, await findLowestRow(page))
  }
  return { frames: await page.evaluate(() => window.pageMetrics.frames), reached }
}

/** Reads the number of the lowest row in the page from its title. */
const findLowestRow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const found = document.querySelector('main')?.textContent?.matchAll(/#(\d+)/g) ?? []
    return Math.max(0, ...Array.from(found, ([, at]) => Number(at) + 1))
  })
