import { computed } from 'nanostores'
import { readVideo } from '#contract/video-detail.ts'
import { $filter } from '#islands/reports/filter.ts'
import { createQuery } from '#lib/api/query.ts'
import { $scope } from '#lib/api/scope.ts'
import { $activeVideo } from './active-video.ts'

const $detailQuery = computed(
  [$scope, $filter, $activeVideo],
  (scope, { period, member, channel }, opened) =>
    scope === null || opened === null
      ? null
      : { scope, period, member, video: opened.videoId, channel: opened.channelId ?? channel },
)

export const videoDetail = createQuery($detailQuery, readVideo, ({ scope: _, ...query }) => query)
