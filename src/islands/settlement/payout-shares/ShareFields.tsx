import { useId } from 'react'
import { type ShareMember, wholePermille } from '#contract/settlement/payout-shares.ts'
import { Button } from '#islands/kit/ui/Button.tsx'
import { formatPercent } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './PayoutShares.module.css'
import { ShareParts } from './ShareParts.tsx'
import { divideEqually, parsePercent, parseShares, type ShareTexts } from './share-form.ts'

interface ShareFieldsProps {
  members: readonly ShareMember[]
  texts: ShareTexts
  /** Names the channels where there are several groups of them. */
  legend?: string
  onChange: (texts: ShareTexts) => void
}

export function getMemberName({ nickname }: ShareMember): string {
  return nickname ?? t('lists:deletedAccount')
}

/** Asks for a percentage for each member; the network gets the rest. */
export function ShareFields({ members, texts, legend, onChange }: ShareFieldsProps) {
  const id = useId()
  const { shares, totalPermille } = parseShares(members, texts)
  const rest = wholePermille - totalPermille
  const set = (member: number, text: string) => onChange(new Map([...texts, [member, text]]))
  return (
    <fieldset className={styles.fields}>
      <legend className="medium break">{legend ?? t('payout-shares:legend')}</legend>
      <ul className={styles.rows}>
        {members.map((member) => (
          <li key={member.id}>
            <label className="grow break" htmlFor={`${id}-${member.id}`}>
              {getMemberName(member)}
            </label>
            <span className={styles.percent}>
              <input
                id={`${id}-${member.id}`}
                className="input"
                inputMode="decimal"
                autoComplete="off"
                maxLength={6}
                value={texts.get(member.id) ?? ''}
                aria-invalid={parsePercent(texts.get(member.id) ?? '') === undefined || undefined}
                onChange={(event) => set(member.id, event.target.value)}
              />
              <span aria-hidden="true">%</span>
            </span>
          </li>
        ))}
        <li data-network data-over={rest < 0 || undefined}>
          <span className="grow">{t('lists:network')}</span>
          <output className="medium">{formatPercent(rest / wholePermille, locale())}</output>
        </li>
      </ul>
      <ShareParts permilles={shares.map(({ permille }) => permille)} />
      <Button className="small" onClick={() => onChange(divideEqually(members))}>
        {t('payout-shares:equal')}
      </Button>
    </fieldset>
  )
}
