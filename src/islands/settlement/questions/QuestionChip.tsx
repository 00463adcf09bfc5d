import type { QuestionSummary } from '#contract/settlement/questions/questions.ts'
import { t } from '#lib/i18n/strings.ts'

const tones = {
  own: { open: 'primary', answered: 'good', settled: undefined },
  network: { open: 'warn', answered: 'good', settled: undefined },
} as const

/** Says who is to do something: the side that asks waits for what the other one owes. */
export function QuestionChip({ isOwn, state }: Pick<QuestionSummary, 'isOwn' | 'state'>) {
  const side = isOwn ? 'own' : 'network'
  return (
    <span className="chip" data-tone={tones[side][state]} data-state={state}>
      {t(state === 'settled' ? 'questions:settled' : `questions:states.${side}.${state}`)}
    </span>
  )
}
