import type { AuditValues } from '#server/platform/auth/audit.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { type ImageRow, selectImages } from '#server/portal/site/home-images.ts'
import { selectHomeRow } from '#server/portal/site/home-queries.ts'

/** For the audit log. */
export async function selectHomeValues(tx: Queryable, siteId: number): Promise<AuditValues> {
  const { headline, lead, actionLabel, actionHref, pictureAlt, logoAlt, facts, hasPicture } =
    await selectHomeRow(tx, siteId)
  const images = await selectImages(tx, siteId)
  const find = (kind: ImageRow['kind']) => images.find((image) => image.kind === kind)
  const picture = find('picture')
  return {
    headline,
    lead,
    action_label: actionLabel,
    action_target: actionHref,
    picture_text: pictureAlt,
    logo_text: logoAlt,
    facts: facts?.map((fact) => (typeof fact === 'string' ? fact : JSON.stringify(fact))) ?? null,
    picture: hasPicture ? (picture?.path ?? 'drawn') : 'none',
    picture_focus: picture ? `${picture.focusX},${picture.focusY}` : null,
    logo: find('logo')?.path ?? null,
    logo_dark: find('logo-dark')?.path ?? null,
    favicon: find('favicon')?.path ?? null,
    share: Object.fromEntries(
      images.filter(({ kind }) => kind === 'share').map(({ locale, path }) => [locale || 'all', path]),
    ),
  }
}
