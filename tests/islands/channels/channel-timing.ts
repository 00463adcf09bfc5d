import type { listChannels } from '#contract/channels/channels.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'

const noStage = { medianSeconds: null, longestWaitSeconds: null }

/** Of a list of channels none of which has been verified or reviewed. */
export const noTiming: EndpointOutput<typeof listChannels>['timing'] = {
  verification: noStage,
  review: noStage,
}
