import { loadStrings } from '#lib/i18n/load-strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'

/** Code and texts of the map, which is far below the fold. */
export const lazyCountries = lazyComponent(async () => {
  const [{ CountriesPanel }] = await Promise.all([
    import('./CountriesPanel.tsx'),
    loadStrings('video-detail'),
  ])
  return CountriesPanel
})
