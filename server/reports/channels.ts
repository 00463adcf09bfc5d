import type { ChannelPage, ChannelRow } from '#contract/channel-report.ts'
import type { Queries } from '#server/db/connect.ts'
import { countedPlaces, selectCountedChannels } from './counted-channels.ts'
import { type Mark, readCursor, writeCursor } from './cursor.ts'
import { readListed } from './listed.ts'
import {
  type ChannelOrder,
  countListedChannels,
  selectListedChannels,
  selectListedMarks,
} from './listed-channels.ts'
import { periodRange } from './periods.ts'
import type { Scope } from './scope.ts'

export interface ChannelQuestion extends ChannelOrder {
  size: number
  cursor?: string | undefined
}

type Rows = Pick<ChannelPage, 'total' | 'channels' | 'nextCursor'>
const nothing: Rows = { total: 0, channels: [], nextCursor: null }

/**
 * A page of the channels with figures in the period: of a whole network as they were when the lists were last built, of
 * somebody's channels by the day, since fees count by day.
 */
export function channelPage(db: Queries, scope: Scope, question: ChannelQuestion): Promise<ChannelPage> {
  const mark = question.cursor === undefined ? null : readCursor(question.cursor, question, 1)
  return scope.channelIds === null
    ? listedPage(db, scope, question, mark)
    : countedPage(db, scope, question, mark)
}

/** The channels that come first in an order. */
export async function firstChannels(
  db: Queries,
  scope: Scope,
  order: ChannelOrder,
  size: number,
): Promise<string[]> {
  if (scope.channelIds === null)
    return (await selectListedMarks(db, scope, order, null, size)).map(([id = '']) => id)
  const { channels } = await countedPage(db, scope, { ...order, size }, null)
  return channels.map(({ channelId }) => channelId)
}

const listedPage = (db: Queries, scope: Scope, question: ChannelQuestion, mark: Mark | null) =>
  readListed<Rows>(
    db,
    scope,
    question.period,
    async () => {
      const marks = await selectListedMarks(db, scope, question, mark, question.size + 1)
      const shown = marks.slice(0, question.size)
      return {
        total: await countListedChannels(db, scope, question),
        channels: await selectListedChannels(db, scope, question.period, shown),
        nextCursor: nextCursor(question, marks),
      }
    },
    nothing,
  )

async function countedPage(
  db: Queries,
  scope: Scope,
  question: ChannelQuestion,
  mark: Mark | null,
): Promise<ChannelPage> {
  const { currency, revision, latestDay, channelIds } = scope
  if (latestDay === null || channelIds?.length === 0) return { currency, revision, range: null, ...nothing }
  const range = periodRange(question.period, latestDay)
  const counted = await selectCountedChannels(db, scope, question, range)
  const rest = countedPlaces(counted, question, mark)
  return {
    currency,
    revision,
    range,
    total: counted.length,
    channels: rest.slice(0, question.size).map(({ row }): ChannelRow => row),
    nextCursor: nextCursor(
      question,
      rest.slice(0, question.size + 1).map(({ row }) => [row.channelId]),
    ),
  }
}

/** @param marks those of a page, and one more where there is one */
function nextCursor(question: ChannelQuestion, marks: readonly Mark[]): string | null {
  const last = marks.length > question.size ? marks[question.size - 1] : undefined
  return last ? writeCursor(question, last) : null
}
