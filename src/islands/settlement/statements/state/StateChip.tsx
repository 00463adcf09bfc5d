import type { StatementState } from '#contract/settlement/statements.ts'
import { t } from '#lib/i18n/strings.ts'

const tones = {
  carried_over: undefined,
  details_required: 'warn',
  awaiting_payment: 'primary',
  exported: 'primary',
  partly_paid: 'warn',
  paid: 'good',
  returned: 'bad',
  forfeited: undefined,
} as const satisfies Record<StatementState, string | undefined>

export const StateChip = ({ state }: { state: StatementState }) => (
  <span className="chip" data-tone={tones[state]} data-state={state}>
    {t(`settlement:states.${state}`)}
  </span>
)
