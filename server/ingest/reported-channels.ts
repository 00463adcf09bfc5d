import { collect } from './collect.ts'
import { inspect, readLines } from './content.ts'
import { channelId } from './fields.ts'
import { metadata } from './metadata.ts'
import { recognise } from './recognise.ts'
import { columnsOf, readHead, readRecords } from './records.ts'
import { FileRefused } from './refused.ts'

/** A channel that a video metadata report names. */
export interface ReportedChannel {
  channelId: string
  name: string
  /** The platform's number of the category that most of its videos have; null where the report does not say it. */
  categoryId: string | null
}

interface Seen {
  name: string
  categories: Map<string, number>
}

/**
 * The channels of a video metadata report, in the order of their ids.
 * @throws {FileRefused} when it is damaged, or another file
 */
export async function readChannels(path: string): Promise<ReportedChannel[]> {
  const [file] = await collect([path])
  if (!file) throw new FileRefused('there is no report in this folder')
  if (file.refused) throw file.refused
  const { header } = readHead((await inspect(path)).head)
  if (recognise(file.name, file.resource?.reportTypeId, header) !== metadata) {
    throw new FileRefused(`this is another report; the video metadata is needed (${metadata.example})`)
  }
  const at = columnsOf(header)
  const seen = new Map<string, Seen>()
  await readRecords(
    readLines(path),
    (fields) => {
      const id = channelId('channel_id', fields[at('channel_id')] ?? '')
      const channel = seen.get(id) ?? { name: '', categories: new Map() }
      seen.set(id, channel)
      channel.name = fields[at('channel_display_name')] || channel.name
      const category = fields[at('category')] ?? ''
      if (category) channel.categories.set(category, (channel.categories.get(category) ?? 0) + 1)
    },
    async () => {},
  )
  return [...seen]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { name, categories }]) => ({
      channelId: id,
      name: name || id,
      categoryId: mostFrequent(categories),
    }))
}

/** Of equals the one with the smaller number. */
function mostFrequent(counts: Map<string, number>): string | null {
  const [first] = [...counts].sort(([a, many], [b, more]) => more - many || Number(a) - Number(b))
  return first?.[0] ?? null
}
