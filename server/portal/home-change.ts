import { isLocale } from '#contract/platform/locale.ts'
import type { HomePicture } from '#contract/portal/site-home.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import { type CommandContext, OperatorError } from '#server/platform/command-line/command.ts'
import { parseInputFile } from '#server/platform/command-line/files.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { maxImageBytes } from '#server/platform/media/decoder.ts'
import { createSiteImage, MediaStore, type StoredSiteImage } from '#server/platform/media/media-store.ts'
import { UnusableFileError } from '#server/platform/media/unusable-file.ts'
import { withCatalogLock } from '#server/portal/catalog/lock.ts'
import * as images from '#server/portal/site/home-images.ts'
import { saveHasPicture, saveHomeTexts } from '#server/portal/site/home-queries.ts'
import { type HomeTexts, noTexts } from '#server/portal/site/home-texts.ts'
import { readHomeFile } from './home-file.ts'

/** Names of files, `none`, and for the picture also `drawn`. */
export interface HomeOptions
  extends Partial<Record<'home' | 'logo' | 'logoDark' | 'favicon' | 'picture', string>> {
  focus?: HomePicture['focus'] | undefined
  /** "share.png" for all languages, "en=share-en.png" for one. */
  share: readonly string[]
}

/** Undefined fields stay as they are. */
export interface HomeChange {
  texts: HomeTexts | undefined
  hasPicture: boolean | undefined
  /** Null: no image. */
  images: { slot: images.ImageSlot; image: StoredSiteImage | null }[]
  focus: HomePicture['focus'] | undefined
}

/** Checks and processes all files before it stores any. @throws {OperatorError} with a line for each problem */
export async function readHomeChange(
  context: Pick<CommandContext, 'db' | 'cwd' | 'config'>,
  options: HomeOptions,
): Promise<HomeChange> {
  const { home, picture, focus } = options
  const problems: string[] = []
  const collect = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
    work.catch((error) => {
      if (!(error instanceof OperatorError)) throw error
      problems.push(error.message)
      return undefined
    })
  const texts = home === 'none' ? noTexts : home && (await collect(readHomeFile(context, home)))
  const files: { slot: images.ImageSlot; file: ProcessedFile | null | undefined }[] = []
  for (const { slot, name } of listImageOptions(options)) {
    const isFile = name !== 'none' && !(slot.kind === 'picture' && name === 'drawn')
    files.push({ slot, file: isFile ? await collect(processImage(context, slot, name)) : null })
  }
  if (problems.length > 0) throw new OperatorError([...problems, 'Nothing was changed.'].join('\n'))
  const hasPicture = picture === undefined ? undefined : picture !== 'none'
  return { texts: texts || undefined, hasPicture, images: await storeImages(context, files), focus }
}

function listImageOptions({ logo, logoDark, favicon, picture, share }: HomeOptions) {
  const slots: { slot: images.ImageSlot; name: string | undefined }[] = [
    { slot: { kind: 'logo', locale: '' }, name: logo },
    { slot: { kind: 'logo-dark', locale: '' }, name: logoDark },
    { slot: { kind: 'favicon', locale: '' }, name: favicon },
    { slot: { kind: 'picture', locale: '' }, name: picture },
    ...share.map((text) => {
      const [, locale, name] = /^([\w-]+)=(.*)$/s.exec(text) ?? []
      return isLocale(locale)
        ? { slot: { kind: 'share' as const, locale }, name }
        : { slot: { kind: 'share' as const, locale: '' as const }, name: text }
    }),
  ]
  return slots.flatMap(({ slot, name }) => (name === undefined ? [] : [{ slot, name }]))
}

interface ProcessedFile {
  source: Buffer
  image: Awaited<ReturnType<typeof createSiteImage>>
}

async function processImage(
  context: Pick<CommandContext, 'cwd'>,
  { kind }: images.ImageSlot,
  name: string,
): Promise<ProcessedFile> {
  const source = await parseInputFile(context, name, maxImageBytes, (bytes) => bytes)
  try {
    return { source, image: await createSiteImage(images.mediaKindByImage[kind], source) }
  } catch (error) {
    throw error instanceof UnusableFileError ? new OperatorError(`${name}: ${error.message}.`) : error
  }
}

/** Under the lock that keeps files that nothing refers to yet. */
const storeImages = (
  { db, config }: Pick<CommandContext, 'db' | 'config'>,
  files: readonly { slot: images.ImageSlot; file: ProcessedFile | null | undefined }[],
): Promise<HomeChange['images']> =>
  withCatalogLock(db, async () => {
    const media = new MediaStore(config.mediaDir)
    if (files.some(({ file }) => file)) await media.prepare()
    const stored: HomeChange['images'] = []
    for (const { slot, file } of files) {
      const kind = images.mediaKindByImage[slot.kind]
      stored.push({ slot, image: file ? await media.storeSiteImage(kind, file.source, file.image) : null })
    }
    return stored
  })

/** @throws {OperatorError} */
export async function updateHome(
  tx: Queryable,
  { id }: Pick<Site, 'id'>,
  { texts, hasPicture, images: changed, focus }: HomeChange,
): Promise<void> {
  if (texts) await saveHomeTexts(tx, id, texts)
  if (hasPicture !== undefined) await saveHasPicture(tx, id, hasPicture)
  for (const { slot, image } of changed)
    await (image ? images.saveImage(tx, id, slot, image) : images.deleteImage(tx, id, slot))
  if (focus && (await images.setFocus(tx, id, focus)) === 0)
    throw new OperatorError('The site has no picture of its own to focus. Set one with --picture <file>.')
  if (changed.length > 0) await requireMatchingLogos(tx, id)
}

/** Pages reserve one space for both. */
const maxRatioDifference = 0.05

async function requireMatchingLogos(tx: Queryable, siteId: number): Promise<void> {
  const stored = await images.selectImages(tx, siteId)
  const light = stored.find(({ kind }) => kind === 'logo')
  const dark = stored.find(({ kind }) => kind === 'logo-dark')
  if (!dark) return
  if (!light) throw new OperatorError('A dark logo needs a light one. Set it with --logo <file>.')
  const [ratio, darkRatio] = [light.width / light.height, dark.width / dark.height]
  if (Math.abs(ratio - darkRatio) > ratio * maxRatioDifference)
    throw new OperatorError(
      `The dark logo is ${darkRatio.toFixed(2)} times as wide as high, the light one ${ratio.toFixed(2)} times: ` +
        'give them the same proportions, or set --logo-dark none.',
    )
}
