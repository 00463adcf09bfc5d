import type { Page } from '@playwright/test'

interface Point {
  readonly x: number
  readonly y: number
}

/** Simulates a finger. The events carry their own timestamps, however busy the machine is. */
export async function swipe(page: Page, from: Point, to: Point, ms: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const startedAt = Date.now() / 1000
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }],
      timestamp: startedAt + (ms / 1000) * part,
    })
  await touch('touchStart', 0)
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', part)
  await touch('touchEnd', 1)
  await session.detach()
}
