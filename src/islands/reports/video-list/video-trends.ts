import { createContext, useContext, useEffect, useState } from 'react'
import type { RequestedTime } from '#contract/reports/reports.ts'
import { formatVideoKey, readVideoTrends, type VideoRow, type VideoTrend } from '#contract/reports/videos.ts'
import { ApiError, call } from '#lib/api/call.ts'

interface TrendQuery extends RequestedTime {
  member?: number | undefined
  tag?: number | undefined
  channel?: string | undefined
}

type Trends = ReadonlyMap<string, VideoTrend | null>

const noTrends: Trends = new Map()

/** Keyed by `formatVideoKey`; missing: not loaded. Only the parts of rendered rows that read it change. */
export const VideoTrendsContext = createContext(noTrends)

/** undefined: loading; null: unknown. */
export const useVideoTrend = (video: VideoRow): VideoTrend | null | undefined =>
  useContext(VideoTrendsContext).get(formatVideoKey(video))

const maxVideosPerCall = 100

/** Loads the trends of rows that do not have one yet. Trends are optional, so a failure leaves them out. */
export function useVideoTrends(query: TrendQuery, listKey: string, videos: readonly VideoRow[]): Trends {
  const [loaded, setLoaded] = useState({ listKey, trends: noTrends })
  const trends = loaded.listKey === listKey ? loaded.trends : noTrends
  const missing = videos.map(formatVideoKey).filter((key) => !trends.has(key))
  const next = missing.slice(0, maxVideosPerCall).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is part of the list's key.
  useEffect(() => {
    if (next === '') return
    const controller = new AbortController()
    const add = (found: readonly VideoTrend[]) =>
      setLoaded((before) => ({
        listKey,
        trends: new Map([
          ...(before.listKey === listKey ? before.trends : []),
          ...next.split(',').map((key) => [key, null] as const),
          ...found.map((trend) => [formatVideoKey(trend), trend] as const),
        ]),
      }))
    call(readVideoTrends, { query: { ...query, videos: next }, signal: controller.signal }).then(
      (reply) => add(reply.trends),
      (error) => {
        if (controller.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        add([])
      },
    )
    return () => controller.abort()
  }, [listKey, next])
  return trends
}
