import * as z from 'zod/mini'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { type HomePicture, pictureFormats, type SiteHome, type SiteLogo } from '#contract/portal/site-home.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { localizeText } from '#server/platform/localized-text.ts'
import type { StoredSiteImage } from '#server/platform/media/media-store.ts'
import {
  faviconSizes,
  getFaviconSuffix,
  getPictureSuffix,
  type SiteImageKind,
} from '#server/platform/media/site-images.ts'
import type { HomeTexts } from './home-texts.ts'

export const imageNames = ['logo', 'logo-dark', 'favicon', 'picture', 'share'] as const
export type ImageName = (typeof imageNames)[number]

export const mediaKindByImage: Record<ImageName, SiteImageKind> = {
  logo: 'site-logos',
  'logo-dark': 'site-logos',
  favicon: 'favicons',
  picture: 'site-pictures',
  share: 'share-pictures',
}

/** Identifies an image of a site; `locale` is empty for all languages. */
export interface ImageSlot {
  kind: ImageName
  locale: Locale | ''
}

const ImageRow = z.object({
  kind: z.enum(imageNames),
  locale: z.enum(['', ...locales]),
  path: z.string(),
  width: Integer,
  height: Integer,
  widths: z.array(Integer),
  focusX: Integer,
  focusY: Integer,
})
export type ImageRow = z.output<typeof ImageRow>

export const selectImages = (db: Queryable, siteId?: number): Promise<ImageRow[]> =>
  db.query(
    ImageRow,
    sql`select kind,
      locale,
      path,
      width,
      height,
      widths,
      focus_x as "focusX",
      focus_y as "focusY"
    from site_images
    where ${siteId === undefined ? sql`true` : sql`site_id = ${siteId}`}
    order by site_id, kind, locale`,
  )

/** A new picture is cropped to its center until a focus is set. */
export const saveImage = (
  tx: Queryable,
  siteId: number,
  { kind, locale }: ImageSlot,
  { path, width, height, widths }: StoredSiteImage,
): Promise<number> =>
  tx.execute(
    sql`insert into site_images (site_id, kind, locale, path, width, height, widths)
    values (${siteId}, ${kind}, ${locale}, ${path}, ${width}, ${height}, ${widths})
    on conflict (site_id, kind, locale) do update
    set path = excluded.path,
      width = excluded.width,
      height = excluded.height,
      widths = excluded.widths,
      focus_x = case when site_images.path = excluded.path then site_images.focus_x else excluded.focus_x end,
      focus_y = case when site_images.path = excluded.path then site_images.focus_y else excluded.focus_y end`,
  )

/** The files stay: an open page or a CDN may still request them. */
export const deleteImage = (tx: Queryable, siteId: number, { kind, locale }: ImageSlot): Promise<number> =>
  tx.execute(sql`delete from site_images where site_id = ${siteId} and kind = ${kind} and locale = ${locale}`)

export const setFocus = (tx: Queryable, siteId: number, { x, y }: HomePicture['focus']): Promise<number> =>
  tx.execute(
    sql`update site_images
    set focus_x = ${x},
      focus_y = ${y}
    where site_id = ${siteId}
      and kind = 'picture'`,
  )

export function listImageFiles({ kind, path, widths }: Pick<ImageRow, 'kind' | 'path' | 'widths'>): string[] {
  if (kind === 'favicon') return faviconSizes.map((size) => path + getFaviconSuffix(size))
  if (kind === 'picture') return listSources({ path, widths }).map((source) => source.path)
  return [path]
}

const listSources = ({ path, widths }: Pick<ImageRow, 'path' | 'widths'>): HomePicture['sources'] =>
  pictureFormats.flatMap((format) =>
    widths.map((width) => ({ format, width, path: path + getPictureSuffix(width, format) })),
  )

const findImage = (images: readonly ImageRow[], kind: ImageName) =>
  images.find((image) => image.kind === kind)

export function createPicture(
  images: readonly ImageRow[],
  { pictureAlt }: HomeTexts,
  preferredLocales: readonly Locale[],
): HomePicture | null {
  const picture = findImage(images, 'picture')
  if (!picture) return null
  const { width, height, focusX, focusY } = picture
  return {
    sources: listSources(picture),
    width,
    height,
    alt: localizeText(pictureAlt, preferredLocales),
    focus: { x: focusX, y: focusY },
  }
}

/** Falls back to the site's name as the alternative text. */
export function createLogo(
  images: readonly ImageRow[],
  { logoAlt }: HomeTexts,
  name: string,
  preferredLocales: readonly Locale[],
): SiteLogo | null {
  const light = findImage(images, 'logo')
  if (!light) return null
  const { path, width, height } = light
  const dark = findImage(images, 'logo-dark')?.path ?? null
  return { light: path, dark, alt: localizeText(logoAlt, preferredLocales) || name, width, height }
}

/** Fallback order: the caller's language, all languages, then as texts. */
export function createSharePicture(
  images: readonly ImageRow[],
  preferredLocales: readonly Locale[],
): SiteHome['share'] {
  const [first, ...others] = preferredLocales
  const shares = images.filter(({ kind }) => kind === 'share')
  const share = [first, '', ...others]
    .map((locale) => shares.find((image) => image.locale === locale))
    .find((image) => image !== undefined)
  return share ? { path: share.path, width: share.width, height: share.height } : null
}
