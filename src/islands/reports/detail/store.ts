import { computed } from 'nanostores'
import { readVideo } from '#contract/video-detail.ts'
import { $filter, $scope } from '#islands/reports/scope.ts'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { $opened } from './opened-video.ts'

const $question = computed([$scope, $filter, $opened], (scope, { period, member, channel }, opened) =>
  scope === null || opened === null
    ? null
    : { scope, period, member, video: opened.videoId, channel: opened.channelId ?? channel },
)

export const detail = query($question, ({ period, member, video, channel }, signal) =>
  call(readVideo, {
    query: { period, member: member ?? undefined, video, channel: channel ?? undefined },
    signal,
  }),
)
