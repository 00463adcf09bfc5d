import verificationStyles from '#islands/channels/dialogs/parts/Verification.module.css'

export type Device = 'pc' | 'mobile'

export function PasteIllustration({ device, code }: { device: Device; code: string }) {
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
