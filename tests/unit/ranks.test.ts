import { expect, test } from 'vitest'
import { buildRankPath } from '#islands/kit/charts/small/ranks.ts'

test('the best rank is at the top; a week without a rank leaves a gap', () => {
  expect(buildRankPath([5, 1, null, 3, 3])).toBe('M0.0 100.0L25.0 0.0M75.0 50.0L100.0 50.0')
})

test('a rank that never changes is level, and a single week is in the middle', () => {
  expect(buildRankPath([2, 2])).toBe('M0.0 50.0L100.0 50.0')
  expect(buildRankPath([7])).toBe('M50.0 50.0')
  expect(buildRankPath([null, null])).toBe('')
})
