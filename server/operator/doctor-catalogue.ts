import { MediaFolder, mediaKinds } from '#server/catalogue/media-folder.ts'
import { coverEndings } from '#server/catalogue/pictures.ts'
import type { Check } from './doctor.ts'
import { countOf, wholeNumber } from './outcome.ts'

/** Whether the files that tracks name are where this installation keeps them. */
export const checkCatalogue: Check = async ({ db, config }) => {
  const about = 'covers and sounds'
  const paths = await db.query<{ path: string }>(
    `select distinct path
    from musics
    cross join lateral (values (cover), (exclusive_logo), (audio)) as named (path)
    where starts_with(path, 'media/')`,
  )
  if (paths.length === 0) return [{ about, state: 'fine', says: 'no track has one of an import' }]
  const wanted = paths.flatMap(({ path }) => filesOf(path))
  const there = await filesIn(new MediaFolder(config.mediaDir))
  const missing = wanted.filter((file) => !there.has(file)).length
  if (missing === 0)
    return [{ about, state: 'fine', says: `${countOf(wanted.length, 'file')} in ${config.mediaDir}` }]
  return [
    {
      about,
      state: 'warning',
      says: `${wholeNumber(missing)} of ${wholeNumber(wanted.length)} missing in ${config.mediaDir}`,
      todo: 'Copy the folder from its backup or from the other instances (MEDIA_DIR), or import the catalogue again.',
    },
  ]
}

const filesOf = (path: string) =>
  path.startsWith('media/covers/') ? coverEndings.map((ending) => path + ending) : [path]

async function filesIn(media: MediaFolder): Promise<Set<string>> {
  const files = new Set<string>()
  for (const kind of mediaKinds) for (const name of await media.list(kind)) files.add(`media/${kind}/${name}`)
  return files
}
