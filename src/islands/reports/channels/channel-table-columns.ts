import { computed } from 'nanostores'
import { channelColumns } from '#contract/reports/channel-report.ts'
import { createColumnChoice } from '#islands/kit/tables/columns/column-choice.ts'
import { $seesNetwork } from '#lib/api/session.ts'

export const channelColumnChoice = createColumnChoice({
  table: 'channels',
  $available: computed($seesNetwork, (seesNetwork) =>
    channelColumns.filter((column) => seesNetwork || column !== 'members'),
  ),
  defaults: ['profit', 'share', 'change', 'views', 'price', 'shorts', 'members'],
})
