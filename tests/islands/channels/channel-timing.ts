import type { listChannels } from '#contract/channels/channels.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'

const noStage = { medianSeconds: null, longestWaitSeconds: null }

/** Timing of a list in which no channel has been verified or reviewed. */
export const noTiming: EndpointOutput<typeof listChannels>['timing'] = {
  verification: noStage,
  review: noStage,
}
