import { useState } from 'react'
import * as z from 'zod/mini'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import type { readDeskReport } from '#contract/reports/desk/calendar.ts'
import { acceptGap, maxGapReasonLength, withdrawableKinds } from '#contract/reports/desk/changes.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, ErrorMessage, FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { useAction } from '#islands/kit/hooks/use-action.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { nameCell } from './describe.ts'
import styles from './Reports.module.css'
import { accept, ask, withdraw } from './store.ts'

type Detail = EndpointOutput<typeof readDeskReport>

/** What an operator can do about a cell. */
export function CellActions({ detail }: { detail: Detail }) {
  const [open, setOpen] = useState<'withdraw' | 'accept' | null>(null)
  const { cell, kind, acceptedReason, connection, owner } = detail
  const isHere = cell.rows !== null
  const isAccepted = acceptedReason !== null && !isHere
  const withdrawable = withdrawableKinds.find((one) => one === kind)
  return (
    <Permitted permission="reports.change">
      <p className={styles.actions}>
        {!isHere && connection?.hasConsent && (
          <Button className="small" onClick={() => void ask(owner)}>
            {t('desk-reports:ask.button')}
          </Button>
        )}
        {isAccepted && (
          <Button className="small" onClick={() => void accept(detail, null)}>
            {t('desk-reports:accept.undo')}
          </Button>
        )}
        {!isHere && !isAccepted && cell.state !== 'none' && (
          <Button className="small" onClick={() => setOpen('accept')}>
            {t('desk-reports:accept.button')}
          </Button>
        )}
        {isHere && withdrawable && (
          <Button className="small" onClick={() => setOpen('withdraw')}>
            {t('desk-reports:withdraw.button')}
          </Button>
        )}
      </p>
      {open === 'accept' && <AcceptDialog detail={detail} onClose={() => setOpen(null)} />}
      {open === 'withdraw' && withdrawable && (
        <WithdrawDialog detail={{ ...detail, kind: withdrawable }} onClose={() => setOpen(null)} />
      )}
    </Permitted>
  )
}

interface CellDialogProps<Kind extends Detail['kind'] = Detail['kind']> {
  detail: Detail & { kind: Kind }
  onClose: () => void
}

const ReasonForm = z.pick(acceptGap.body, { reason: true })

function AcceptDialog({ detail, onClose }: CellDialogProps) {
  return (
    <Dialog title={t('desk-reports:accept.title')} guardsInput onClose={onClose}>
      <Form
        schema={ReasonForm}
        onSubmit={async ({ reason }) => {
          if (await accept(detail, reason)) onClose()
        }}
      >
        <p className="bold break">{nameCell(detail)}</p>
        <p>{t('desk-reports:accept.effect')}</p>
        <Field
          name="reason"
          label={t('desk-reports:accept.reason')}
          hint={t('desk-reports:accept.hint')}
          maxLength={maxGapReasonLength}
          required
        />
        <FormActions onClose={onClose}>{t('desk-reports:accept.confirm')}</FormActions>
      </Form>
    </Dialog>
  )
}

/** Its effect comes first: what people see less of. */
function WithdrawDialog({ detail, onClose }: CellDialogProps<(typeof withdrawableKinds)[number]>) {
  const { pending, failure, run } = useAction()
  const { figures, channels, kind, cell } = detail
  const rows = cell.rows ?? 0
  return (
    <Dialog title={t('desk-reports:withdraw.title')} onClose={onClose}>
      <DialogContent>
        <p className="bold break">{nameCell(detail)}</p>
        <ul className={styles.effects}>
          <li>{t('desk-reports:withdraw.rows', { count: rows, number: formatNumber(rows, locale()) })}</li>
          {figures && kind === 'activity' && (
            <li>{t('desk-reports:withdraw.views', { number: formatNumber(figures.views, locale()) })}</li>
          )}
          {figures && kind === 'revenue' && (
            <li>
              {t('desk-reports:withdraw.revenue', {
                amount: formatMoney(figures.revenueMicros, 'USD', locale()),
              })}
            </li>
          )}
          <li>
            {t('desk-reports:withdraw.people', {
              channels: formatNumber(channels.earning, locale()),
              members: formatNumber(channels.members, locale()),
            })}
          </li>
          <li>{t('desk-reports:withdraw.closed')}</li>
          <li>{t('desk-reports:withdraw.undo')}</li>
        </ul>
        <ErrorMessage text={failure} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button
          kind="danger"
          pending={pending}
          onClick={() =>
            void run(async () => {
              await withdraw(detail)
              onClose()
            })
          }
        >
          {t('desk-reports:withdraw.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
