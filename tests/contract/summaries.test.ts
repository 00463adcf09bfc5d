import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { summaries } from '#contract/summaries.ts'

test('every call says what it is for, and none that there is not', () => {
  expect(Object.keys(summaries).sort()).toEqual(endpoints.map(({ name }) => name).sort())
})
