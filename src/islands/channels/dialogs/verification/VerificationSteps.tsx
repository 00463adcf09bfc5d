import { useEffect, useRef, useState } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { EmphasizedText, ExternalLink } from '#islands/channels/dialogs/parts/DialogParts.tsx'
import verificationStyles from '#islands/channels/dialogs/parts/Verification.module.css'
import { getChannelPageUrl } from '#islands/channels/state/urls.ts'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $screenClass } from '#lib/page/screen-class.ts'
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

type Device = 'pc' | 'mobile'

function PasteIllustration({ device, code }: { device: Device; code: string }) {
  return device === 'pc' ? <DesktopIllustration code={code} /> : <PhoneIllustration code={code} />
}

function DesktopIllustration({ code }: { code: string }) {
  return (
    <svg className={verificationStyles.drawing} viewBox="0 0 240 92" aria-hidden="true">
      <path data-part="page" d="M8.5 8a7 7 0 0 1 7-7h209a7 7 0 0 1 7 7v84H8.5z" />
      <path data-part="line" d="M8.5 17.5h223M58.5 17.5V92" />
      <path data-part="bars" d="M20 31h24M20 42h18M20 64h22M74 31h28M116 31h22M74 49h34" />
      <path data-part="mark" d="M20 53h27M74 38.5h28" />
      <rect data-part="field" x="73.5" y="56.5" width="142" height="29" rx="5" />
      <text x="84" y="75.5">
        {code}
      </text>
    </svg>
  )
}

function PhoneIllustration({ code }: { code: string }) {
  return (
    <svg className={verificationStyles.drawing} viewBox="0 0 240 92" aria-hidden="true">
      <path data-part="page" d="M54.5 92V15a14 14 0 0 1 14-14h103a14 14 0 0 1 14 14v77z" />
      <path data-part="line" d="M54.5 31.5h131" />
      <path data-part="bars" d="M68 18h8M84 18h34M68 46h30" />
      <path data-part="mark" d="M158 18h16" />
      <rect data-part="field" x="67.5" y="54.5" width="105" height="30" rx="5" />
      <text x="77" y="74">
        {code}
      </text>
    </svg>
  )
}
