import { basename, resolve } from 'node:path'
import { locales } from '#contract/platform/locale.ts'
import {
  type CatalogMood,
  parseMoods,
  selectCatalogMoods,
  upsertMoods,
} from '#server/portal/catalog/moods.ts'
import { type CommandContext, createCommand, type ExitStatus, type Schedule, UsageError } from './command.ts'
import { formatCount, formatLineErrors, formatResult } from './format.ts'
import { parseInputFile } from './input-file.ts'

const maxBytes = 1024 * 1024

export const musicMoodsCommand = (schedule: Schedule) =>
  createCommand('moods', {
    summary: 'list the moods of tracks, or add and rename moods',
    help: `Without a file, prints each mood with its key, its names and its number of tracks. A catalog refers to moods by key;
people see their names.

The file is CSV in UTF-8 with a header line: key, ${locales.join(', ')}. Existing keys get the names of their line.
Everything is checked before anything changes. No mood is deleted; moods without tracks are not shown on the site.

For example:
  key,ko,en,zh-CN,zh-TW
  late-night,늦은 밤,Late night,深夜,深夜`,
    examples: ['music moods', 'music moods moods.csv'],
    exitStatus: '0 success, 1 some lines are invalid and nothing was changed, 2 it could not run',
  })
    .argument('[moods.csv]', 'moods to add or rename')
    .option('--json', 'print JSON (without a file)')
    .action((fileName, { json }) => {
      if (fileName !== undefined && json)
        throw new UsageError('--json is for the list: use it without a file.')
      schedule(async (context) => {
        if (fileName !== undefined) return importMoods(context, fileName)
        context.print(
          formatResult(json, await selectCatalogMoods(context.db), (moods) => moods.map(formatMood)),
        )
        return 0
      })
    })

const formatMood = ({ key, name, tracks }: CatalogMood) =>
  `${key}  ${locales.map((locale) => name[locale] ?? '–').join(' · ')}  (${formatCount(tracks, 'track')})`

async function importMoods({ db, cwd, print }: CommandContext, fileName: string): Promise<ExitStatus> {
  const { moods, errors } = await parseInputFile(resolve(cwd, fileName), fileName, maxBytes, parseMoods)
  if (errors.length > 0) {
    print(formatLineErrors(basename(fileName), errors))
    return 1
  }
  const { added, renamed } = await upsertMoods(db, moods)
  const unchanged = moods.length - added - renamed
  print(`${formatCount(moods.length, 'mood')}: ${added} added, ${renamed} renamed, ${unchanged} unchanged`)
  return 0
}
