import type { Services } from '#server/http/services.ts'
import type { YoutubeClient } from '#server/youtube/types.ts'

export interface ChannelServices extends Services {
  youtube: YoutubeClient
}
