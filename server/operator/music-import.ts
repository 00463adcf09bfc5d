import { basename, resolve } from 'node:path'
import { catalogColumns } from '#server/catalog/catalog-file.ts'
import { type CatalogImportOptions, type CatalogImportResult, importCatalog } from '#server/catalog/import.ts'
import type { MergeResult } from '#server/catalog/merge.ts'
import { FileRefusal } from '#server/files/file-refusal.ts'
import { type Command, type CommandContext, OperatorError, UsageError } from './command.ts'
import { formatCount, formatInteger } from './format.ts'
import { formatLineErrors, toFileError } from './music-input.ts'

export const musicImportCommand: Command = {
  name: 'music import',
  usage: '<catalogue.csv> [--check] [--withdraw-missing]',
  summary: 'Takes a catalogue of tracks in: all of it, or nothing when a line is bad.',
  help: `The file is CSV in UTF-8 with a first line that names its columns, in any order:
  isrc            with or without hyphens
  track, artist   as they are shown, in any language
  category        BGM, song or OST
and of these those that you have; a column that the file does not have leaves what is there as it is, an empty value
takes it away:
  aliases         other names by which the track is found, with ; between
  moods           keys of moods with ; between (see: music moods)
  shopping        yes: it may be used in videos that sell
  exclusive       yes: to be had here only
  exclusive_logo  a picture that shows it
  time_limit      of a video, in seconds or m:ss
  length          in seconds or m:ss
  cover           a picture of 96 pixels each way or more: JPEG, PNG, WebP, AVIF or GIF, at most 10 MiB
  audio           a sound to listen to: MP3, M4A, AAC or Ogg, at most 15 MiB
Pictures and sounds are named from the catalogue’s folder on. They are made ready once and kept in MEDIA_DIR.

Tracks are known by their ISRC: those that are there are changed, the others added, and those that the file does not
have stay. All is checked before anything changes; of each bad line you are told the line, the column and what to do.

  --check             only checks, and changes nothing
  --withdraw-missing  takes the tracks that the file does not have out of the catalogue; they come back with the next
                      file that has them

For instance, beside a folder “covers”, a file with
  isrc,track,artist,category,moods,time_limit,cover
  KR-A40-20-00111,비 갠 오후,하루기타,BGM,calm;warm,,covers/rain.jpg
  KR-A40-20-00112,첫차,이음,song,wistful,0:30,covers/bus.png
and then
  npm run operator -- music import catalogue.csv --check
  npm run operator -- music import catalogue.csv

Status: 0 the catalogue is as the file says, 1 some lines are bad and nothing was changed, 2 it could not run.`,
  options: { check: { type: 'boolean' }, 'withdraw-missing': { type: 'boolean' } },
  prepare(args) {
    const [fileName] = args.positionals
    if (!fileName || args.positionals.length !== 1) throw new UsageError('Name one file.')
    const checkOnly = args.flag('check')
    const withdrawMissing = args.flag('withdraw-missing')
    return async (context) => {
      const options = { ...createProgressOptions(context), checkOnly, withdrawMissing }
      const outcome = await runImport(context, fileName, options)
      for (const line of formatResult(basename(fileName), outcome, options)) context.print(line)
      return outcome.errors.length > 0 ? 1 : 0
    }
  },
}

const createProgressOptions = ({ config, signal, progress }: CommandContext) => ({
  mediaDir: config.mediaDir,
  signal,
  setStatus: (text: string) => progress.startStep(text),
  start(files: number) {
    progress.start(files, files)
    progress.startStep(`Taking ${formatCount(files, 'file')} in`)
  },
  update: (files: number) => progress.advance(files, files),
})

async function runImport(
  { db, cwd, progress }: CommandContext,
  fileName: string,
  options: CatalogImportOptions,
) {
  try {
    return await importCatalog(db, resolve(cwd, fileName), options)
  } catch (error) {
    if (error instanceof FileRefusal) throw new OperatorError(`${fileName}: ${error.message}.`)
    throw toFileError(fileName, error)
  } finally {
    progress.end()
  }
}

function formatResult(
  name: string,
  outcome: CatalogImportResult,
  { checkOnly, withdrawMissing }: CatalogImportOptions,
): string[] {
  const { errors, unknown: unknownColumns, tracks, mergeResult } = outcome
  const warnings =
    unknownColumns.length > 0
      ? [
          `${name}: nobody knows the columns ${unknownColumns.join(', ')}; those that are known: ${catalogColumns.join(', ')}`,
        ]
      : []
  if (errors.length > 0) return [...warnings, ...formatLineErrors(name, errors)]
  if (checkOnly || !mergeResult)
    return [...warnings, `${name}: ${formatCount(tracks, 'track')}, all of them fine; nothing was changed`]
  return [...warnings, ...formatMergeResult(name, tracks, mergeResult, withdrawMissing)]
}

function formatMergeResult(
  name: string,
  tracks: number,
  result: MergeResult,
  withdrawMissing: boolean,
): string[] {
  const { added, changed, unchanged, missing, withdrawn, restored, stillWithdrawn } = result
  const formatPart = (count: number, words: string) => `${formatInteger(count)} ${words}`
  const parts = [
    formatPart(added, 'added'),
    formatPart(changed, 'changed'),
    formatPart(unchanged, 'as before'),
  ]
  if (restored > 0) parts.push(formatPart(restored, 'back in the catalogue'))
  const lines = [`${name}: ${formatCount(tracks, 'track')}: ${parts.join(', ')}`]
  if (withdrawMissing) lines.push(`${formatPart(withdrawn, 'that the file does not have were taken out')}`)
  else if (missing > 0)
    lines.push(
      `${formatPart(missing, 'of the catalogue are not in the file and stay (--withdraw-missing takes them out)')}`,
    )
  if (stillWithdrawn > 0)
    lines.push(`${formatPart(stillWithdrawn, 'stay withdrawn, as you said (see: music list --withdrawn)')}`)
  return lines
}
