import type { ChannelLink } from '#contract/channel-link.ts'

/** A channel as YouTube describes it. */
export interface YoutubeChannel {
  channelId: string
  name: string
  handle: string | null
  thumbnail: string | null
  /** Rounded by YouTube; null if hidden. */
  subscribers: number | null
  /** The default, the branding's and the translated ones. */
  descriptions: string[]
}

/** A failed API request: quota exhausted, or no usable response. */
export class YoutubeError extends Error {
  readonly failure: 'quota' | 'no_answer'

  constructor(failure: 'quota' | 'no_answer', cause?: unknown) {
    super(`YouTube request failed: ${failure}`, { cause })
    this.failure = failure
  }
}

/** Reads channels from the YouTube Data API. Both calls throw `YoutubeError`, or the signal's reason. */
export interface YoutubeClient {
  /** The channel of a link, possibly from the cache; null if there is none. */
  findChannel(link: ChannelLink, signal?: AbortSignal): Promise<YoutubeChannel | null>
  /** The current state of a channel; null if there is none. */
  getChannel(channelId: string, signal?: AbortSignal): Promise<YoutubeChannel | null>
  getChannelUrl(channelId: string): string
}
