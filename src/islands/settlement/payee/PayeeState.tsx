import type { Payee } from '#contract/settlement/payees.ts'
import { t } from '#lib/i18n/strings.ts'

const tones = { entered: 'warn', confirmed: 'good', rejected: 'bad' } as const

export const PayeeState = ({ payee: { state } }: { payee: Payee }) => (
  <span className="chip" data-tone={tones[state]}>
    {t(`payee:state.${state}`)}
  </span>
)
