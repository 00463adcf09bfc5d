import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent } from '#islands/kit/dialogs/DialogParts.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { $user } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { copyText } from '#lib/page/clipboard.ts'
import { $site } from '#lib/site/site.ts'
import { closeFactorDialog } from './dialog.ts'
import styles from './SecondFactor.module.css'

/** Codes are shown only once, so nothing but the button closes the dialog. */
export function RecoveryCodesDialog({ codes }: { codes: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null)
  const site = useStore($site)
  const user = useStore($user)
  useEffect(() => list.current?.focus(), [])
  const text = [
    `${site?.name ?? ''} · ${user?.email ?? ''}`,
    t('second-factor:codes.title'),
    '',
    ...codes,
    '',
  ]
  const copy = () =>
    copyText(codes.join('\n'), {
      copied: t('second-factor:codes.copied'),
      failed: t('second-factor:codes.copyFailed'),
    })
  return (
    <Dialog title={t('second-factor:codes.saveTitle')} onClose={() => {}}>
      <DialogContent>
        <p>{t('second-factor:codes.saveLead')}</p>
        <ul ref={list} className={styles.codes} tabIndex={-1} aria-label={t('second-factor:codes.list')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="wrap gap-2">
          <Button onClick={copy}>{t('common:copy')}</Button>
          <Button onClick={() => saveText(text.join('\r\n'), `recovery-codes-${site?.domain ?? ''}.txt`)}>
            {t('second-factor:codes.download')}
          </Button>
          <Button onClick={() => printText(text.join('\n'))}>{t('second-factor:codes.print')}</Button>
        </div>
      </DialogContent>
      <DialogActions>
        <Button kind="primary" onClick={closeFactorDialog}>
          {t('second-factor:codes.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function saveText(text: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Prints in a frame, because printing the page would include the content below its dialogs. */
function printText(text: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const { contentWindow, contentDocument } = frame
  const block = contentDocument?.createElement('pre')
  if (!block || !contentWindow) return
  block.textContent = text
  contentDocument?.body.append(block)
  contentWindow.addEventListener('afterprint', () => setTimeout(() => frame.remove()))
  contentWindow.print()
}
