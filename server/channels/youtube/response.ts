import * as z from 'zod/mini'
import type { YoutubeChannel, YoutubeVideo } from './types.ts'

const LocalizedText = z.object({ description: z.optional(z.string()) })
const ThumbnailResource = z.object({ url: z.string() })

const StatisticsCount = z.string().check(z.regex(/^\d{1,15}$/))

const ChannelResource = z.object({
  id: z.string().check(z.regex(/^UC[\w-]{22}$/)),
  snippet: z.object({
    title: z.string(),
    description: z.optional(z.string()),
    customUrl: z.optional(z.string()),
    thumbnails: z.optional(
      z.object({
        medium: z.optional(ThumbnailResource),
        default: z.optional(ThumbnailResource),
        high: z.optional(ThumbnailResource),
      }),
    ),
  }),
  statistics: z.optional(
    z.object({
      subscriberCount: z.optional(StatisticsCount),
      hiddenSubscriberCount: z.optional(z.boolean()),
      videoCount: z.optional(StatisticsCount),
    }),
  ),
  brandingSettings: z.optional(z.object({ channel: z.optional(LocalizedText) })),
  localizations: z.optional(z.record(z.string(), LocalizedText)),
})
type ChannelResource = z.infer<typeof ChannelResource>

/** YouTube omits `items` when nothing was found. */
const ChannelListResponse = z.object({
  kind: z.literal('youtube#channelListResponse'),
  items: z.optional(z.array(ChannelResource)),
})

const VideoId = z.string().check(z.regex(/^[\w-]{11}$/))

const PlaylistItemListResponse = z.object({
  kind: z.literal('youtube#playlistItemListResponse'),
  items: z.optional(z.array(z.object({ contentDetails: z.object({ videoId: VideoId }) }))),
})

/** @throws when the text is not JSON or has an unexpected shape */
export const parsePlaylistVideos = (text: string): string[] =>
  (z.parse(PlaylistItemListResponse, JSON.parse(text)).items ?? []).map(
    ({ contentDetails }) => contentDetails.videoId,
  )

const VideoResource = z.object({
  id: VideoId,
  snippet: z.object({ title: z.string(), publishedAt: z.iso.datetime() }),
  contentDetails: z.optional(z.object({ duration: z.optional(z.string()) })),
  statistics: z.optional(z.object({ viewCount: z.optional(StatisticsCount) })),
})

const VideoListResponse = z.object({
  kind: z.literal('youtube#videoListResponse'),
  items: z.optional(z.array(VideoResource)),
})

/** @throws when the text is not JSON or has an unexpected shape */
export const parseVideoList = (text: string): YoutubeVideo[] =>
  (z.parse(VideoListResponse, JSON.parse(text)).items ?? []).map(
    ({ id, snippet: { title, publishedAt }, contentDetails, statistics }) => ({
      videoId: id,
      title,
      publishedAt,
      views: parseCount(statistics?.viewCount),
      seconds: parseDuration(contentDetails?.duration),
    }),
  )

/** ISO 8601, such as `PT1M5S`; null for days, which no Short has. */
function parseDuration(text: string | undefined): number | null {
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(text ?? '') ?? []
  const total = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
  return total > 0 ? total : null
}

const ErrorResponse = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) })

/** @throws when the text is not JSON or has an unexpected shape */
export const parseChannelList = (text: string): YoutubeChannel[] =>
  (z.parse(ChannelListResponse, JSON.parse(text)).items ?? []).map(toYoutubeChannel)

export function getErrorReason(body: unknown): string | undefined {
  const parsed = z.safeParse(ErrorResponse, body)
  return parsed.success ? parsed.data.error.errors[0]?.reason.slice(0, 60) : undefined
}

function toYoutubeChannel({
  id,
  snippet,
  statistics,
  brandingSettings,
  localizations,
}: ChannelResource): YoutubeChannel {
  const { title, customUrl, thumbnails } = snippet
  const subscriberCount = statistics?.hiddenSubscriberCount ? undefined : statistics?.subscriberCount
  const descriptions = [
    snippet.description,
    brandingSettings?.channel?.description,
    ...Object.values(localizations ?? {}).map(({ description }) => description),
  ]
  return {
    channelId: id,
    name: title,
    // Old channels may have a custom name here, which is not a handle.
    handle: customUrl?.startsWith('@') ? customUrl : null,
    thumbnail: (thumbnails?.medium ?? thumbnails?.default ?? thumbnails?.high)?.url ?? null,
    subscribers: parseCount(subscriberCount),
    videoCount: parseCount(statistics?.videoCount),
    descriptions: [...new Set(descriptions.filter((text) => text !== undefined && text !== ''))] as string[],
  }
}

const parseCount = (text: string | undefined) => (text === undefined ? null : Number(text))
