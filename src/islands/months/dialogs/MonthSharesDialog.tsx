import { reloadMonth } from '#islands/months/store.ts'
import { SharesDialog } from '#islands/payout-shares/SharesDialog.tsx'

export const MonthSharesDialog = () => <SharesDialog onSaved={reloadMonth} />
