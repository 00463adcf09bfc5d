import * as z from 'zod/mini'
import type { Locale } from '#contract/platform/locale.ts'
import { joinFacts } from '#server/platform/texts.ts'

/** Whom the people of a site may ask, as the operator has set it. */
export const SiteContact = z.object({
  manager_name: z.string(),
  manager_contact: z.string(),
  company_mail: z.string(),
})
export type SiteContact = z.output<typeof SiteContact>

/** Returns one line for mails and documents, or an empty text. */
export const joinContact = (
  contact: SiteContact | null | undefined,
  clean: (text: string) => string,
  locale: Locale,
): string => {
  const parts = [contact?.manager_name, contact?.manager_contact, contact?.company_mail].map((text) =>
    clean(text ?? ''),
  )
  return joinFacts(
    parts.filter((text) => text !== ''),
    locale,
  )
}
