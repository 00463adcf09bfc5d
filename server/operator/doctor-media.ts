import * as z from 'zod/mini'
import { sql } from '#server/platform/db/sql.ts'
import { MediaStore, mediaKinds } from '#server/platform/media/media-store.ts'
import { coverSuffixes } from '#server/platform/media/track-images.ts'
import { listImageFiles, selectImages } from '#server/portal/site/home-images.ts'
import { type Check, createOk, createWarning } from './finding.ts'
import { formatCount, formatInteger } from './format.ts'

const PathRow = z.object({ path: z.string() })

export const checkMedia: Check = async ({ db, config: { mediaDir } }) => {
  const subject = 'media files'
  const paths = await db.query(
    PathRow,
    sql`select distinct path
    from tracks
    cross join lateral (values (cover), (exclusive_logo), (audio)) as files (path)
    where starts_with(path, 'media/')`,
  )
  const images = await selectImages(db)
  const expected = [...paths.flatMap(({ path }) => getExpectedFiles(path)), ...images.flatMap(listImageFiles)]
  if (expected.length === 0) return [createOk(subject, 'no track or site has an imported image or preview')]
  const stored = await listStoredFiles(new MediaStore(mediaDir))
  const missing = expected.filter((file) => !stored.has(file)).length
  if (missing === 0) return [createOk(subject, `${formatCount(expected.length, 'file')} in ${mediaDir}`)]
  return [
    createWarning(
      subject,
      `${formatInteger(missing)} of ${formatInteger(expected.length)} missing in ${mediaDir}`,
      'Copy the folder from its backup or from another instance (MEDIA_DIR), or import the catalog and set the images of sites again.',
    ),
  ]
}

const getExpectedFiles = (path: string) =>
  path.startsWith('media/covers/') ? coverSuffixes.map((suffix) => path + suffix) : [path]

async function listStoredFiles(media: MediaStore): Promise<Set<string>> {
  const files = new Set<string>()
  for (const kind of mediaKinds) for (const name of await media.list(kind)) files.add(`media/${kind}/${name}`)
  return files
}
