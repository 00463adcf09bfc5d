import { loadStrings } from '#lib/i18n/load-strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'

/** Most people have no second factor. */
export const lazySecondStep = lazyComponent(async () => {
  const [{ SecondStep }] = await Promise.all([import('./SecondStep.tsx'), loadStrings('second-factor')])
  return SecondStep
})
