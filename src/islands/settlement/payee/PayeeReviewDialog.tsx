import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import {
  confirmMemberPayee,
  maxReasonLength,
  type Payee,
  RejectionForm,
  readMemberPayee,
  rejectMemberPayee,
} from '#contract/settlement/payees.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import {
  DialogActions,
  DialogContent,
  ErrorMessage,
  FormActions,
  SubjectLine,
} from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { useLostFocus } from '#islands/kit/hooks/use-lost-focus.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { ApiError, call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { PayeeFacts } from './PayeeFacts.tsx'
import { TaxIdReading } from './TaxIdReading.tsx'

export interface PayeeReview {
  read: (target: number) => Promise<{ payee: Payee }>
  confirm: (target: number, version: number) => Promise<unknown>
  /** Rejects it, and reads whole tax numbers. */
  isOfNetwork: boolean
}

/** A manager's. */
const memberReview: PayeeReview = {
  read: (target) => call(readMemberPayee, { body: { target } }),
  confirm: (target, version) => call(confirmMemberPayee, { body: { target, version } }),
  isOfNetwork: true,
}

export interface PayeeReviewDialogProps {
  member: { id: number; nickname: string; user_id: string }
  review?: PayeeReview
  onClose: () => void
  /** Called after a confirmation or rejection. */
  onChanged: () => void
}

/** Somebody compares a payout account with what its person says, and confirms or rejects it. */
export function PayeeReviewDialog(props: PayeeReviewDialogProps) {
  const { member, review = memberReview, onClose } = props
  const { payee, failure, reload } = usePayee(member.id, review)
  const [isRejecting, setIsRejecting] = useState(false)
  return (
    <Dialog title={t('payout:check')} swipe="down" onClose={onClose}>
      <DialogContent>
        <SubjectLine name={member.nickname} detail={member.user_id} />
        {payee?.state === 'entered' && <p>{t('payee:review.lead')}</p>}
        {payee ? <PayeeFacts payee={payee} /> : failure === null && <ReviewSkeleton />}
        {payee?.taxId && review.isOfNetwork && <TaxIdReading memberId={member.id} />}
        <ErrorMessage text={failure} />
      </DialogContent>
      {payee && isRejecting ? (
        <Rejection {...props} payee={payee} onBack={() => setIsRejecting(false)} />
      ) : (
        <Decision {...props} payee={payee} onReject={() => setIsRejecting(true)} onOutdated={reload} />
      )}
    </Dialog>
  )
}

function usePayee(target: number, review: PayeeReview) {
  const [payee, setPayee] = useState<Payee | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads again
  useEffect(() => {
    let isCurrent = true
    review.read(target).then(
      (found) => isCurrent && setPayee(found.payee),
      (error) => {
        if (!(error instanceof ApiError)) throw error
        if (isCurrent) setFailure(error.message)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [target, round])
  return { payee, failure, reload: () => setRound(round + 1) }
}

interface DecisionProps extends PayeeReviewDialogProps {
  /** Null while loading, and when there is none. */
  payee: Payee | null
  onReject: () => void
  onOutdated: () => void
}

function Decision({
  member,
  review = memberReview,
  payee,
  onClose,
  onChanged,
  onReject,
  onOutdated,
}: DecisionProps) {
  const { pending, failure, run } = useAction(({ code }) => {
    if (code === 'outdated') onOutdated()
  })
  const confirm = ({ version }: Payee) =>
    run(async () => {
      await review.confirm(member.id, version)
      notify('success', t('payee:review.confirmed', { name: member.nickname }))
      onClose()
      onChanged()
    })
  const actions = useLostFocus(payee)
  const canDecide = payee !== null && payee.state !== 'rejected'
  return (
    <>
      <ErrorMessage text={failure} />
      <DialogActions ref={actions}>
        {(!canDecide || !review.isOfNetwork) && <Button onClick={onClose}>{t('common:close')}</Button>}
        {canDecide && review.isOfNetwork && <Button onClick={onReject}>{t('payee:review.reject')}</Button>}
        {payee?.state === 'confirmed' && review.isOfNetwork && (
          <Button kind="primary" onClick={onClose}>
            {t('common:close')}
          </Button>
        )}
        {payee?.state === 'entered' && (
          <Button kind="primary" pending={pending} onClick={() => confirm(payee)}>
            {t('payee:review.confirm')}
          </Button>
        )}
      </DialogActions>
    </>
  )
}

interface RejectionProps extends PayeeReviewDialogProps {
  payee: Payee
  onBack: () => void
}

function Rejection({ member, payee, onClose, onChanged, onBack }: RejectionProps) {
  async function reject({ reason }: z.output<typeof RejectionForm>): Promise<void> {
    await call(rejectMemberPayee, { body: { target: member.id, version: payee.version, reason } })
    notify('success', t('payee:review.rejected', { name: member.nickname }))
    onClose()
    onChanged()
  }
  return (
    <Form schema={RejectionForm} onSubmit={reject}>
      <Field
        name="reason"
        label={t('payee:field.reason')}
        hint={t('payee:review.reasonHint')}
        maxLength={maxReasonLength}
        autoComplete="off"
        autoFocus
        required
      />
      <FormActions kind="danger" onClose={onBack}>
        {t('payee:review.reject')}
      </FormActions>
    </Form>
  )
}

const ReviewSkeleton = () => (
  <p aria-busy="true">
    <span className="visually-hidden">{t('common:loading')}</span>
    <Skeleton height="280px" />
  </p>
)
