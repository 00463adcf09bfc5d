import type { Locale } from '#contract/platform/locale.ts'
import type { ScreenName } from '#lib/guides/manifest.ts'
import type { PhoneKind } from './frames/phone-geometry.ts'

export interface DrawingProps {
  name: ScreenName
  locale: Locale
  /** Ignored on desktops. */
  phone: PhoneKind
}
