import { computed } from 'nanostores'
import { readVideo } from '#contract/reports/video-detail.ts'
import { $filter } from '#islands/reports/state/filter.ts'
import { pickTime } from '#islands/reports/state/time.ts'
import { $activeVideo } from '#islands/reports/video-list/active-video.ts'
import { $caller } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'

const $detailQuery = computed(
  [$caller, $filter, $activeVideo],
  (caller, { member, channel, ...filter }, opened) =>
    caller === null || opened === null
      ? null
      : { caller, ...pickTime(filter), member, video: opened.videoId, channel: opened.channelId ?? channel },
)

export const videoDetail = createQuery($detailQuery, readVideo, ({ caller: _, ...query }) => query)
