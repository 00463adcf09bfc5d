import { useEffect, useRef, useState } from 'react'
import { type MonthClosing, reopenMonth } from '#contract/settlement/month-closing.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage, PointList } from '#islands/kit/dialogs/DialogParts.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import {
  parseReason,
  type ReasonProblem,
  restoreDecision,
} from '#islands/settlement/months/closing/decision.ts'
import { ReasonField } from '#islands/settlement/months/closing/ReasonField.tsx'
import { $preview, reloadClosing } from '#islands/settlement/months/closing/store.ts'
import { call } from '#lib/api/call.ts'
import { formatMonth } from '#lib/format/day.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'
import { notify } from '#lib/page/snackbars.ts'

/** Takes back the closing of a month that nobody but managers and operators has seen. */
export function ReopenDialog() {
  const [closing] = useState(() => $preview.get().closing)
  const canReopen = closing?.canReopen === true
  useEffect(() => {
    if (!canReopen) closeDialog()
  }, [canReopen])
  return canReopen && <ReopenForm closing={closing} />
}

function ReopenForm({ closing }: { closing: MonthClosing }) {
  const { month, summary } = closing
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<ReasonProblem | null>(null)
  const { pending, failure, run } = useAction(reloadClosing)
  const count = summary?.statements ?? 0
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  async function reopen() {
    const parsed = parseReason(text)
    setProblem(parsed.problem)
    if (parsed.problem !== null) return
    await run(async () => {
      await call(reopenMonth, { body: { month, reason: parsed.reason } })
      notify('success', t('month-closing:reopen.done'))
      restoreDecision(closing)
      reloadClosing()
      closeDialog()
    })
  }
  return (
    <Dialog
      title={t('month-closing:reopen.title', { month: formatMonth(month, locale()) })}
      swipe="down"
      guardsInput
      onClose={closeDialog}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) void reopen()
        }}
      >
        <DialogContent>
          <PointList
            title={t('month-closing:reopen.what')}
            points={[
              t('month-closing:reopen.gone', { count, total: formatNumber(count, locale()) }),
              t('month-closing:reopen.unseen'),
              t('month-closing:reopen.record'),
            ]}
          />
          <ReasonField
            label={t('month-closing:reopen.reason')}
            value={text}
            problem={problem}
            onChange={setText}
          />
          <ErrorMessage text={failure} />
        </DialogContent>
        <DialogActions>
          <Button onClick={closeDialog}>{t('common:close')}</Button>
          <Button type="submit" kind="danger" pending={pending}>
            {t('month-closing:reopen.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
