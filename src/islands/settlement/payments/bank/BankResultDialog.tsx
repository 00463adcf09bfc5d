import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { importBankResults, maxResultCharacters } from '#contract/settlement/filing/bank-files.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { DropZone } from '#islands/kit/upload/DropZone.tsx'
import { RefusedFile } from '#islands/kit/upload/RefusedFile.tsx'
import { type ReadFile, useUpload } from '#islands/kit/upload/use-upload.ts'
import { reloadPayments } from '#islands/settlement/payments/state/store.ts'
import { call } from '#lib/api/call.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { listNames } from '#lib/i18n/phrases.ts'
import { t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'

type BankResult = EndpointOutput<typeof importBankResults>

/** Reads a bank's file with what became of transfers. */
export function BankResultDialog() {
  const { outcome, pending, upload } = useUpload({
    encode,
    maxCharacters: maxResultCharacters,
    send: readResult,
    isText: false,
  })
  return (
    <Dialog title={t('payments:bank.result')} swipe="down" onClose={closeDialog}>
      <DialogContent>
        <p>{t('payment-bank:result.lead')}</p>
        <DropZone
          label={t('payments:bank.result')}
          pending={pending}
          accept=".xlsx,.csv,.txt"
          choose={t('payment-bank:result.choose')}
          onFile={upload}
        />
        <div role="status">{outcome?.kind === 'read' && <Result {...outcome} />}</div>
        {outcome?.kind === 'refused' && <RefusedFile {...outcome} />}
      </DialogContent>
      <DialogActions>
        <Button kind={outcome?.kind === 'read' ? 'primary' : undefined} onClick={closeDialog}>
          {t('common:close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

async function readResult(file: string): Promise<BankResult> {
  const day = toLocalDay(new Date().toISOString())
  const result = await call(importBankResults, { body: { file, day } })
  if (result.paid + result.returned > 0) reloadPayments()
  return result
}

const encode = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

function Result({ name, result: { paid, returned, unchanged, unknown } }: ReadFile<BankResult>) {
  const counts = { paid, returned, unchanged }
  const shown = (['paid', 'returned', 'unchanged'] as const).filter(
    (part) => part === 'paid' || counts[part] > 0,
  )
  return (
    <div
      className="panel stack gap-1"
      data-tone={paid + returned > 0 ? 'good' : undefined}
      data-outcome="bank-result"
    >
      <b className="break">{name}</b>
      <ul>
        {shown.map((part) => (
          <li key={part}>{t(`payment-bank:result.${part}`, { count: counts[part] })}</li>
        ))}
      </ul>
      {returned > 0 && <p>{t('payment-bank:result.again')}</p>}
      {unknown.length > 0 && (
        <p className="break">
          {t('payment-bank:result.unknown', { count: unknown.length, references: listNames(unknown) })}
        </p>
      )}
    </div>
  )
}
