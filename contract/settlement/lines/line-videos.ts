import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { idParam } from '#contract/platform/params.ts'
import { VideoId } from '#contract/reports/reports.ts'
import { LineKey } from './line-amounts.ts'

/** The rest is summed. */
export const maxLineVideos = 100

export const LineVideo = z.object({
  videoId: VideoId,
  /** null: no report has named it. */
  title: z.nullable(z.string()),
  /** Relative to the API's base URL; null: YouTube's own. */
  thumbnail: z.nullable(z.string()),
  /** Its part of the line, in the units of statements. */
  amount: z.int(),
})
export type LineVideo = z.infer<typeof LineVideo>

/**
 * `complete`: all amounts add up to the line. `changed`: the files of the month are no longer those that it was closed with.
 * `unknown`: the file has no videos.
 */
export const LineVideos = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('complete'),
    /** False: others get a part of the channel's amount, and the line's part of each video is the same. */
    isWhole: z.boolean(),
    /** Largest amounts first. */
    videos: z.array(LineVideo),
    /** Videos beyond `maxLineVideos`. */
    omitted: z.object({ count: z.int(), amount: z.int() }),
    /** What the file names no video for. */
    withoutVideo: z.int(),
  }),
  z.object({ state: z.enum(['changed', 'unknown']) }),
])
export type LineVideos = z.infer<typeof LineVideos>

/** Serves those who are served the statement. `not_found`: also for lines that are no income of a channel from one source. */
export const readLineVideos = defineEndpoint({
  name: 'readLineVideos',
  summary: 'The videos that a line of a statement comes from, as YouTube’s final file has them.',
  method: 'GET',
  path: 'v2/mcn/statements/videos',
  access: 'account',
  query: z.object({ id: idParam(), line: LineKey }),
  output: LineVideos,
  refusals: ['not_found'],
})
