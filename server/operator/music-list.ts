import { type CatalogTrack, selectCatalogTracks } from '#server/catalog/track-list.ts'
import { formatMinute } from './channels.ts'
import { type Command, UsageError } from './command.ts'
import { formatCount, formatInteger } from './format.ts'

const maxPrintedTracks = 50

export const musicListCommand: Command = {
  name: 'music list',
  usage: '[--search <words>] [--withdrawn] [--json]',
  summary: 'Prints the tracks of the catalogue by name, or those that were taken out.',
  help: `The first ${maxPrintedTracks}, and how many more there are.

  --search     only those whose name, artist, other names or ISRC have these words in them
  --withdrawn  those that were taken out of the catalogue
  --json       for programs, all of them

For instance:
  npm run operator -- music list --search "night"

Status: 0 it is done, 2 it could not be done.`,
  options: { search: { type: 'string' }, withdrawn: { type: 'boolean' }, json: { type: 'boolean' } },
  prepare(args) {
    if (args.positionals.length > 0) throw new UsageError('Give only --search, --withdrawn and --json.')
    const json = args.flag('json')
    const search = (args.value('search') ?? '').trim()
    if (search.includes('\0')) throw new UsageError('--search is text.')
    const filter = { search, withdrawn: args.flag('withdrawn'), limit: json ? null : maxPrintedTracks }
    return async ({ db, print }) => {
      const { tracks, total } = await selectCatalogTracks(db, filter)
      if (json) print(JSON.stringify(tracks, null, 1))
      else for (const line of formatTracks(tracks, total)) print(line)
      return 0
    }
  },
}

function formatTracks(tracks: readonly CatalogTrack[], total: number): string[] {
  if (total === 0) return ['There is no such track.']
  const more = total - tracks.length
  const end =
    more > 0
      ? `and ${formatInteger(more)} more (--search narrows, --json tells all)`
      : formatCount(total, 'track')
  return [...tracks.map(formatTrack), end]
}

function formatTrack(track: CatalogTrack): string {
  const attributes = [
    track.exclusive && 'exclusive',
    track.shopping && 'shopping',
    track.timeLimitSeconds !== null && `at most ${track.timeLimitSeconds} s`,
    ...track.moods,
    track.withdrawnAt !== null && `withdrawn ${formatMinute(track.withdrawnAt)}`,
  ].filter((attribute) => attribute !== false)
  const line = `${formatIsrc(track.isrc)}  ${track.name} – ${track.artist}  ${track.category}`
  return attributes.length > 0 ? `${line}  (${attributes.join(', ')})` : line
}

const formatIsrc = (isrc: string) =>
  [isrc.slice(0, 2), isrc.slice(2, 5), isrc.slice(5, 7), isrc.slice(7)].join('-')
