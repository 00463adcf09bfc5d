import { atom } from 'nanostores'
import { videoColumns } from '#contract/videos.ts'
import { createColumnChoice } from '#islands/tables/column-choice.ts'

export const videoColumnChoice = createColumnChoice({
  table: 'videos',
  $available: atom(videoColumns),
  defaults: videoColumns.filter((column) => column !== 'premiumProfit'),
})
