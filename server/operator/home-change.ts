import { resolve } from 'node:path'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { isLocale, type Locale } from '#contract/platform/locale.ts'
import type { HomePicture } from '#contract/portal/site-home.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { maxImageBytes } from '#server/platform/media/decoder.ts'
import { createSiteImage, MediaStore, type StoredSiteImage } from '#server/platform/media/media-store.ts'
import type { SiteImage } from '#server/platform/media/site-images.ts'
import { UnusableFileError } from '#server/platform/media/unusable-file.ts'
import { withCatalogLock } from '#server/portal/catalog/lock.ts'
import {
  deleteImage,
  type ImageSlot,
  mediaKindByImage,
  saveImage,
  selectImages,
  setFocus,
} from '#server/portal/site/home-images.ts'
import { saveHasPicture, saveHomeTexts } from '#server/portal/site/home-queries.ts'
import { type HomeTexts, noTexts } from '#server/portal/site/home-texts.ts'
import { type CommandContext, OperatorError } from './command.ts'
import { readHomeFile } from './home-file.ts'
import { parseInputFile } from './input-file.ts'

/** Names of files, `none`, and for the picture also `drawn`. */
export interface HomeOptions {
  home?: string | undefined
  logo?: string | undefined
  logoDark?: string | undefined
  favicon?: string | undefined
  picture?: string | undefined
  focus?: HomePicture['focus'] | undefined
  share?: ShareOption[] | undefined
}

interface ShareOption {
  locale: Locale | ''
  name: string
}

/** What is left out stays as it is. */
export interface HomeChange {
  texts?: HomeTexts
  hasPicture?: boolean
  /** Null: no image. */
  images: { slot: ImageSlot; image: StoredSiteImage | null }[]
  focus?: HomePicture['focus']
}

export function parseFocus(text: string): HomePicture['focus'] {
  const [, x, y] = /^(\d{1,3}),(\d{1,3})$/.exec(text) ?? []
  const focus = { x: Number(x), y: Number(y) }
  if (!(focus.x <= 100 && focus.y <= 100))
    throw new InvalidArgumentError('Expected percent from the left and the top, for example 50,30.')
  return focus
}

/** "share.png" for all languages, "en=share-en.png" for one. */
export function parseShare(text: string): ShareOption {
  const [, locale, name] = /^([\w-]+)=(.*)$/s.exec(text) ?? []
  return isLocale(locale) ? { locale, name: name ?? '' } : { locale: '', name: text }
}

/** Checks and processes all files before it stores any. @throws {OperatorError} with a line for each problem */
export async function readHomeChange(
  { db, cwd, config }: Pick<CommandContext, 'db' | 'cwd' | 'config'>,
  options: HomeOptions,
): Promise<HomeChange> {
  const { home, picture, focus } = options
  const problems: string[] = []
  const collect = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      problems.push(error.message)
      return undefined
    }
  }
  const texts =
    home === undefined ? undefined : home === 'none' ? noTexts : await collect(readHomeFile(cwd, home))
  const files: { slot: ImageSlot; file: ProcessedFile | null | undefined }[] = []
  for (const { slot, name } of listImageOptions(options))
    files.push({ slot, file: isFile(slot, name) ? await collect(processImage(cwd, slot, name)) : null })
  if (problems.length > 0) throw new OperatorError([...problems, 'Nothing was changed.'].join('\n'))
  const images = await withCatalogLock(db, async () => {
    const media = new MediaStore(config.mediaDir)
    if (files.some(({ file }) => file)) await media.prepare()
    const stored: HomeChange['images'] = []
    for (const { slot, file } of files)
      stored.push({
        slot,
        image: file ? await media.storeSiteImage(mediaKindByImage[slot.kind], file.source, file.image) : null,
      })
    return stored
  })
  return {
    images,
    ...(texts && { texts }),
    ...(focus && { focus }),
    ...(picture !== undefined && { hasPicture: picture !== 'none' }),
  }
}

const isFile = ({ kind }: ImageSlot, name: string) =>
  name !== 'none' && !(kind === 'picture' && name === 'drawn')

function listImageOptions({ logo, logoDark, favicon, picture, share = [] }: HomeOptions) {
  const named = { logo, 'logo-dark': logoDark, favicon, picture } as const
  return [
    ...Object.entries(named).map(([kind, name]) => ({ slot: { kind, locale: '' }, name })),
    ...share.map(({ locale, name }) => ({ slot: { kind: 'share', locale }, name })),
  ].flatMap(({ slot, name }) => (name === undefined ? [] : [{ slot: slot as ImageSlot, name }]))
}

interface ProcessedFile {
  source: Buffer
  image: SiteImage
}

const processImage = async (cwd: string, { kind }: ImageSlot, name: string): Promise<ProcessedFile> => {
  const source = await parseInputFile(resolve(cwd, name), name, maxImageBytes, (bytes) => bytes)
  try {
    return { source, image: await createSiteImage(mediaKindByImage[kind], source) }
  } catch (error) {
    if (error instanceof UnusableFileError) throw new OperatorError(`${name}: ${error.message}.`)
    throw error
  }
}

/** @throws {OperatorError} */
export async function updateHome(
  tx: Queryable,
  { id }: Pick<Site, 'id'>,
  { texts, hasPicture, images, focus }: HomeChange,
): Promise<void> {
  if (texts) await saveHomeTexts(tx, id, texts)
  if (hasPicture !== undefined) await saveHasPicture(tx, id, hasPicture)
  for (const { slot, image } of images)
    await (image ? saveImage(tx, id, slot, image) : deleteImage(tx, id, slot))
  if (focus && (await setFocus(tx, id, focus)) === 0)
    throw new OperatorError('The site has no picture of its own to focus. Set one with --picture <file>.')
  if (images.length > 0) await requireMatchingLogos(tx, id)
}

/** Pages reserve one space for both. */
const maxRatioDifference = 0.05

async function requireMatchingLogos(tx: Queryable, siteId: number): Promise<void> {
  const images = await selectImages(tx, siteId)
  const light = images.find(({ kind }) => kind === 'logo')
  const dark = images.find(({ kind }) => kind === 'logo-dark')
  if (!dark) return
  if (!light) throw new OperatorError('A dark logo needs a light one. Set it with --logo <file>.')
  const [ratio, darkRatio] = [light, dark].map(({ width, height }) => width / height) as [number, number]
  if (Math.abs(ratio - darkRatio) > ratio * maxRatioDifference)
    throw new OperatorError(
      `The dark logo is ${darkRatio.toFixed(2)} times as wide as high, the light one ${ratio.toFixed(2)} times: ` +
        'give them the same proportions, or set --logo-dark none.',
    )
}
