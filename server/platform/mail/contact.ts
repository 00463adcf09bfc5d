import * as z from 'zod/mini'

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
): string =>
  [contact?.manager_name, contact?.manager_contact, contact?.company_mail]
    .map((text) => clean(text ?? ''))
    .filter((text) => text !== '')
    .join(', ')
