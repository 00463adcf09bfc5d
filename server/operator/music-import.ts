import { basename, resolve } from 'node:path'
import { catalogColumns } from '#server/portal/catalog/catalog-file.ts'
import {
  type CatalogImportOptions,
  type CatalogImportResult,
  importCatalog,
} from '#server/portal/catalog/import.ts'
import type { MergeResult } from '#server/portal/catalog/merge.ts'
import { type CommandContext, createCommand, type Schedule } from './command.ts'
import { formatCount, formatInteger, formatLineErrors } from './format.ts'
import { withFileErrors } from './input-file.ts'

export const musicImportCommand = (schedule: Schedule) =>
  createCommand('import', {
    summary: 'import a catalog of tracks, all or nothing',
    help: `The file is CSV in UTF-8 with a header line. Columns may come in any order:
  isrc            with or without hyphens
  track, artist   as shown, in any language
  category        BGM, song or OST
These four are required. If an optional column is missing, its values stay as they are; an empty value clears it:
  aliases         other names that find the track, separated by ;
  moods           keys of moods, separated by ; (see: music moods)
  shopping        yes if it may be used in shopping videos
  exclusive       yes if it is available only here
  exclusive_logo  image that marks it as exclusive
  time_limit      of a video, in seconds or m:ss
  length          in seconds or m:ss
  cover           image of at least 96 × 96 pixels: JPEG, PNG, WebP, AVIF or GIF, at most 10 MiB
  audio           preview: MP3, M4A, AAC or Ogg, at most 15 MiB
Paths of images and previews are relative to the catalog. They are processed once and stored in MEDIA_DIR.

Tracks are identified by ISRC: existing ones are updated, new ones added, and tracks that the file lacks stay. Everything
is checked before anything changes; each error names the line, the column and the remedy.

For example, next to a folder "covers":
  isrc,track,artist,category,moods,time_limit,cover
  KR-A40-20-00111,비 갠 오후,하루기타,BGM,calm;warm,,covers/rain.jpg
  KR-A40-20-00112,첫차,이음,song,wistful,0:30,covers/bus.png`,
    examples: ['music import catalog.csv --check', 'music import catalog.csv'],
    exitStatus:
      '0 the catalog matches the file, 1 some lines are invalid and nothing was changed, 2 it could not run',
  })
    .argument('<catalog.csv>', 'catalog to import')
    .option('--check', 'only check the file')
    .option(
      '--withdraw-missing',
      'withdraw tracks that the file lacks; the next file that has them restores them',
    )
    .action((fileName, { check = false, withdrawMissing = false }) =>
      schedule(async (context) => {
        const options = { ...createProgressOptions(context), checkOnly: check, withdrawMissing }
        const path = resolve(context.cwd, fileName)
        const result = await withFileErrors(fileName, () => importCatalog(context.db, path, options)).finally(
          () => context.progress.end(),
        )
        context.print(formatImport(basename(fileName), result, options))
        return result.errors.length > 0 ? 1 : 0
      }),
    )

const createProgressOptions = ({ config, signal, progress }: CommandContext) => ({
  mediaDir: config.mediaDir,
  signal,
  setStatus: (text: string) => progress.startStep(text),
  start(files: number) {
    progress.start(files, files)
    progress.startStep(`Processing ${formatCount(files, 'file')}`)
  },
  update: (files: number) => progress.advance(files, files),
})

function formatImport(
  name: string,
  { errors, unknownColumns, tracks, mergeResult }: CatalogImportResult,
  { withdrawMissing }: CatalogImportOptions,
): string[] {
  const warnings =
    unknownColumns.length > 0
      ? [
          `${name}: unknown columns: ${unknownColumns.join(', ')}; known columns: ${catalogColumns.join(', ')}`,
        ]
      : []
  if (errors.length > 0) return [...warnings, ...formatLineErrors(name, errors)]
  if (!mergeResult) return [...warnings, `${name}: ${formatCount(tracks, 'track')} ok; nothing was changed`]
  return [...warnings, ...formatMergeResult(name, tracks, mergeResult, withdrawMissing)]
}

function formatMergeResult(
  name: string,
  tracks: number,
  { added, changed, unchanged, missing, withdrawn, restored, stillWithdrawn }: MergeResult,
  withdrawMissing: boolean,
): string[] {
  const counts = [
    `${formatInteger(added)} added`,
    `${formatInteger(changed)} changed`,
    `${formatInteger(unchanged)} unchanged`,
    ...(restored > 0 ? [`${formatInteger(restored)} restored`] : []),
  ]
  const lines = [`${name}: ${formatCount(tracks, 'track')}: ${counts.join(', ')}`]
  if (withdrawMissing) lines.push(`${formatCount(withdrawn, 'track')} not in the file withdrawn`)
  else if (missing > 0)
    lines.push(
      `${formatCount(missing, 'track')} not in the file left as is (--withdraw-missing withdraws them)`,
    )
  if (stillWithdrawn > 0)
    lines.push(
      `${formatCount(stillWithdrawn, 'track')} in the file still withdrawn (see: music list --withdrawn)`,
    )
  return lines
}
