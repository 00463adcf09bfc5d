import { useEffect, useRef } from 'react'
import { type QueuedReview, reasonTemplates } from '#contract/channels/review-queue.ts'
import { t } from '#lib/i18n/strings.ts'
import { registerShortcut } from '#lib/navigation/shortcuts.ts'
import { $reason, loadReason } from './reasons.ts'
import { $reviews, assign, type Decision, reviewSelection } from './store.ts'

interface ReviewKeys {
  review: QueuedReview
  decideOne: (decision: Decision) => Promise<void>
  isActive: boolean
}

const templates = [...reasonTemplates, 'own'] as const

/** Keys that act on the channel in hand; `j` and `k` are the shell's. */
export function useReviewKeys(keys: ReviewKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  const { isActive } = keys
  useEffect(() => {
    const open = {
      key: 'o',
      label: t('desk-review:keys.open'),
      run: () => window.open(latest.current.review.page, '_blank', 'noopener,noreferrer'),
    }
    const decideAs = (key: string, decision: Decision) => ({
      key,
      label: t(`desk-review:decide.${decision}`),
      run: () => void latest.current.decideOne(decision),
    })
    const own = !isActive
      ? []
      : [
          decideAs('a', 'approved'),
          decideAs('h', 'held'),
          decideAs('r', 'rejected'),
          {
            key: 'x',
            label: t('desk-review:keys.select'),
            run: () => reviewSelection.toggle($reviews.get(), latest.current.review, { extend: false }),
          },
          {
            key: 'm',
            label: t('desk:take'),
            run: () => void assign([latest.current.review], latest.current.review.assignee === null),
          },
          ...templates.map((template, at) => ({
            key: String(at + 1),
            label: t(`desk-review:reason.templates.${template}`),
            run: () => void loadReason(template).then((reason) => $reason.set(reason)),
          })),
        ]
    const release = [open, ...own].map(registerShortcut)
    return () => {
      for (const one of release) one()
    }
  }, [isActive])
}
