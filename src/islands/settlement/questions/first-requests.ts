import { listQuestions } from '#contract/settlement/questions/questions.ts'
import { type FirstRequest, request } from '#islands/kit/screen/manifest.ts'

export const firstRequests: readonly FirstRequest[] = [request(listQuestions, { params: ['state', 'page'] })]
