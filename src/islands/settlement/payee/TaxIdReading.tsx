import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { formatTaxId } from '#contract/settlement/payee-rules/tax-ids.ts'
import { readMemberTaxId } from '#contract/settlement/payees.ts'
import { FormActions } from '#islands/kit/dialogs/DialogParts.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import {
  ConfirmationFields,
  confirmIdentity,
  NoConfirmation,
} from '#islands/people/account/second-factor/confirmation.tsx'
import { factors } from '#islands/people/account/state/store.ts'
import { call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'

const Password = z.object({ password: z.optional(z.string()) })

/** Shows a manager the whole number that a member's tax is filed under, after a confirmation; the reading is recorded. */
export function TaxIdReading({ memberId }: { memberId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const [taxId, setTaxId] = useState<string | null>(null)
  const hide = () => {
    setIsOpen(false)
    setTaxId(null)
  }
  if (!isOpen)
    return (
      <Button className="small" onClick={() => setIsOpen(true)}>
        {t('payee:review.showTaxId')}
      </Button>
    )
  if (taxId === null) return <Confirmation memberId={memberId} onRead={setTaxId} onClose={hide} />
  return (
    <p className="wrap gap-2" role="status">
      <span data-field="whole-tax-id">{formatTaxId(taxId)}</span>
      <Button className="small" onClick={hide}>
        {t('common:hide')}
      </Button>
    </p>
  )
}

interface ConfirmationProps {
  memberId: number
  onRead: (taxId: string) => void
  onClose: () => void
}

function Confirmation({ memberId, onRead, onClose }: ConfirmationProps) {
  const confirmation = useStore(factors.$state).result?.data.confirmation
  if (confirmation === undefined) return null
  if (confirmation === null) return <NoConfirmation onClose={onClose} />
  async function read({ password }: z.output<typeof Password>): Promise<void> {
    if (!confirmation) return
    const body = { target: memberId, ...(await confirmIdentity(confirmation, password)) }
    onRead((await call(readMemberTaxId, { body })).taxId)
  }
  return (
    <Form schema={Password} onSubmit={read}>
      <p className="muted">{t('payee:review.taxIdLead')}</p>
      <ConfirmationFields confirmation={confirmation} />
      <FormActions onClose={onClose}>{t('payee:review.showTaxId')}</FormActions>
    </Form>
  )
}
