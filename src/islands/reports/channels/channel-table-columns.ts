import { computed } from 'nanostores'
import { channelColumns } from '#contract/reports/channel-report.ts'
import { createColumnChoice } from '#islands/kit/tables/columns/column-choice.ts'
import { $isManager } from '#lib/api/session.ts'

export const channelColumnChoice = createColumnChoice({
  table: 'channels',
  $available: computed($isManager, (isManager) =>
    channelColumns.filter((column) => isManager || column !== 'members'),
  ),
  defaults: ['profit', 'share', 'change', 'views', 'price', 'shorts', 'members'],
})
