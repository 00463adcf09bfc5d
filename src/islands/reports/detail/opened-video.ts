import { computed } from 'nanostores'
import { $params, setParams } from '#lib/router.ts'

interface OpenedVideo {
  videoId: string
  /** A video can stand in the lists of two channels; null is whichever was last named. */
  channelId: string | null
}

/** `videoDetail=<video>` or `<video>.<channel>`: one flag, so that it is taken off an address in one piece. */
const flag = /^([\w-]{11})(?:\.([\w-]{1,64}))?$/

export const $opened = computed($params, ({ videoDetail = '' }): OpenedVideo | null => {
  const [, videoId, channelId = null] = flag.exec(videoDetail) ?? []
  return videoId === undefined ? null : { videoId, channelId }
})

/** The query that opening made: the entry of the history before it is where closing leads. */
let pushed: string | undefined

export function openVideo({ videoId, channelId }: OpenedVideo): void {
  setParams({ videoDetail: channelId === null ? videoId : `${videoId}.${channelId}` })
  pushed = location.search
}

export function closeVideo(): void {
  const back = location.search === pushed
  pushed = undefined
  if (back) history.back()
  else setParams({ videoDetail: undefined }, { replace: true })
}
