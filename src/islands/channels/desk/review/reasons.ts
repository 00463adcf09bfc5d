import { atom } from 'nanostores'
import type { reasonTemplates } from '#contract/channels/review-queue.ts'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { loadStringsOf } from '#lib/i18n/load-strings.ts'
import type { ReasonTexts } from './store.ts'

export type ReasonTemplate = (typeof reasonTemplates)[number] | 'own'

export interface Reason {
  template: ReasonTemplate | null
  texts: ReasonTexts
}

export const noReason: Reason = { template: null, texts: {} }

/** Of the channel in hand; another channel begins without. */
export const $reason = atom<Reason>(noReason)

/** The texts of a template in all languages, to be changed by the person. */
export async function loadReason(template: ReasonTemplate): Promise<Reason> {
  if (template === 'own') return { template, texts: {} }
  const texts = await Promise.all(
    locales.map(async (language): Promise<[Locale, string]> => {
      const found = (await loadStringsOf('review-reasons', language))[template]
      return [language, typeof found === 'string' ? found : '']
    }),
  )
  return { template, texts: Object.fromEntries(texts) }
}

/** Without empty ones; null if nothing is written. */
export function getWrittenTexts({ texts }: Reason): ReasonTexts | null {
  const written = Object.entries(texts).filter(([, text]) => text.trim() !== '')
  return written.length > 0 ? (Object.fromEntries(written) as ReasonTexts) : null
}
