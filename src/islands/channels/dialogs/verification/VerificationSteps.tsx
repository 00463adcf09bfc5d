import { useEffect, useRef, useState } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { EmphasizedText, ExternalLink } from '#islands/channels/dialogs/parts/DialogParts.tsx'
import verificationStyles from '#islands/channels/dialogs/parts/Verification.module.css'
import { getChannelPageUrl } from '#islands/channels/state/urls.ts'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $screenClass } from '#lib/page/screen-class.ts'
import { type Device, PasteIllustration } from './PasteIllustration.tsx'
import { VerificationCode } from './VerificationCode.tsx'

const guides: Record<Device, string> = {
  pc: '/guides/auths/pc-auth',
  mobile: '/guides/auths/mobile-auth',
}
const devices = ['pc', 'mobile'] as const
const stepsAfterCopy = ['open', 'paste', 'save', 'verify'] as const

const detectDevice = (): Device => ($screenClass.get() === 'mobile' ? 'mobile' : 'pc')

export function VerificationSteps({ channel }: { channel: Channel }) {
  const [device, setDevice] = useState(detectDevice)
  const steps = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The dialog focuses the first radio button, not the selected one.
    const chosen = steps.current?.querySelector<HTMLElement>('input:checked')
    if (steps.current?.contains(document.activeElement)) chosen?.focus()
  }, [])
  return (
    <div ref={steps} className="stack gap-4">
      <StepList channel={channel} device={device} onDevice={setDevice} showsCode />
      <GuideLinks channel={channel} device={device} />
    </div>
  )
}

export function FailedSteps({ channel }: { channel: Channel }) {
  const [device, setDevice] = useState(detectDevice)
  return (
    <>
      <VerificationCode code={channel.verificationCode} />
      <details className={verificationStyles.details}>
        <summary>{t('channel-dialogs:verify.showSteps')}</summary>
        <StepList channel={channel} device={device} onDevice={setDevice} />
      </details>
      <GuideLinks channel={channel} device={device} />
    </>
  )
}

interface StepListProps {
  channel: Channel
  device: Device
  onDevice: (device: Device) => void
  showsCode?: boolean
}

function StepList({ channel: { verificationCode }, device, onDevice, showsCode = false }: StepListProps) {
  return (
    <div className={verificationStyles.panel}>
      <SegmentedControl
        label={t('channel-dialogs:verify.device')}
        value={device}
        options={devices.map((value) => ({ value, label: t(`channel-dialogs:verify.${value}`) }))}
        onChange={onDevice}
      />
      <ol className={verificationStyles.steps}>
        <li className="relative stack gap-2">
          <p>
            <EmphasizedText text={t('channel-dialogs:verify.steps.copy')} />
          </p>
          {showsCode && <VerificationCode code={verificationCode} />}
        </li>
        {stepsAfterCopy.map((step) => (
          <li key={step} className="relative stack gap-2">
            <p>
              <EmphasizedText text={t(`channel-dialogs:verify.steps.${device}.${step}`)} />
            </p>
            {step === 'paste' && <PasteIllustration device={device} code={verificationCode ?? ''} />}
          </li>
        ))}
      </ol>
      <p className="caption">{t('channel-dialogs:verify.translated')}</p>
    </div>
  )
}

function GuideLinks({ channel: { page }, device }: { channel: Channel; device: Device }) {
  return (
    <p className="wrap gap-4">
      <ExternalLink href={localizePath(guides[device], locale())}>
        {t('channel-dialogs:verify.guide')}
      </ExternalLink>
      <ExternalLink href={getChannelPageUrl(page)}>{t('channel-dialogs:verify.page')}</ExternalLink>
    </p>
  )
}
