import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import { hasStaffRole } from '#server/platform/auth/roles.ts'
import { type Checks, error, type Finding, ok, warning } from '#server/platform/command-line/finding.ts'
import { formatCount, formatInteger } from '#server/platform/command-line/format.ts'
import { findOpenMode } from '#server/platform/data-folder.ts'
import { sql } from '#server/platform/db/sql.ts'
import { LocalizedText } from '#server/platform/localized-text.ts'
import { MediaStore, mediaKinds } from '#server/platform/media/media-store.ts'
import { coverSuffixes } from '#server/platform/media/track-images.ts'
import { listImageFiles, selectImages } from '#server/portal/site/home-images.ts'
import { selectStoredFiles } from '#server/portal/track-files/lists.ts'
import { getStoredName, TrackFileStore } from '#server/portal/track-files/store.ts'

const SiteState = z.object({ domain: z.string(), hasManager: z.boolean(), hasPaymentInfo: z.boolean() })
const Picture = z.object({ domain: z.string(), alt: LocalizedText })
const File = z.object({ path: z.string() })

export const checks: Checks = {
  async sites({ db }) {
    const sites = await db.query(
      SiteState,
      sql`select s.domain,
        exists (
          select
          from accounts a
          where a.site_id = s.id
            and ${hasStaffRole}
            and a.removed_at is null
        ) as "hasManager",
        exists (select from payment_info p where p.site_id = s.id) as "hasPaymentInfo"
      from sites s
      order by s.domain`,
    )
    if (sites.length === 0)
      return warning('sites', 'there is no site', 'Add one: site add --help, or network adopt --help')
    const checkEvery = (key: 'hasManager' | 'hasPaymentInfo', subject: string, fix: string): Finding => {
      const domains = sites.filter((site) => !site[key]).map(({ domain }) => domain)
      return domains.length === 0
        ? ok(subject, 'every site has one')
        : warning(subject, `missing on ${domains.join(', ')}`, `See: ${fix}`)
    }
    return [
      ok('sites', formatCount(sites.length, 'site')),
      checkEvery('hasManager', 'managers', 'account promote --help'),
      checkEvery('hasPaymentInfo', 'payment information', 'payment set --help'),
    ]
  },
  /** A logo without an alternative text has the site's name. */
  async 'home pages'({ db }) {
    const pictures = await db.query(
      Picture,
      sql`select s.domain, h.picture_alt as alt
      from site_images i
      join site_homes h on h.site_id = i.site_id
      join sites s on s.id = i.site_id
      where i.kind = 'picture'
      order by s.domain`,
    )
    const incomplete = pictures.filter(({ alt }) => locales.some((locale) => !alt[locale]))
    if (incomplete.length === 0) return ok('home pages', 'every picture has its alternative texts')
    return incomplete.map(({ domain, alt }) =>
      warning(
        `home page of ${domain}`,
        `its picture has no alternative text in ${locales.filter((locale) => !alt[locale]).join(', ')}`,
        `Write what it shows as picture: below each language, then site set ${domain} --home <file>. See: site show ${domain}`,
      ),
    )
  },
  async 'media files'({ db, config: { mediaDir } }) {
    const subject = 'media files'
    const files = await db.query(
      File,
      sql`select distinct path
      from tracks
      cross join lateral (values (cover), (exclusive_logo), (audio)) as files (path)
      where starts_with(path, 'media/')`,
    )
    const expected = [
      ...files.flatMap(({ path }) =>
        path.startsWith('media/covers/') ? coverSuffixes.map((suffix) => path + suffix) : [path],
      ),
      ...(await selectImages(db)).flatMap(listImageFiles),
    ]
    if (expected.length === 0) return ok(subject, 'no track or site has an imported image or preview')
    const media = new MediaStore(mediaDir)
    const stored = new Set<string>()
    for (const kind of mediaKinds)
      for (const name of await media.list(kind)) stored.add(`media/${kind}/${name}`)
    const missing = expected.filter((file) => !stored.has(file)).length
    if (missing === 0) return ok(subject, `${formatCount(expected.length, 'file')} in ${mediaDir}`)
    return warning(
      subject,
      `${formatInteger(missing)} of ${formatInteger(expected.length)} missing in ${mediaDir}`,
      'Copy the folder from its backup or from another instance (MEDIA_DIR), or import the catalog and set the images of sites again.',
    )
  },
  async 'track files'({ db, config: { trackFilesDir } }) {
    const subject = 'track files'
    const expected = (await selectStoredFiles(db)).map(getStoredName)
    const stored = await new TrackFileStore(trackFilesDir).list()
    const used = new Set(expected)
    const missing = expected.filter((name) => !stored.has(name)).length
    const unused = [...stored].filter((name) => !used.has(name)).length
    const open = await findOpenMode(trackFilesDir)
    return [
      open &&
        error(
          subject,
          `other users of the machine may read ${trackFilesDir}`,
          `Run: chmod 700 ${trackFilesDir} (as its owner)`,
        ),
      missing > 0 &&
        warning(
          subject,
          `${formatInteger(missing)} of ${formatInteger(expected.length)} missing in ${trackFilesDir}`,
          'Copy the folder from its backup or from another instance (TRACK_FILES_DIR), or supply the files again: music supply',
        ),
      unused > 0 &&
        warning(
          subject,
          `${formatCount(unused, 'file')} in ${trackFilesDir} that no track uses`,
          'An interrupted command or an older backup of the database left them: delete what music files --json does not name.',
        ),
      missing + unused === 0 &&
        ok(
          subject,
          expected.length === 0
            ? 'no track has one'
            : `${formatCount(expected.length, 'file')} in ${trackFilesDir}`,
        ),
    ]
  },
}
