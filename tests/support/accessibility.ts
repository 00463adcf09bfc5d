import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds in a part of the page: every rule in light, and in dark the one that colours can break. */
export async function findAccessibilityViolations(page: Page, selector = 'html'): Promise<string[]> {
  const violations: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours of what is still appearing are not those of what is there.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    )
    const axe = new AxeBuilder({ page }).include(selector)
    if (colorScheme === 'dark') axe.withRules('color-contrast')
    for (const { id, nodes } of (await axe.analyze()).violations)
      violations.push(...nodes.map(({ html }) => `${colorScheme}: ${id}: ${html.slice(0, 200)}`))
  }
  return violations
}
