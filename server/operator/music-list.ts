import { type ListedTrack, selectTracks } from '#server/catalogue/listed.ts'
import { minuteOf } from './channel-lines.ts'
import { type Command, UsageError } from './command.ts'
import { countOf, wholeNumber } from './outcome.ts'

const mostShown = 50

export const musicListCommand: Command = {
  name: 'music list',
  usage: '[--search <words>] [--withdrawn] [--json]',
  summary: 'Prints the tracks of the catalogue by name, or those that were taken out.',
  help: `The first ${mostShown}, and how many more there are.

  --search     only those whose name, artist, other names or ISRC have these words in them
  --withdrawn  those that were taken out of the catalogue
  --json       for programs, all of them

For instance:
  npm run operator -- music list --search "night"

Status: 0 it is done, 2 it could not be done.`,
  options: { search: { type: 'string' }, withdrawn: { type: 'boolean' }, json: { type: 'boolean' } },
  prepare(given) {
    if (given.positionals.length > 0) throw new UsageError('Give only --search, --withdrawn and --json.')
    const json = given.flag('json')
    const search = (given.text('search') ?? '').trim()
    if (search.includes('\0')) throw new UsageError('--search is text.')
    const wanted = { search, withdrawn: given.flag('withdrawn'), limit: json ? null : mostShown }
    return async ({ db, print }) => {
      const { tracks, total } = await selectTracks(db, wanted)
      if (json) print(JSON.stringify(tracks, null, 1))
      else for (const line of described(tracks, total)) print(line)
      return 0
    }
  },
}

function described(tracks: readonly ListedTrack[], total: number): string[] {
  if (total === 0) return ['There is no such track.']
  const more = total - tracks.length
  const end =
    more > 0 ? `and ${wholeNumber(more)} more (--search narrows, --json tells all)` : countOf(total, 'track')
  return [...tracks.map(inWords), end]
}

function inWords(track: ListedTrack): string {
  const marks = [
    track.exclusive && 'exclusive',
    track.shopping && 'shopping',
    track.timeLimitSeconds !== null && `at most ${track.timeLimitSeconds} s`,
    ...track.moods,
    track.withdrawnAt !== null && `withdrawn ${minuteOf(track.withdrawnAt)}`,
  ].filter((mark) => mark !== false)
  const line = `${hyphened(track.isrc)}  ${track.name} – ${track.artist}  ${track.category}`
  return marks.length > 0 ? `${line}  (${marks.join(', ')})` : line
}

const hyphened = (isrc: string) =>
  [isrc.slice(0, 2), isrc.slice(2, 5), isrc.slice(5, 7), isrc.slice(7)].join('-')
