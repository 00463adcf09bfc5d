import { computed } from 'nanostores'
import { $params, setParams } from '#lib/navigation/router.ts'

interface VideoReference {
  videoId: string
  /** A video can stand in the lists of two channels; null is whichever was last named. */
  channelId: string | null
}

/** `videoDetail=<video>` or `<video>.<channel>`: one flag, so that it is taken off an address in one piece. */
const flagPattern = /^([\w-]{11})(?:\.([\w-]{1,64}))?$/

export const $activeVideo = computed($params, ({ videoDetail = '' }): VideoReference | null => {
  const [, videoId, channelId = null] = flagPattern.exec(videoDetail) ?? []
  return videoId === undefined ? null : { videoId, channelId }
})

/** The query that opening made: the entry of the history before it is where closing leads. */
let pushedSearch: string | undefined

export function openVideo({ videoId, channelId }: VideoReference): void {
  setParams({ videoDetail: channelId === null ? videoId : `${videoId}.${channelId}` })
  pushedSearch = location.search
}

export function closeVideo(): void {
  const cameFromOpen = location.search === pushedSearch
  pushedSearch = undefined
  if (cameFromOpen) history.back()
  else setParams({ videoDetail: undefined }, { replace: true })
}
