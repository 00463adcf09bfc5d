import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import type { MonthClosing, SiteRate } from '#contract/settlement/month-closing.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { describeRule } from '#islands/settlement/months/state/describe-rule.ts'
import { setRate } from '#islands/settlement/months/state/store.ts'
import { formatRate, formatSignedPercent } from '#lib/format/amount.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Closing.module.css'
import { $hasTried, $rateReason, parseReason } from './decision.ts'
import { ReasonField } from './ReasonField.tsx'
import { formatDistance, formatRateInput, isFarRate, parseRate, usesRate } from './rates.ts'

interface RatesProps {
  closing: MonthClosing
  /** The exchange rate in place of those by the rules. */
  given?: number | undefined
}

/** Shows each site's exchange rate and where it comes from. */
export function Rates({ closing, given }: RatesProps) {
  const { rates, state } = closing
  const inWon = rates.filter(usesRate)
  return (
    <section className="stack gap-2">
      <h3 className="text-s">{t('month-closing:rate.title')}</h3>
      {inWon.length > 0 ? (
        <dl className={styles.facts}>
          {inWon.map((rate) => (
            <div key={rate.site} data-site={rate.site}>
              <dt className="break">{rate.site}</dt>
              <dd>
                <b>{formatRate(rate.krwMicros, locale())}</b>
                {state === 'open' && <small>{describeRate(rate, given)}</small>}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="note">{t(`month-closing:rate.${rates.length > 0 ? 'dollars' : 'none'}`)}</p>
      )}
      {state === 'open' && (inWon.length > 0 || rates.length === 0) && (
        <OtherRate rates={rates} given={given} />
      )}
    </section>
  )
}

function describeRate({ rule, day, krwMicros, ruleKrwMicros }: SiteRate, given: number | undefined): string {
  if (ruleKrwMicros === null) return t('month-closing:rate.noRule')
  if (given === undefined) return rule ? describeRule(rule, day) : ''
  if (krwMicros === ruleKrwMicros) return t('month-closing:rate.sameAsRule')
  return t('month-closing:rate.ofRule', {
    won: formatRate(ruleKrwMicros, locale()),
    percent: formatSignedPercent(krwMicros / ruleKrwMicros - 1, locale()),
  })
}

/** The draft follows another rate once it is applied. */
function OtherRate({ rates, given }: { rates: readonly SiteRate[]; given: number | undefined }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(given !== undefined || rates.length === 0)
  const isShown = isOpen || given !== undefined
  const reason = useStore($rateReason)
  const hasTried = useStore($hasTried)
  return (
    <>
      {!isShown && (
        <p>
          <Button className="small" aria-expanded={false} aria-controls={id} onClick={() => setIsOpen(true)}>
            {t('month-closing:rate.other')}
          </Button>
        </p>
      )}
      <div id={id} className="stack gap-3" hidden={!isShown}>
        {isShown && <RateForm key={given} given={given} />}
        {given !== undefined && (
          <>
            {isFarRate(given, rates) && (
              <p className="panel" data-tone="warn">
                {t('month-closing:rate.far', { percent: formatDistance() })}
              </p>
            )}
            <ReasonField
              label={t('month-closing:rate.reason')}
              value={reason}
              problem={hasTried ? parseReason(reason).problem : null}
              onChange={$rateReason.set}
            />
            <p>
              <Button className="small" onClick={() => setRate(undefined)}>
                {t('month-closing:rate.reset')}
              </Button>
            </p>
          </>
        )}
      </div>
    </>
  )
}

function RateForm({ given }: { given: number | undefined }) {
  const id = useId()
  const [text, setText] = useState(given === undefined ? '' : formatRateInput(given))
  const [isInvalid, setIsInvalid] = useState(false)
  return (
    <form
      className="grid gap-tight"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const parsed = parseRate(text)
        setIsInvalid(parsed === null)
        if (parsed !== null) setRate(parsed)
      }}
    >
      <label className="text-s medium" htmlFor={id}>
        {t('month-closing:rate.label')}
      </label>
      <span className={styles.rate}>
        <input
          id={id}
          className="input"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={text}
          aria-invalid={isInvalid || undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit">{t('month-closing:rate.apply')}</Button>
      </span>
      <p className={isInvalid ? 'text-s bad' : 'faint text-xs'} id={`${id}-hint`}>
        {t(isInvalid ? 'month-closing:rate.invalid' : 'month-closing:rate.hint')}
      </p>
    </form>
  )
}
