import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { addTotp, Code, type SecondFactors, startTotp } from '#contract/people/second-factor.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogContent } from '#islands/kit/dialogs/DialogParts.tsx'
import { Field } from '#islands/kit/forms/Field.tsx'
import { Form } from '#islands/kit/forms/Form.tsx'
import { CopyButton } from '#islands/kit/ui/CopyButton.tsx'
import { factors as factorsQuery } from '#islands/people/account/state/store.ts'
import { call } from '#lib/api/call.ts'
import { renewToken } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { notify } from '#lib/page/snackbars.ts'
import {
  ConfirmationActions,
  ConfirmationFields,
  ConfirmationForm,
  confirmIdentity,
  NoConfirmation,
} from './confirmation.tsx'
import { closeFactorDialog } from './dialog.ts'
import { createQrCode } from './qr-code.ts'
import { RecoveryCodesDialog } from './RecoveryCodes.tsx'
import styles from './SecondFactor.module.css'

type Setup = EndpointOutput<typeof startTotp>

/** Confirms the person, shows the secret, confirms the app with a code, and shows recovery codes. */
export function TotpDialog({ factors }: { factors: SecondFactors }) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodesDialog codes={codes} />
  const isReplacement = factors.totpSince !== null
  const title = t(isReplacement ? 'second-factor:totp.replace' : 'second-factor:totp.add')
  const { confirmation } = factors
  const start = async ({ password }: { password?: string | undefined }) =>
    setSetup(await call(startTotp, { body: await confirmIdentity(confirmation, password) }))
  return (
    <Dialog title={title} swipe="down" onClose={closeFactorDialog}>
      {setup && <Setup setup={setup} onCodes={setCodes} />}
      {!setup && confirmation === null && <NoConfirmation />}
      {!setup && confirmation !== null && (
        <>
          <DialogContent>
            <p className="muted">
              {t(isReplacement ? 'second-factor:totp.replaceLead' : 'second-factor:totp.addLead')}
            </p>
          </DialogContent>
          <Form schema={ConfirmationForm} onSubmit={start}>
            <ConfirmationFields confirmation={confirmation} />
            <ConfirmationActions>{t('second-factor:continue')}</ConfirmationActions>
          </Form>
        </>
      )}
    </Dialog>
  )
}

const CodeForm = z.object({ code: Code })

interface SetupProps {
  setup: Setup
  onCodes: (codes: readonly string[]) => void
}

function Setup({ setup: { challenge, secret, uri }, onCodes }: SetupProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.querySelector('input')?.focus(), [])
  const add = async ({ code }: { code: string }) => {
    const { token, recoveryCodes } = await call(addTotp, { body: { challenge, code } })
    renewToken(token)
    notify('success', t('second-factor:totp.added'))
    if (recoveryCodes) onCodes(recoveryCodes)
    else closeFactorDialog()
    factorsQuery.reload()
  }
  return (
    <div ref={container}>
      <DialogContent>
        <p>{t('second-factor:totp.scan')}</p>
        <QrCodeImage text={uri} />
        <p className={styles.secret}>
          <span className="visually-hidden">{t('second-factor:totp.secret')}</span>
          <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton
            text={secret}
            label={t('second-factor:totp.copySecret')}
            copied={t('second-factor:totp.copied')}
            failed={t('second-factor:codes.copyFailed')}
          />
        </p>
      </DialogContent>
      <Form schema={CodeForm} onSubmit={add}>
        <Field
          name="code"
          label={t('second-factor:totp.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
        <ConfirmationActions>{t('second-factor:step.submit')}</ConfirmationActions>
      </Form>
    </div>
  )
}

function QrCodeImage({ text }: { text: string }) {
  const { size, path } = createQrCode(text)
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={t('second-factor:totp.qr')}
    >
      <path d={path} />
    </svg>
  )
}
