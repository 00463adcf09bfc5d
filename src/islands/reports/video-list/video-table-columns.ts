import { atom } from 'nanostores'
import { videoColumns } from '#contract/reports/videos.ts'
import { createColumnChoice } from '#islands/kit/tables/columns/column-choice.ts'

export const videoColumnChoice = createColumnChoice({
  table: 'videos',
  $available: atom(videoColumns),
  defaults: videoColumns.filter((column) => column !== 'premiumProfit'),
})
