import { open } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { locales } from '#contract/locale.ts'
import { type Mood, parseMoods, selectCatalogMoods, upsertMoods } from '#server/catalog/moods.ts'
import { FileRefusal } from '#server/files/file-refusal.ts'
import { type Command, OperatorError, UsageError } from './command.ts'
import { formatCount } from './format.ts'
import { formatLineErrors, toFileError } from './music-input.ts'

const maxBytes = 1024 * 1024

export const musicMoodsCommand: Command = {
  name: 'music moods',
  usage: '[<moods.csv>] [--json]',
  summary: 'Prints the moods of tracks, or adds moods and renames those that are there.',
  help: `Without a file: a line for each mood, with its key, its names and how many tracks have it. A catalogue names moods by
their keys; people see their names.

The file is CSV in UTF-8 with a first line that names its columns: key, ${locales.join(', ')}. A key that is there
already gets the names of its line. All is checked before anything changes. No mood is taken away; one that no track
has is not shown.

  --json  for programs (without a file)

For instance, a file with
  key,ko,en,zh-CN,zh-TW
  late-night,늦은 밤,Late night,深夜,深夜
and then
  npm run operator -- music moods moods.csv

Status: 0 it is done, 1 some lines are bad and nothing was changed, 2 it could not run.`,
  options: { json: { type: 'boolean' } },
  prepare(args) {
    const { positionals } = args
    const [fileName] = positionals
    const json = args.flag('json')
    if (positionals.length > 1) throw new UsageError('Name one file, or none.')
    if (fileName !== undefined && json)
      throw new UsageError('--json is for the list: give it without a file.')
    return async ({ db, cwd, print }) => {
      if (fileName === undefined) {
        const moods = await selectCatalogMoods(db)
        if (json) print(JSON.stringify(moods, null, 1))
        else for (const mood of moods) print(formatMood(mood))
        return 0
      }
      const { moods, errors } = await readMoodFile(resolve(cwd, fileName), fileName)
      for (const line of errors.length > 0 ? formatLineErrors(basename(fileName), errors) : []) print(line)
      if (errors.length > 0) return 1
      const { added, renamed } = await upsertMoods(db, moods)
      const unchanged = moods.length - added - renamed
      print(
        `${formatCount(moods.length, 'mood')}: ${added} added, ${renamed} renamed, ${unchanged} as before`,
      )
      return 0
    }
  },
}

const formatMood = ({ key, name, tracks }: Mood & { tracks: number }) =>
  `${key}  ${locales.map((locale) => name[locale] ?? '–').join(' · ')}  (${formatCount(tracks, 'track')})`

async function readMoodFile(path: string, fileName: string) {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    if (size > maxBytes) throw new OperatorError(`${fileName} is too large to be a file of moods.`)
    return parseMoods(await file.readFile())
  } catch (error) {
    if (error instanceof FileRefusal) throw new OperatorError(`${fileName}: ${error.message}.`)
    throw toFileError(fileName, error)
  }
}
