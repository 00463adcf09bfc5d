import { useStore } from '@nanostores/react'
import type { PersonCard } from '#contract/operations/desk/person-card.ts'
import type { SignInCause } from '#contract/people/membership/sign-in-help.ts'
import styles from '#islands/operations/desk/card/Card.module.css'
import { may } from '#lib/api/session.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'

type Cause = PersonCard['causes'][number]

/** Somebody with a second factor can sign in, unless it is lost. */
export const isBlocking = ({ cause }: Cause): boolean => cause !== 'second_factor'

export type HelpKind = 'link' | 'attempts' | 'factors' | 'sessions'

/** Of the others, a mail of the person, their manager or the mail system takes care. */
const remedies: Readonly<Partial<Record<SignInCause, Exclude<HelpKind, 'sessions'>>>> = {
  invitation_expired: 'link',
  invited: 'link',
  unconfirmed: 'link',
  slowed: 'attempts',
  guarded: 'attempts',
  code_guarded: 'attempts',
  second_factor: 'factors',
}

export function Help({ person }: { person: PersonCard }) {
  const helps = useStore(may('people.help'))
  const { id, causes, grants } = person
  return (
    <section className={styles.panel} aria-labelledby="person-help">
      <h2 id="person-help">{t('desk-person:help.title')}</h2>
      {causes.length === 0 ? (
        <p className={styles.none}>{t('desk-person:help.none')}</p>
      ) : (
        <ul className={styles.links}>
          {causes.map(({ cause, until }) => {
            const remedy = remedies[cause]
            const isOpen = helps && (grants.length === 0 || remedy === 'link')
            return (
              <li key={cause} data-live={isBlocking({ cause, until }) || undefined}>
                <b>{t(`member-access:cause.${cause}`)}</b>
                <small>{t(`member-access:why.${cause}`)}</small>
                {until !== null && (
                  <small>{t('desk-person:help.until', { time: formatFullMoment(until, locale()) })}</small>
                )}
                {isOpen && remedy !== undefined && (
                  <span>
                    <button type="button" className="button small" onClick={() => openDialog(remedy, id)}>
                      {t(`desk-person:${remedy}.action`)}
                    </button>
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
