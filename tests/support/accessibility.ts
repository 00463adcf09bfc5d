import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Runs axe on a part of the page: every rule in light, and in dark the one that colors can break. */
export async function findAccessibilityViolations(page: Page, selector = 'html'): Promise<string[]> {
  await page.evaluate(stopMotion)
  const violations: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // Legacy mode runs once in the page and takes a quarter of the time; it only misses frames of other origins.
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .include(selector)
    if (colorScheme === 'dark') axe.withRules('color-contrast')
    for (const { id, nodes } of (await axe.analyze()).violations)
      violations.push(...nodes.map(({ html }) => `${colorScheme}: ${id}: ${html.slice(0, 200)}`))
  }
  return violations
}

/** Elements that are still appearing do not have their final colors. */
function stopMotion(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '*, ::before, ::after, ::backdrop { animation: none !important; transition: none !important }',
  )
  document.adoptedStyleSheets = [sheet]
}
