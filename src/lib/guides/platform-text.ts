import type { TextKey } from '#lib/texts/catalog.ts'
import type { Platform } from './manifest.ts'

/** A guide's devices have the names that the dialog about verification gives them. */
export const platformTexts = {
  pc: 'channel-dialogs:verify.pc',
  mobile: 'channel-dialogs:verify.mobile',
  ios: 'guides:platforms.ios',
  android: 'guides:platforms.android',
} as const satisfies Record<Platform, TextKey>
