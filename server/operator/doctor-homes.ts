import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import { sql } from '#server/platform/db/sql.ts'
import { LocalizedText } from '#server/platform/localized-text.ts'
import { type Check, createOk, createWarning } from './finding.ts'

const PictureRow = z.object({ domain: z.string(), alt: LocalizedText })

/** A logo without an alternative text has the site's name. */
export const checkHomes: Check = async ({ db }) => {
  const subject = 'home pages'
  const pictures = await db.query(
    PictureRow,
    sql`select s.domain,
      h.picture_alt as alt
    from site_images i
    join site_homes h on h.site_id = i.site_id
    join sites s on s.id = i.site_id
    where i.kind = 'picture'
    order by s.domain`,
  )
  const warnings = pictures.flatMap(({ domain, alt }) => {
    const missing = locales.filter((locale) => !alt[locale])
    return missing.length === 0
      ? []
      : [
          createWarning(
            `home page of ${domain}`,
            `its picture has no alternative text in ${missing.join(', ')}`,
            `Write what it shows as picture: below each language, then site set ${domain} --home <file>. See: site show ${domain}`,
          ),
        ]
  })
  return warnings.length > 0 ? warnings : [createOk(subject, 'every picture has its alternative texts')]
}
