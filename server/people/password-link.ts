import type { Locale } from '#contract/platform/locale.ts'
import { createEmailLink } from '#server/people/credentials/email-links.ts'
import { getSiteOrigin, type Site } from '#server/platform/auth/sites.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { issueLinkToken } from '#server/platform/mail/mail-tokens.ts'
import { createEmailLinkUrl } from '#server/platform/mail/values.ts'

interface LinkOwner {
  id: number
  email: string
  locale: Locale
}

/**
 * A one-time link with which a person sets a password, to hand over without mail: no password is ever known to anybody else.
 * @param purpose decides how long it works
 */
export async function createPasswordLink(
  tx: Queryable,
  { port }: Pick<Config, 'port'>,
  site: Site,
  { id, email, locale }: LinkOwner,
  purpose: 'reset' | 'invite',
): Promise<string> {
  const link = await createEmailLink(tx, { accountId: id, purpose, email }, new Date())
  return createEmailLinkUrl(await issueLinkToken(tx, link), { origin: getSiteOrigin(site, port), locale })
}
