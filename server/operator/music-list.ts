import { InvalidArgumentError } from '@commander-js/extra-typings'
import { type CatalogTrack, selectCatalogTracks } from '#server/portal/catalog/track-list.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatCount, formatInteger, formatMinute, formatResult } from './format.ts'

const maxPrintedTracks = 50

export const musicListCommand = (schedule: Schedule) =>
  createCommand('list', {
    summary: 'list the tracks of the catalog by name, or the withdrawn ones',
    help: `Prints the first ${maxPrintedTracks} and how many more there are.`,
    examples: ['music list --search "night"'],
  })
    .option(
      '--search <text>',
      'only tracks with this text in the name, artist, aliases or ISRC',
      parseSearch,
      '',
    )
    .option('--withdrawn', 'only withdrawn tracks')
    .option('--json', 'print all of them as JSON')
    .action(({ search, withdrawn = false, json }) =>
      schedule(async ({ db, print }) => {
        const limit = json ? null : maxPrintedTracks
        const { tracks, total } = await selectCatalogTracks(db, { search, withdrawn, limit })
        print(formatResult(json, tracks, () => formatTracks(tracks, total)))
      }),
    )

function parseSearch(text: string): string {
  if (text.includes('\0')) throw new InvalidArgumentError('Expected text.')
  return text.trim()
}

function formatTracks(tracks: readonly CatalogTrack[], total: number): string[] {
  if (total === 0) return ['No track found.']
  const omitted = total - tracks.length
  return [
    ...tracks.map(formatTrack),
    omitted > 0
      ? `and ${formatInteger(omitted)} more (narrow with --search, or print all with --json)`
      : formatCount(total, 'track'),
  ]
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
