import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
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
      <h3 className="text-s">{t('settlement:rate')}</h3>
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
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(given !== undefined || rates.length === 0)
  const reason = useStore($rateReason)
  const hasTried = useStore($hasTried)
  const focusInput = () => requestAnimationFrame(() => input.current?.focus())
  function open() {
    setIsOpen(true)
    focusInput()
  }
  function reset() {
    setRate(undefined)
    focusInput()
  }
  if (!isOpen && given === undefined)
    return (
      <p>
        <Button className="small" onClick={open}>
          {t('month-closing:rate.other')}
        </Button>
      </p>
    )
  return (
    <div className="stack gap-3">
      <RateForm given={given} input={input} />
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
            <Button className="small" onClick={reset}>
              {t('month-closing:rate.reset')}
            </Button>
          </p>
        </>
      )}
    </div>
  )
}

interface RateFormProps {
  given: number | undefined
  input: RefObject<HTMLInputElement | null>
}

function RateForm({ given, input }: RateFormProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [isInvalid, setIsInvalid] = useState(false)
  useEffect(() => setText(given === undefined ? '' : formatRateInput(given)), [given])
  return (
    <form
      className="grid gap-tight"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const parsed = parseRate(text)
        setIsInvalid(parsed === null)
        if (parsed !== null) setRate(parsed)
        else input.current?.focus()
      }}
    >
      <label className="text-s medium" htmlFor={id}>
        {t('month-closing:rate.label')}
      </label>
      <span className={styles.rate}>
        <input
          ref={input}
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
