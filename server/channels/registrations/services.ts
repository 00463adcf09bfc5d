import type { YoutubeClient } from '#server/channels/youtube/types.ts'
import type { Services } from '#server/platform/http/request/services.ts'

export interface ChannelServices extends Services {
  youtube: YoutubeClient
}
