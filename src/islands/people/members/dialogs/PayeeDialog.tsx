import { PayeeReviewDialog } from '#islands/settlement/payee/PayeeReviewDialog.tsx'
import type { MemberDialogProps } from './dialog-props.ts'

export const PayeeDialog = (props: MemberDialogProps) => <PayeeReviewDialog {...props} />
