import { computed } from 'nanostores'
import { listSharedReports, type SharedReportSummary } from '#contract/portal/shared-reports.ts'
import type { DialogItem } from '#islands/kit/dialogs/ItemDialog.tsx'
import { $callerKey } from '#lib/api/caller.ts'
import { createQuery } from '#lib/api/query.ts'
import { $dialogItemId } from '#lib/navigation/active-dialog.ts'

export const sharedReports = createQuery($callerKey, listSharedReports, () => ({}))

/** The link of the active dialog; one that has ended cannot be revoked. */
export const $dialogReport = computed(
  [sharedReports.$state, $dialogItemId],
  ({ result, error }, id): DialogItem<SharedReportSummary> => {
    const item = result?.data.reports.find((report) => report.id === id && report.state === 'live') ?? null
    return { item, isMissing: result !== null && item === null, error: error?.message ?? null }
  },
)
