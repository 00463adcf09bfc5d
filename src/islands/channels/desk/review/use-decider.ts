import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { QueuedReview } from '#contract/channels/review-queue.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import { $reason, getWrittenTexts, noReason } from './reasons.ts'
import { type Decision, decide } from './store.ts'

const $isPending = atom(false)

/** Decides about the channel in hand, one at a time, with what the panel says. */
export function useDecider(review: QueuedReview, earnsFrom: string | undefined) {
  const pending = useStore($isPending)
  async function decideOne(decision: Decision): Promise<void> {
    if ($isPending.get() || decision === review.state) return
    const isApproval = decision === 'approved'
    const reason = isApproval ? null : getWrittenTexts($reason.get())
    if (!isApproval && reason === null) {
      notify('info', t('desk-review:reason.missing'))
      document.querySelector<HTMLElement>('[data-reason]')?.focus()
      return
    }
    $isPending.set(true)
    try {
      const isDone = await decide([review], decision, {
        reason,
        earnsFrom: isApproval ? earnsFrom : undefined,
      })
      if (isDone) {
        $reason.set(noReason)
        focusCurrent()
      }
    } finally {
      $isPending.set(false)
    }
  }
  return { decideOne, pending }
}

/** The keys of a list act on the row with the focus: after a decision the next one has it. */
function focusCurrent(): void {
  requestAnimationFrame(() => {
    const isInList =
      document.activeElement === document.body || document.activeElement?.closest('[data-review]')
    if (isInList) document.querySelector<HTMLElement>('[data-review][data-open] [aria-current]')?.focus()
  })
}
