import type { ChannelLink } from '#contract/channels/channel-link.ts'

export interface YoutubeChannel {
  channelId: string
  name: string
  handle: string | null
  thumbnail: string | null
  /** Rounded by YouTube; null if hidden. */
  subscribers: number | null
  /** Public ones; null if YouTube does not say. */
  videoCount: number | null
  descriptions: string[]
}

export interface YoutubeVideo {
  videoId: string
  title: string
  publishedAt: string
  /** Null: hidden. */
  views: number | null
  seconds: number | null
}

/** `quota`: of the day; `network_quota`: the network's share of it. */
export type YoutubeFailure = 'quota' | 'network_quota' | 'no_answer'

export class YoutubeError extends Error {
  readonly failure: YoutubeFailure

  constructor(failure: YoutubeFailure, cause?: unknown) {
    super(`YouTube request failed: ${failure}`, { cause })
    this.failure = failure
  }
}

/** The account that pays for a request. Verification has a reserve that look-ups must not use. */
export interface QuotaUse {
  networkId: number
  purpose: 'look-up' | 'verification'
}

export interface YoutubeCall extends QuotaUse {
  signal?: AbortSignal | undefined
}

/** All lookups throw `YoutubeError` or the signal's reason. */
export interface YoutubeClient {
  findChannel(link: ChannelLink, call: YoutubeCall): Promise<YoutubeChannel | null>
  /** Bypasses the cache; null if there is none. */
  getChannel(channelId: string, call: YoutubeCall): Promise<YoutubeChannel | null>
  /** The newest first, at most `count`. Two units, or one for a channel without videos. */
  listLatestVideos(channelId: string, count: number, call: YoutubeCall): Promise<YoutubeVideo[]>
  getChannelUrl(channelId: string): string
}
