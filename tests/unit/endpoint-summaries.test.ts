import { expect, test } from 'vitest'
import { endpointSummaries } from '#contract/endpoint-summaries.ts'
import { endpoints } from '#contract/endpoints.ts'

test('every call says what it is for, and none that there is not', () => {
  expect(Object.keys(endpointSummaries).sort()).toEqual(endpoints.map(({ name }) => name).sort())
})
