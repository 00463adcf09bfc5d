import type { StatementState } from '#contract/settlement/statements.ts'
import { t } from '#lib/i18n/strings.ts'

const tones = {
  carried_over: undefined,
  awaiting_payment: 'primary',
  paid: 'good',
  details_required: 'warn',
} as const

const marks = {
  carried_over: 'M3 6h6M6.5 3.5 9 6 6.5 8.5',
  awaiting_payment: 'M6 3.2V6l1.8 1.2M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9',
  paid: 'M2.5 6.3 5 8.8l4.5-5.3',
  details_required: 'M6 3v3.5M6 8.8v.1',
} as const

export const StateChip = ({ state }: { state: StatementState }) => (
  <span className="chip" data-tone={tones[state]}>
    <svg className="icon small" viewBox="0 0 12 12" aria-hidden="true">
      <path d={marks[state]} />
    </svg>
    {t(`settlement:states.${state}`)}
  </span>
)
