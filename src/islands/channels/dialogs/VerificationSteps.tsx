import { useEffect, useRef, useState } from 'react'
import type { Channel } from '#contract/channels.ts'
import { pageAddress } from '#islands/channels/page-address.ts'
import { localePath } from '#lib/language.ts'
import { $screen } from '#lib/screen.ts'
import { locale, t } from '#lib/strings.ts'
import { Segmented } from '#shared/Segmented.tsx'
import { Emphasis, NewTab } from './DialogParts.tsx'
import styles from './Dialogs.module.css'
import { PastePicture } from './PastePicture.tsx'
import verificationStyles from './Verification.module.css'
import { VerificationCode } from './VerificationCode.tsx'

export type Device = 'pc' | 'mobile'

const guides: Record<Device, string> = {
  pc: '/guides/auths/pc-auth',
  mobile: '/guides/auths/mobile-auth',
}
const devices = ['pc', 'mobile'] as const
const afterCopy = ['open', 'paste', 'save', 'verify'] as const

const ownDevice = (): Device => ($screen.get() === 'mobile' ? 'mobile' : 'pc')

/** The numbered way, on the device that is at hand. */
export function VerificationSteps({ channel }: { channel: Channel }) {
  const [device, setDevice] = useState(ownDevice)
  const steps = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The dialog has focused the first of the radio buttons, be it the chosen one or not.
    const chosen = steps.current?.querySelector<HTMLElement>('input:checked')
    if (steps.current?.contains(document.activeElement)) chosen?.focus()
  }, [])
  return (
    <div ref={steps} className={verificationStyles.guided}>
      <Way channel={channel} device={device} onDevice={setDevice} withCode />
      <Links channel={channel} device={device} />
    </div>
  )
}

/** After a failure: the code again, and the way for who has forgotten it. */
export function FailedSteps({ channel }: { channel: Channel }) {
  const [device, setDevice] = useState(ownDevice)
  return (
    <>
      <VerificationCode code={channel.verificationCode} />
      <details className={verificationStyles.details}>
        <summary>{t('channel-dialogs:verify.showSteps')}</summary>
        <Way channel={channel} device={device} onDevice={setDevice} />
      </details>
      <Links channel={channel} device={device} />
    </>
  )
}

interface WayProps {
  channel: Channel
  device: Device
  onDevice: (device: Device) => void
  withCode?: boolean
}

function Way({ channel: { verificationCode }, device, onDevice, withCode = false }: WayProps) {
  return (
    <div className={verificationStyles.way}>
      <Segmented
        label={t('channel-dialogs:verify.device')}
        value={device}
        options={devices.map((value) => ({ value, label: t(`channel-dialogs:verify.${value}`) }))}
        onChange={onDevice}
      />
      <ol className={verificationStyles.steps}>
        <li>
          <p>
            <Emphasis text={t('channel-dialogs:verify.steps.copy')} />
          </p>
          {withCode && <VerificationCode code={verificationCode} />}
        </li>
        {afterCopy.map((step) => (
          <li key={step}>
            <p>
              <Emphasis text={t(`channel-dialogs:verify.steps.${device}.${step}`)} />
            </p>
            {step === 'paste' && <PastePicture device={device} code={verificationCode ?? ''} />}
          </li>
        ))}
      </ol>
      <p className={styles.note}>{t('channel-dialogs:verify.translated')}</p>
    </div>
  )
}

function Links({ channel: { page }, device }: { channel: Channel; device: Device }) {
  return (
    <p className={styles.links}>
      <NewTab href={localePath(guides[device], locale())}>{t('channel-dialogs:verify.guide')}</NewTab>
      <NewTab href={pageAddress(page)}>{t('channel-dialogs:verify.page')}</NewTab>
    </p>
  )
}
