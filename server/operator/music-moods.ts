import { open } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { locales } from '#contract/locale.ts'
import { type Mood, readMoods, selectMoods, setMoods } from '#server/catalogue/moods.ts'
import { FileRefused } from '#server/ingest/refused.ts'
import { type Command, OperatorError, UsageError } from './command.ts'
import { badLines, fileError } from './music-words.ts'
import { countOf } from './outcome.ts'

const mostBytes = 1024 * 1024

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
  prepare(given) {
    const { positionals } = given
    const [named] = positionals
    const json = given.flag('json')
    if (positionals.length > 1) throw new UsageError('Name one file, or none.')
    if (named !== undefined && json) throw new UsageError('--json is for the list: give it without a file.')
    return async ({ db, folder, print }) => {
      if (named === undefined) {
        const moods = await selectMoods(db)
        if (json) print(JSON.stringify(moods, null, 1))
        else for (const mood of moods) print(inWords(mood))
        return 0
      }
      const { moods, bad } = await readFile(resolve(folder, named), named)
      for (const line of bad.length > 0 ? badLines(basename(named), bad) : []) print(line)
      if (bad.length > 0) return 1
      const { added, renamed } = await setMoods(db, moods)
      const before = moods.length - added - renamed
      print(`${countOf(moods.length, 'mood')}: ${added} added, ${renamed} renamed, ${before} as before`)
      return 0
    }
  },
}

const inWords = ({ key, name, tracks }: Mood & { tracks: number }) =>
  `${key}  ${locales.map((locale) => name[locale] ?? '–').join(' · ')}  (${countOf(tracks, 'track')})`

async function readFile(path: string, named: string) {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    if (size > mostBytes) throw new OperatorError(`${named} is too large to be a file of moods.`)
    return readMoods(await file.readFile())
  } catch (error) {
    if (error instanceof FileRefused) throw new OperatorError(`${named}: ${error.message}.`)
    throw fileError(named, error)
  }
}
