import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { DescribedStep } from './describe-steps.ts'
import styles from './FirstRun.module.css'

const tones = { done: 'good', blocked: 'warn', waiting: 'primary', current: undefined, later: undefined }

export function StepList({ steps }: { steps: readonly DescribedStep[] }) {
  const done = steps.filter(({ status }) => status === 'done').length
  const next = steps.find(({ action }) => action) ?? steps.find(({ status }) => status === 'waiting')
  return (
    <ol className={styles.steps} aria-label={t('first-run:progress', { done, total: steps.length })}>
      {steps.map((step, at) => (
        <Step key={step.name} step={step} number={at + 1} isNext={step === next} />
      ))}
    </ol>
  )
}

interface StepProps {
  step: DescribedStep
  number: number
  isNext: boolean
}

function Step({ step, number, isNext }: StepProps) {
  const { name, status, state, notes, action, link } = step
  return (
    <li data-step={name} data-status={status} aria-current={isNext ? 'step' : undefined}>
      <span className={styles.number} aria-hidden="true">
        {status === 'done' ? <Check /> : number}
      </span>
      <div className={styles.head}>
        <h3>{t(`first-run:${name}.title`)}</h3>
        {state ? (
          <span className="chip" data-tone={tones[status]}>
            {state}
          </span>
        ) : (
          <small>{t(`first-run:${name}.time`)}</small>
        )}
      </div>
      <div className="text-s muted">
        {(status === 'current' || status === 'later') && <p>{t(`first-run:${name}.text`)}</p>}
        {notes.map((note) => (
          <p key={note} className="break">
            {note}
          </p>
        ))}
        {(action || link) && (
          <p className={styles.actions}>
            {action && (
              <a className="button large" data-kind="primary" href={localizePath(action.path, locale())}>
                {action.text}
              </a>
            )}
            {link && (
              <a className="inline-link" href={localizePath(link.path, locale())}>
                {link.text}
              </a>
            )}
          </p>
        )}
      </div>
    </li>
  )
}

const Check = () => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d="m3.5 8.500 3 3 6-7" />
  </svg>
)
