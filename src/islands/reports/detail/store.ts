import { computed } from 'nanostores'
import { readVideo } from '#contract/video-detail.ts'
import { $filter, $scope } from '#islands/reports/scope.ts'
import { createQuery } from '#lib/api/query.ts'
import { $activeVideo } from './active-video.ts'

const $detailQuery = computed(
  [$scope, $filter, $activeVideo],
  (scope, { period, member, channel }, opened) =>
    scope === null || opened === null
      ? null
      : { scope, period, member, video: opened.videoId, channel: opened.channelId ?? channel },
)

export const videoDetail = createQuery($detailQuery, readVideo, ({ scope: _, ...query }) => query)
