import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
  createColumnLookup,
  detectDelimiter,
  parseHead,
  readRecords,
} from '#server/platform/files/csv-records.ts'
import { parseChannelId } from '#server/platform/files/fields.ts'
import { inspectSavedFile, readSavedFile } from '#server/platform/files/file-content.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { listInputFiles } from './input-files.ts'
import { detectReportType } from './type-detection.ts'
import { metadataReport } from './types/metadata.ts'

export interface ReportedChannel {
  channelId: string
  name: string
  categoryId: string | null
}

interface ChannelTally {
  name: string
  categories: Map<string, number>
}

/** @throws {FileRefusal} when the file is damaged or is a different report */
export async function readReportedChannels(path: string): Promise<ReportedChannel[]> {
  const [file] = await listInputFiles([path])
  if (!file) throw new FileRefusal('there is no report in this folder')
  if (file.refusal) throw file.refusal
  const { head, encoding } = await inspectSavedFile(file)
  const { header } = parseHead(head)
  if (detectReportType(file.name, file.resource?.reportTypeId, header) !== metadataReport) {
    throw new FileRefusal(
      `this is a different report; the video metadata report is needed (${metadataReport.exampleId})`,
    )
  }
  const columnIndex = createColumnLookup(header)
  const tallies = new Map<string, ChannelTally>()
  const { blocks, isOpenEnded } = readSavedFile({ ...file, encoding })
  await readRecords(
    blocks,
    (fields) => {
      const id = parseChannelId('channel_id', fields[columnIndex('channel_id')] ?? '')
      const channel = tallies.get(id) ?? { name: '', categories: new Map() }
      tallies.set(id, channel)
      channel.name = fields[columnIndex('channel_display_name')] || channel.name
      const category = fields[columnIndex('category')] ?? ''
      if (category) channel.categories.set(category, (channel.categories.get(category) ?? 0) + 1)
    },
    async () => {},
    { delimiter: detectDelimiter(head), isOpenEnded },
  )
  return [...tallies]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { name, categories }]) => ({
      channelId: id,
      name: name || id,
      categoryId: findMostFrequent(categories),
    }))
}

const LostRow = z.object({ channelId: z.string(), day: Day })

/**
 * Channels of the owner's newest metadata report that are not among these: then these are a part of a report, which must not
 * take the place of a whole one.
 */
export const selectLostChannels = (
  db: Queryable,
  owner: string,
  channels: readonly ReportedChannel[],
): Promise<z.output<typeof LostRow>[]> =>
  db.query(
    LostRow,
    sql`select m.channel_id as "channelId",
      newest.day
    from (
      select l.day,
        l.create_time
      from report_current r
      join report_loads l on l.id = r.load_id
      where r.report_type = 'metadata'
        and r.owner = ${owner}
      order by l.day desc
      limit 1
    ) newest
    join metadata_channels m on m.reported_on = newest.day
      and m.reported_at = newest.create_time
    where m.channel_id <> all(${channels.map(({ channelId }) => channelId)}::text[])
    order by m.channel_id`,
  )

function findMostFrequent(counts: Map<string, number>): string | null {
  const [first] = [...counts].sort(([a, many], [b, more]) => more - many || Number(a) - Number(b))
  return first?.[0] ?? null
}
