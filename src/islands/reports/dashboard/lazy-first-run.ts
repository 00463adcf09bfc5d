import { loadStrings } from '#lib/i18n/load-strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'

/** Code and texts for people without figures only. */
export const lazyFirstRun = lazyComponent(async () => {
  const [{ FirstRun }] = await Promise.all([
    import('#islands/reports/first-run/FirstRun.tsx'),
    loadStrings('first-run'),
  ])
  return FirstRun
})
