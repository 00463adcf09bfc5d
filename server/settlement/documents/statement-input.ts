import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '#contract/platform/locale.ts'
import type { StatementDetail } from '#contract/settlement/statement-detail.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import { getSiteName, type Site } from '#server/platform/auth/sites.ts'
import type { Database } from '#server/platform/db/database.ts'
import { getPreferredLocales } from '#server/platform/localized-text.ts'
import type { Log } from '#server/platform/log.ts'
import { loadSharp } from '#server/platform/media/decoder.ts'
import { selectLogo } from '#server/portal/site/home.ts'
import { selectPaymentInfo } from '#server/settlement/payees/payment-info/queries.ts'
import { loadPayees } from '#server/settlement/payees/queries.ts'
import type { StatementDocument } from './statement-document.ts'

interface DocumentServices {
  db: Database
  encryption: Encryption
  log: Pick<Log, 'error'>
  mediaDir?: string | undefined
}

interface DocumentRequest {
  statement: StatementDetail
  site: Site
  locale: Locale
}

/** Adds what a document shows of the site and the payee. */
export async function loadStatementDocument(
  services: DocumentServices,
  { statement, site, locale }: DocumentRequest,
): Promise<StatementDocument> {
  const { id } = statement.account
  const [payees, sender, logo] = await Promise.all([
    loadPayees(services.db, services, [id]),
    selectPaymentInfo(services.db, site.id),
    loadLogo(services, site, locale),
  ])
  const payee = payees.get(id)
  const { colorPrimary, colorPrimaryDim } = site
  return {
    statement,
    payee: payee?.state === 'confirmed' ? pickPayee(payee) : null,
    site: { name: getSiteName(site, locale), colorPrimary, colorPrimaryDim },
    logo,
    sender,
    locale,
  }
}

const pickPayee = ({ name, bank, maskedAccount }: { name: string; bank: string; maskedAccount: string }) => ({
  name,
  maskedAccount: `${bank} ${maskedAccount}`,
})

/** Null when the site has none, or its file is gone: the document has the name then. */
async function loadLogo(
  { db, mediaDir }: DocumentServices,
  site: Site,
  locale: Locale,
): Promise<StatementDocument['logo']> {
  const logo =
    mediaDir === undefined ? null : await selectLogo(db, site, getPreferredLocales(locale, site.isPlaylist))
  if (!logo || mediaDir === undefined) return null
  const bytes = await readFile(join(mediaDir, logo.light.replace(/^media\//, ''))).catch(() => null)
  return bytes && { png: await flatten(bytes), alt: logo.alt }
}

/** A white background, like the page, lets the image be embedded without transparency. */
async function flatten(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(bytes).flatten({ background: '#fff' }).toColorspace('srgb').png().toBuffer()
}
