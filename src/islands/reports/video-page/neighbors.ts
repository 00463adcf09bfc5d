import type { VideoPage, VideoRow } from '#contract/videos.ts'

interface Neighbors {
  /** From 1. */
  rank: number
  previous: VideoRow | null
  next: VideoRow | null
}

/** Null for a video that is not on the first page of the list. */
export function findNeighbors(
  { videos }: VideoPage,
  { videoId, channelId }: Pick<VideoRow, 'videoId' | 'channelId'>,
): Neighbors | null {
  const at = videos.findIndex((video) => video.videoId === videoId && video.channelId === channelId)
  return at < 0 ? null : { rank: at + 1, previous: videos[at - 1] ?? null, next: videos[at + 1] ?? null }
}
