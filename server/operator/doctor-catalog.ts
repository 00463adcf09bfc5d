import { coverSuffixes } from '#server/catalog/images.ts'
import { MediaStore, mediaKinds } from '#server/catalog/media-store.ts'
import type { Check } from './diagnostic.ts'
import { formatCount, formatInteger } from './format.ts'

/** Whether the files that tracks name are where this installation keeps them. */
export const checkCatalog: Check = async ({ db, config }) => {
  const about = 'covers and sounds'
  const paths = await db.query<{ path: string }>(
    `select distinct path
    from tracks
    cross join lateral (values (cover), (exclusive_logo), (audio)) as named (path)
    where starts_with(path, 'media/')`,
  )
  if (paths.length === 0) return [{ about, state: 'fine', says: 'no track has one of an import' }]
  const expected = paths.flatMap(({ path }) => getExpectedFiles(path))
  const stored = await listStoredFiles(new MediaStore(config.mediaDir))
  const missing = expected.filter((file) => !stored.has(file)).length
  if (missing === 0)
    return [{ about, state: 'fine', says: `${formatCount(expected.length, 'file')} in ${config.mediaDir}` }]
  return [
    {
      about,
      state: 'warning',
      says: `${formatInteger(missing)} of ${formatInteger(expected.length)} missing in ${config.mediaDir}`,
      todo: 'Copy the folder from its backup or from the other instances (MEDIA_DIR), or import the catalogue again.',
    },
  ]
}

const getExpectedFiles = (path: string) =>
  path.startsWith('media/covers/') ? coverSuffixes.map((ending) => path + ending) : [path]

async function listStoredFiles(media: MediaStore): Promise<Set<string>> {
  const files = new Set<string>()
  for (const kind of mediaKinds) for (const name of await media.list(kind)) files.add(`media/${kind}/${name}`)
  return files
}
