import { PayeeReviewDialog } from '#islands/payee/PayeeReviewDialog.tsx'
import type { MemberDialogProps } from './dialog-props.ts'

export const PayeeDialog = (props: MemberDialogProps) => <PayeeReviewDialog {...props} />
