import type { ChannelLink } from '#contract/channel-link.ts'

/** What the platform tells of a channel. */
export interface YoutubeChannel {
  channelId: string
  name: string
  handle: string | null
  thumbnail: string | null
  /** Rounded by the platform; null where it is hidden. */
  subscribers: number | null
  /** As shown: the default one, the branding's, and each translated one. */
  descriptions: string[]
}

/** The platform did not tell: the day's quota is used up, or there was no (usable) answer. */
export class YoutubeError extends Error {
  readonly failure: 'quota' | 'no_answer'

  constructor(failure: 'quota' | 'no_answer', cause?: unknown) {
    super(`YouTube did not tell: ${failure}`, { cause })
    this.failure = failure
  }
}

/** YouTube's Data API, as far as it is needed. Both calls throw `YoutubeError`, or the signal's reason. */
export interface YoutubeClient {
  /** The channel that a link names, maybe as it was some minutes ago; null: there is none. */
  findChannel(link: ChannelLink, signal?: AbortSignal): Promise<YoutubeChannel | null>
  /** The channel as it is at this moment; null: there is none. */
  getChannel(channelId: string, signal?: AbortSignal): Promise<YoutubeChannel | null>
  /** Where people see the channel. */
  getChannelUrl(channelId: string): string
}
