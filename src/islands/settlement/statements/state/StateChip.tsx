import type { StatementState } from '#contract/settlement/statements.ts'
import { t } from '#lib/i18n/strings.ts'

const tones = {
  carried_over: undefined,
  awaiting_payment: 'primary',
  paid: 'good',
  details_required: 'warn',
} as const satisfies Record<StatementState, string | undefined>

export const StateChip = ({ state }: { state: StatementState }) => (
  <span className="chip" data-tone={tones[state]} data-state={state}>
    {t(`settlement:states.${state}`)}
  </span>
)
