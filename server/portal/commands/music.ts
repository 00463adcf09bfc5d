import { basename, resolve } from 'node:path'
import { locales } from '#contract/platform/locale.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { parseInputFile, withFileErrors } from '#server/platform/command-line/files.ts'
import {
  formatCount,
  formatInteger,
  formatLineErrors,
  tableFormat,
} from '#server/platform/command-line/format.ts'
import { formatTable } from '#server/platform/command-line/table.ts'
import { parseOptionalIsrc } from '#server/platform/files/fields.ts'
import { quoteValue } from '#server/platform/files/file-refusal.ts'
import type { CatalogImportResult } from '#server/portal/catalog/import.ts'
import { selectCatalogTracks } from '#server/portal/catalog/track-list.ts'

const maxPrintedTracks = 50
const maxMoodsBytes = 1024 * 1024

const defineWithdrawal = (name: 'withdraw' | 'restore', texts: { summary: string; help: string }) =>
  cli.defineCommand(`music ${name}`, {
    ...texts,
    examples: [`music ${name} KR-A40-20-00111`],
    parameters: { texts: cli.argument('<isrc...>', 'ISRCs of the tracks') },
    check: ({ texts: isrcs }) => void isrcs.map(parseIsrc),
    async run({ db, print }, { texts: given }) {
      const { setWithdrawn } = await import('#server/portal/catalog/withdrawal.ts')
      const isrcs = [...new Set(given.map(parseIsrc))]
      const changed = (await setWithdrawn(db, isrcs, name === 'withdraw')).length
      const verb = name === 'withdraw' ? 'withdrawn' : 'restored'
      print(`${formatCount(isrcs.length, 'track')}: ${changed} ${verb}, ${isrcs.length - changed} unchanged`)
    },
  })

export const commands = [
  cli.defineCommand('music import', {
    summary: 'import a catalog of tracks, all or nothing',
    help: `The file is ${tableFormat}.
Columns may come in any order:
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
    parameters: {
      file: cli.argument('<catalog.csv>', 'catalog to import'),
      checkOnly: cli.option('--check', 'only check the file'),
      withdrawMissing: cli.option(
        '--withdraw-missing',
        'withdraw tracks that the file lacks; the next file that has them restores them',
      ),
    },
    async run({ db, cwd, config, signal, progress, print }, { file, ...options }) {
      const { importCatalog } = await import('#server/portal/catalog/import.ts')
      const { catalogColumns } = await import('#server/portal/catalog/catalog-file.ts')
      const reporting = {
        setStatus: (text: string) => progress.startStep(text),
        start(files: number) {
          progress.start(files, files)
          progress.startStep(`Processing ${formatCount(files, 'file')}`)
        },
        update: (files: number) => progress.advance(files, files),
      }
      const { unknownColumns, ...result } = await withFileErrors(file, () =>
        importCatalog(db, resolve(cwd, file), {
          ...options,
          ...reporting,
          mediaDir: config.mediaDir,
          signal,
        }),
      ).finally(() => progress.end())
      const name = basename(file)
      const known = catalogColumns.join(', ')
      print([
        unknownColumns.length > 0 &&
          `${name}: unknown columns: ${unknownColumns.join(', ')}; known columns: ${known}`,
        result.errors.length > 0
          ? formatLineErrors(name, result.errors)
          : formatResult(name, result, options.withdrawMissing),
      ])
      return result.errors.length > 0 ? 1 : 0
    },
  }),
  cli.defineQuery('music list', {
    summary: 'list the tracks of the catalog by name, or the withdrawn ones',
    help: `Prints the first ${maxPrintedTracks} and how many more there are; all of them with --json.`,
    examples: ['music list --search "night"'],
    parameters: {
      search: cli.optionWithDefault(
        '--search <text>',
        'only tracks with this text in the name, artist, aliases or ISRC',
        cli.expecting('text', (text) => (text.includes('\0') ? undefined : text.trim())),
        '',
      ),
      withdrawn: cli.option('--withdrawn', 'only withdrawn tracks'),
    },
    read: ({ db }, filter) => selectCatalogTracks(db, filter),
    format(tracks) {
      if (tracks.length === 0) return 'No track found.'
      const omitted = tracks.length - maxPrintedTracks
      return [
        formatTable(tracks.slice(0, maxPrintedTracks), [
          ['isrc', ({ isrc }) => isrc.replace(/^(..)(...)(..)/, '$1-$2-$3-')],
          ['track', 'name'],
          'artist',
          'category',
          ['moods', ({ moods }) => moods.join(', ') || null],
          ['at most', ({ timeLimitSeconds }) => (timeLimitSeconds === null ? null : `${timeLimitSeconds} s`)],
          [
            'only',
            ({ exclusive, shopping }) =>
              [exclusive && 'exclusive', shopping && 'shopping'].filter(Boolean).join(', ') || null,
          ],
          ['withdrawn', 'withdrawnAt'],
        ]),
        omitted > 0
          ? `and ${formatInteger(omitted)} more (narrow with --search, or print all with --json)`
          : formatCount(tracks.length, 'track'),
      ]
    },
  }),
  cli.defineCommand('music moods', {
    summary: 'list the moods of tracks, or add and rename moods',
    help: `Without a file, prints each mood with its key, its names and its number of tracks. A catalog refers to moods by key;
people see their names.

The file is ${tableFormat}.
Its columns are key, ${locales.join(', ')}. Existing keys get the names of their line.
Everything is checked before anything changes. No mood is deleted; moods without tracks are not shown on the site.

For example:
  key,ko,en,zh-CN,zh-TW
  late-night,늦은 밤,Late night,深夜,深夜`,
    examples: ['music moods', 'music moods moods.csv'],
    exitStatus: '0 success, 1 some lines are invalid and nothing was changed, 2 it could not run',
    parameters: {
      file: cli.argument('[moods.csv]', 'moods to add or rename'),
      json: cli.option('--json', 'print JSON (without a file)'),
    },
    check({ file, json }) {
      if (file !== undefined && json)
        throw new cli.UsageError('--json is for the list: use it without a file.')
    },
    async run(context, { file, json }) {
      const { db, print } = context
      if (file === undefined) {
        const { selectCatalogMoods } = await import('#server/portal/catalog/mood-list.ts')
        const moods = await selectCatalogMoods(db)
        const getNames = (name: (typeof moods)[number]['name']) =>
          locales.map((locale) => name[locale] ?? '–')
        const format = ({ key, name, tracks }: (typeof moods)[number]) =>
          `${key}  ${getNames(name).join(' · ')}  (${formatCount(tracks, 'track')})`
        print(json ? JSON.stringify(moods, null, 1) : moods.map(format))
        return 0
      }
      const { parseMoods, upsertMoods } = await import('#server/portal/catalog/moods.ts')
      const { moods, errors } = await parseInputFile(context, file, maxMoodsBytes, parseMoods)
      if (errors.length > 0) {
        print(formatLineErrors(basename(file), errors))
        return 1
      }
      const { added, renamed } = await upsertMoods(db, moods)
      const unchanged = moods.length - added - renamed
      print(
        `${formatCount(moods.length, 'mood')}: ${added} added, ${renamed} renamed, ${unchanged} unchanged`,
      )
      return 0
    },
  }),
  defineWithdrawal('withdraw', {
    summary: 'withdraw tracks from the catalog: they are no longer listed or ranked',
    help: `Videos that use them still name them, and figures stay. They stay withdrawn until "music restore", even if an
imported catalog contains them. If one of the tracks is unknown, nothing changes.`,
  }),
  defineWithdrawal('restore', {
    summary: 'restore withdrawn tracks to the catalog',
    help: 'If one of the tracks is unknown, nothing changes. See: music list --withdrawn',
  }),
]

/** @throws {UsageError} */
function parseIsrc(text: string): string {
  const isrc = parseOptionalIsrc(text)
  if (isrc === null) throw new cli.UsageError(`${quoteValue(text)} is not an ISRC (KR-A40-20-00111).`)
  return isrc
}

function formatResult(
  name: string,
  { tracks, mergeResult }: Pick<CatalogImportResult, 'tracks' | 'mergeResult'>,
  withdrawMissing: boolean,
): cli.Lines {
  if (!mergeResult) return `${name}: ${formatCount(tracks, 'track')} ok; nothing was changed`
  const { added, changed, unchanged, missing, withdrawn, restored, stillWithdrawn } = mergeResult
  const counts = { added, changed, unchanged, ...(restored > 0 && { restored }) }
  const parts = Object.entries(counts).map(([what, count]) => `${formatInteger(count)} ${what}`)
  const count = formatCount(missing, 'track')
  return [
    `${name}: ${formatCount(tracks, 'track')}: ${parts.join(', ')}`,
    withdrawMissing
      ? `${formatCount(withdrawn, 'track')} not in the file withdrawn`
      : missing > 0 && `${count} not in the file left as is (--withdraw-missing withdraws them)`,
    stillWithdrawn > 0 &&
      `${formatCount(stillWithdrawn, 'track')} in the file still withdrawn (see: music list --withdrawn)`,
  ]
}
