import { isBankCode } from '#contract/settlement/payee-rules/banks.ts'
import type { Payee } from '#contract/settlement/payees.ts'
import { Fact, Facts } from '#islands/kit/ui/FactCard.tsx'
import { getCountryName } from '#lib/format/countries.ts'
import { formatLocalDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export function PayeeFacts({ payee }: { payee: Payee }) {
  const { kind, name, account, swift, country, state, enteredAt, confirmedAt, reason, taxId } = payee
  const values = [
    ['kind', t(`payee:kind.${kind}`)],
    ['name', name],
    ['method', payee.method === 'bank' ? null : t(`payee:methods.${payee.method}`)],
    ['bank', describeBank(payee)],
    ['account', account],
    ['swift', swift],
    ['country', country === null ? null : getCountryName(country, locale())],
    ['taxId', taxId],
    ['reason', state === 'rejected' ? reason : null],
  ] as const
  const isBankUnknown = payee.method === 'bank' && payee.bankCode === null
  return (
    <Facts>
      <Fact name="payee-state" label={t('common:status')}>
        <span className="wrap gap-2">
          <PayeeState payee={payee} />
          <time className="note nowrap" dateTime={confirmedAt ?? enteredAt}>
            {formatLocalDay(confirmedAt ?? enteredAt, locale())}
          </time>
        </span>
      </Fact>
      {values.map(
        ([field, value]) =>
          value !== null && (
            <Fact
              key={field}
              name={`payee-${field}`}
              label={t(field === 'country' ? 'common:country' : `payee:field.${field}`)}
            >
              <span>{value}</span>
              {field === 'bank' && isBankUnknown && <p className="text-s bad">{t('payee:bankUnknown')}</p>}
            </Fact>
          ),
      )}
    </Facts>
  )
}

/** Banks in Korea are named in the reader’s language. */
const describeBank = ({ bank, bankCode }: Payee) => (isBankCode(bankCode) ? t(`banks:${bankCode}`) : bank)

const tones = { entered: 'warn', confirmed: 'good', rejected: 'bad' } as const

const PayeeState = ({ payee: { state } }: { payee: Payee }) => (
  <span className="chip" data-tone={tones[state]}>
    {t(`payee:state.${state}`)}
  </span>
)
