import { resolve } from 'node:path'
import * as cli from '#server/platform/command-line/command.ts'
import { requireOneFormat, withFileErrors, writeTable } from '#server/platform/command-line/files.ts'
import { formatCount, formatInteger } from '#server/platform/command-line/format.ts'
import { type Column, formatTable } from '#server/platform/command-line/table.ts'
import { parseOptionalIsrc } from '#server/platform/files/fields.ts'
import {
  countMissingFiles,
  type Download,
  selectDownloads,
  selectTracksWithFiles,
} from '#server/portal/track-files/lists.ts'

const maxPrintedTracks = 50
const defaultLimit = 100

const isrcText = cli.expecting(
  'an ISRC, for example KR-A40-20-00111',
  (text) => parseOptionalIsrc(text) ?? undefined,
)

const formatIsrc = (isrc: string) => isrc.replace(/^(..)(...)(..)/, '$1-$2-$3-')
const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
/** Enough to tell revisions of a file apart. */
const formatRevision = (sha256: string) => sha256.slice(0, 12)

const downloadColumns: readonly Column<Download>[] = [
  'time',
  'site',
  ['account', ({ account, accountId }) => account ?? `account ${accountId}`],
  ['isrc', ({ isrc }) => formatIsrc(isrc)],
  'track',
  'artist',
  'format',
  ['revision', ({ sha256 }) => formatRevision(sha256)],
]

export const commands = [
  cli.defineCommand('music supply', {
    summary: 'supply the licensed files of tracks, which people download, all or nothing',
    help: `WAV, MP3 or M4A, at most 200 MiB each, found out from the content. The name of a file begins with the ISRC of its track,
with or without hyphens: KRA402000111.wav, "KR-A40-20-00111 First Bus.wav". Of a folder, the audio files directly in it
count. A file replaces the one that the track has.

Every file is read to its end before anything changes; it must be as long as the catalog says, within 5 seconds, or
between 35 seconds and 15 minutes where the catalog names no length. Files are stored in TRACK_FILES_DIR, readable by the
server's user only. Everybody who is signed in on any site may download them, unless the track is withdrawn.`,
    examples: [
      'music supply delivery/ --check',
      'music supply delivery/',
      'music supply master.wav --isrc KR-A40-20-00111',
    ],
    exitStatus: '0 success, 1 some files cannot be used and nothing was changed, 2 it could not run',
    parameters: {
      paths: cli.argument('<path...>', 'audio files, or folders of them'),
      isrc: cli.option('--isrc <isrc>', 'track of the only file, whatever its name', isrcText),
      checkOnly: cli.option('--check', 'only check the files'),
    },
    check({ paths, isrc }) {
      if (isrc !== undefined && paths.length > 1) throw new cli.UsageError('--isrc takes one file.')
    },
    async run({ db, cwd, config, signal, progress, print }, { paths, isrc, checkOnly }) {
      const { findSources } = await import('#server/portal/track-files/source-files.ts')
      const { supplyTrackFiles } = await import('#server/portal/track-files/supply.ts')
      const { TrackFileStore } = await import('#server/portal/track-files/store.ts')
      const { sources, ignored } = await withFileErrors(paths.join(', '), () =>
        findSources(
          paths.map((path) => resolve(cwd, path)),
          isrc ?? null,
        ),
      )
      if (isrc !== undefined && sources.length > 1) throw new cli.UsageError('--isrc takes one file.')
      if (sources.length === 0) throw new cli.OperatorError('There is no audio file.')
      const { errors, counts } = await supplyTrackFiles(db, sources, {
        store: new TrackFileStore(config.trackFilesDir),
        checkOnly,
        signal,
        now: new Date(),
        start(files) {
          progress.start(files, files)
          progress.startStep(`Reading ${formatCount(files, 'file')}`)
        },
        update: (files) => progress.advance(files, files),
      }).finally(() => progress.end())
      const { tracks, missing } = await countMissingFiles(db)
      print([
        ignored > 0 && `${formatCount(ignored, 'other file')} ignored`,
        errors.length > 0
          ? [
              `${formatCount(errors.length, 'file')} cannot be used, so nothing was changed:`,
              ...errors.map(({ name, reason }) => `  ${name}: ${reason}`),
            ]
          : `${formatCount(sources.length, 'file')}: ${
              counts
                ? `${counts.supplied} supplied, ${counts.replaced} replaced, ${counts.unchanged} unchanged`
                : 'ok; nothing was changed'
            }`,
        counts &&
          missing > 0 &&
          `${formatInteger(missing)} of ${formatCount(tracks, 'track')} without a file (see: music files --missing)`,
      ])
      return errors.length > 0 ? 1 : 0
    },
  }),
  cli.defineCommand('music remove-file', {
    summary: 'remove the licensed files of tracks: nobody can download them any more',
    help: `Deletes them from TRACK_FILES_DIR. Who has downloaded them stays recorded. If one of the tracks is unknown, nothing
changes. To replace a file, supply the new one.`,
    examples: ['music remove-file KR-A40-20-00111'],
    parameters: { isrcs: cli.argument('<isrc...>', 'ISRCs of the tracks', isrcText) },
    async run({ db, config, print }, { isrcs: given }) {
      const { removeTrackFiles } = await import('#server/portal/track-files/supply.ts')
      const { TrackFileStore } = await import('#server/portal/track-files/store.ts')
      const isrcs = [...new Set(given)]
      const store = new TrackFileStore(config.trackFilesDir)
      const removed = (await removeTrackFiles(db, store, isrcs, new Date())).length
      print(
        `${formatCount(isrcs.length, 'track')}: ${formatCount(removed, 'file')} removed, ${isrcs.length - removed} without one`,
      )
    },
  }),
  cli.defineQuery('music files', {
    summary: 'list the tracks whose licensed file people can download, or those without one',
    help: `Prints the first ${maxPrintedTracks} and how many more there are; all of them with --json. A revision is the beginning
of the SHA-256 of a file.`,
    examples: ['music files', 'music files --missing'],
    parameters: { missing: cli.option('--missing', 'only tracks of the catalog without a file') },
    async read({ db }, { missing }) {
      return { files: await selectTracksWithFiles(db, missing), ...(await countMissingFiles(db)) }
    },
    toJson: ({ files }) => files,
    format({ files, tracks, missing }, { missing: isMissing }) {
      const summary = `${formatInteger(missing)} of ${formatCount(tracks, 'track')} without a file`
      if (files.length === 0) return isMissing ? 'Every track has a file.' : ['No track has a file.', summary]
      const omitted = files.length - maxPrintedTracks
      const shown = files.slice(0, maxPrintedTracks)
      const names: Column<(typeof files)[number]>[] = [
        ['isrc', ({ isrc }) => formatIsrc(isrc)],
        ['track', 'name'],
        'artist',
      ]
      return [
        formatTable(
          shown,
          isMissing
            ? names
            : [
                ...names,
                'format',
                ['size', ({ bytes }) => (bytes === null ? null : { text: formatMegabytes(bytes) })],
                ['seconds', ({ lengthMs }) => (lengthMs === null ? null : Math.round(lengthMs / 1000))],
                ['revision', ({ sha256 }) => (sha256 === null ? null : formatRevision(sha256))],
                ['supplied', 'suppliedAt'],
                'downloads',
              ],
        ),
        omitted > 0 && `and ${formatInteger(omitted)} more (all of them with --json)`,
        summary,
      ]
    },
  }),
  cli.defineCommand('music downloads', {
    summary: 'list who has downloaded which file of a track, latest first',
    help: `Times and days are in UTC. A repeat within an hour, such as a retry of a broken connection, is the same download. Deleted
accounts are shown by their id only.`,
    examples: [
      'music downloads --isrc KR-A40-20-00111',
      'music downloads --by kim@studio.example --from 2026-03-01',
      'music downloads --csv downloads.csv',
    ],
    parameters: {
      site: cli.siteFilter('downloads'),
      email: cli.option('--by <email>', 'only downloads by this person', cli.parseEmail),
      isrc: cli.option('--isrc <isrc>', 'only downloads of this track', isrcText),
      from: cli.fromDay,
      to: cli.toDay,
      limit: cli.optionWithDefault(
        '--limit <number>',
        `maximum number of lines (${defaultLimit}); a CSV has all`,
        cli.wholeNumber('a whole number from 1 to 100000', { max: 100_000 }),
        defaultLimit,
      ),
      csv: cli.option('--csv [file]', 'write a CSV file, track-downloads.csv by default'),
      json: cli.json,
    },
    check: requireOneFormat,
    async run(context, { csv, json, limit, ...filter }) {
      const { db, print } = context
      const downloads = await selectDownloads(db, { ...filter, limit: csv === undefined ? limit : null })
      if (csv !== undefined)
        await writeTable(context, downloads, downloadColumns, {
          csv,
          name: ['track-downloads'],
          row: 'download',
        })
      else if (json) print(JSON.stringify(downloads, null, 1))
      else
        print(
          downloads.length === 0
            ? 'No matching download.'
            : [formatTable(downloads, downloadColumns), formatCount(downloads.length, 'download')],
        )
    },
  }),
]
