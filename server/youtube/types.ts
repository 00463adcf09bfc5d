import type { ChannelLink } from '#contract/channel-link.ts'

export interface YoutubeChannel {
  channelId: string
  name: string
  handle: string | null
  thumbnail: string | null
  /** Rounded by YouTube; null if hidden. */
  subscribers: number | null
  descriptions: string[]
}

export class YoutubeError extends Error {
  readonly failure: 'quota' | 'no_answer'

  constructor(failure: 'quota' | 'no_answer', cause?: unknown) {
    super(`YouTube request failed: ${failure}`, { cause })
    this.failure = failure
  }
}

/** Both lookups throw `YoutubeError` or the signal's reason. */
export interface YoutubeClient {
  findChannel(link: ChannelLink, signal?: AbortSignal): Promise<YoutubeChannel | null>
  /** Bypasses the cache; null if there is none. */
  getChannel(channelId: string, signal?: AbortSignal): Promise<YoutubeChannel | null>
  getChannelUrl(channelId: string): string
}
