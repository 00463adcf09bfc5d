import { computed } from 'nanostores'
import { $activeDialog, openDialog } from '#lib/navigation/active-dialog.ts'

interface VideoReference {
  videoId: string
  /** A video can be listed for two channels; null: the channel of its latest report. */
  channelId: string | null
}

/** `videoDetail=<video>` or `videoDetail=<video>.<channel>`. */
const valuePattern = /^([\w-]{11})(?:\.([\w-]{1,64}))?$/

export const $activeVideo = computed($activeDialog, (dialog): VideoReference | null => {
  const [, videoId, channelId = null] =
    (dialog?.flag === 'videoDetail' && valuePattern.exec(dialog.value)) || []
  return videoId === undefined ? null : { videoId, channelId }
})

export const openVideo = ({ videoId, channelId }: VideoReference): void =>
  openDialog('videoDetail', channelId === null ? videoId : `${videoId}.${channelId}`)
