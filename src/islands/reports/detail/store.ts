import { computed } from 'nanostores'
import { readVideo } from '#contract/video-detail.ts'
import { $filter } from '#islands/reports/filter.ts'
import { pickTime } from '#islands/reports/time.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $activeVideo } from './active-video.ts'

const $detailQuery = computed(
  [$caller, $filter, $activeVideo],
  (caller, { member, channel, ...filter }, opened) =>
    caller === null || opened === null
      ? null
      : { caller, ...pickTime(filter), member, video: opened.videoId, channel: opened.channelId ?? channel },
)

export const videoDetail = createQuery($detailQuery, readVideo, ({ caller: _, ...query }) => query)
