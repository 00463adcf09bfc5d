import type { Locale } from '#contract/locale.ts'
import type { ScreenName } from '#lib/guides/manifest.ts'
import type { PhoneKind } from './phone-geometry.ts'

/** What every drawing is given. */
export interface DrawingProps {
  name: ScreenName
  locale: Locale
  /** On desktops without meaning. */
  phone: PhoneKind
}
