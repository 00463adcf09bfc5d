import * as z from 'zod/mini'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { host } from '#lib/site/host.ts'
import { readTab, removeTab, writeTab } from '#lib/site/storage.ts'

const Progress = z.object({
  /** Only this tab can use the provider's answer. */
  token: z.string(),
  /** Of the page that began: the provider sends everybody back to the same page. */
  locale: z.enum(locales),
  /** Of a link that invites the person. */
  invitation: z.optional(z.string()),
  /** A page of this site. */
  returnPath: z.optional(z.string()),
})
export type Progress = z.infer<typeof Progress>

const key = () => `provider:${host}`

/** Waits in the tab while the person is at the provider. */
export const rememberProgress = (progress: Progress): void => {
  writeTab(key(), JSON.stringify(progress))
}

function readProgress(): Progress | null {
  const text = readTab(key())
  return text === null ? null : (z.safeParse(Progress, JSON.parse(text)).data ?? null)
}

/** @returns the language in which the page goes on; null when it is that of this page */
export function findOtherLanguage(current: Locale): Locale | null {
  const began = readProgress()?.locale
  return began === undefined || began === current ? null : began
}

/** Once: an answer that comes again belongs to nothing. */
export function takeProgress(): Progress | null {
  const progress = readProgress()
  removeTab(key())
  return progress
}
