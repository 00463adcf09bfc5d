import { basename, resolve } from 'node:path'
import { type CatalogueOptions, type CatalogueOutcome, importCatalogue } from '#server/catalogue/import.ts'
import type { Merged } from '#server/catalogue/merge.ts'
import { catalogueColumns } from '#server/catalogue/tracks-file.ts'
import { FileRefused } from '#server/ingest/refused.ts'
import { type Command, type Context, OperatorError, UsageError } from './command.ts'
import { badLines, fileError } from './music-words.ts'
import { countOf, wholeNumber } from './outcome.ts'

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
  prepare(given) {
    const [named] = given.positionals
    if (!named || given.positionals.length !== 1) throw new UsageError('Name one file.')
    const checkOnly = given.flag('check')
    const withdrawMissing = given.flag('withdraw-missing')
    return async (context) => {
      const options = { ...optionsIn(context), checkOnly, withdrawMissing }
      const outcome = await imported(context, named, options)
      for (const line of described(basename(named), outcome, options)) context.print(line)
      return outcome.bad.length > 0 ? 1 : 0
    }
  },
}

const optionsIn = ({ config, signal, progress }: Context) => ({
  mediaDir: config.mediaDir,
  signal,
  step: (text: string) => progress.step(text),
  begin(files: number) {
    progress.begin(files, files)
    progress.step(`Taking ${countOf(files, 'file')} in`)
  },
  reach: (files: number) => progress.reach(files, files),
})

async function imported({ db, folder, progress }: Context, named: string, options: CatalogueOptions) {
  try {
    return await importCatalogue(db, resolve(folder, named), options)
  } catch (error) {
    if (error instanceof FileRefused) throw new OperatorError(`${named}: ${error.message}.`)
    throw fileError(named, error)
  } finally {
    progress.end()
  }
}

function described(
  name: string,
  outcome: CatalogueOutcome,
  { checkOnly, withdrawMissing }: CatalogueOptions,
): string[] {
  const { bad, unknown, tracks, merged } = outcome
  const ignored =
    unknown.length > 0
      ? [
          `${name}: nobody knows the columns ${unknown.join(', ')}; those that are known: ${catalogueColumns.join(', ')}`,
        ]
      : []
  if (bad.length > 0) return [...ignored, ...badLines(name, bad)]
  if (checkOnly || !merged)
    return [...ignored, `${name}: ${countOf(tracks, 'track')}, all of them fine; nothing was changed`]
  return [...ignored, ...mergedInWords(name, tracks, merged, withdrawMissing)]
}

function mergedInWords(name: string, tracks: number, merged: Merged, withdrawMissing: boolean): string[] {
  const { added, changed, unchanged, missing, withdrawn, restored, keptOut } = merged
  const of = (count: number, words: string) => `${wholeNumber(count)} ${words}`
  const told = [of(added, 'added'), of(changed, 'changed'), of(unchanged, 'as before')]
  if (restored > 0) told.push(of(restored, 'back in the catalogue'))
  const lines = [`${name}: ${countOf(tracks, 'track')}: ${told.join(', ')}`]
  if (withdrawMissing) lines.push(`${of(withdrawn, 'that the file does not have were taken out')}`)
  else if (missing > 0)
    lines.push(
      `${of(missing, 'of the catalogue are not in the file and stay (--withdraw-missing takes them out)')}`,
    )
  if (keptOut > 0) lines.push(`${of(keptOut, 'stay withdrawn, as you said (see: music list --withdrawn)')}`)
  return lines
}
