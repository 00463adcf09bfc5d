import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds in a part of the page: every rule in light, and in dark the one that colors can break. */
export async function findAccessibilityViolations(page: Page, selector = 'html'): Promise<string[]> {
  await page.evaluate(stopMotion)
  const violations: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // Legacy mode runs once in the page, a quarter of the time; it only lacks frames of other origins.
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

/** The colors of what is still appearing are not those of what is there. */
function stopMotion(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '*, ::before, ::after, ::backdrop { animation: none !important; transition: none !important }',
  )
  document.adoptedStyleSheets = [sheet]
}
