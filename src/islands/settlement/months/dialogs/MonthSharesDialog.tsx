import { reloadMonth } from '#islands/settlement/months/state/store.ts'
import { SharesDialog } from '#islands/settlement/payout-shares/SharesDialog.tsx'

export const MonthSharesDialog = () => <SharesDialog onSaved={reloadMonth} />
