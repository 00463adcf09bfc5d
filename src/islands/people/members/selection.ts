import { maxFees } from '#contract/people/fees.ts'
import type { Member } from '#contract/people/members.ts'
import { createSelection } from '#islands/kit/tables/selection.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'

export const memberSelection = createSelection<Member>({
  getId: ({ id }) => id,
  limit: {
    count: maxFees,
    onExceed: () => notify('error', t('members:select.max', { count: maxFees })),
  },
})
