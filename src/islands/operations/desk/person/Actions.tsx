import { useStore } from '@nanostores/react'
import type { PersonCard } from '#contract/operations/desk/person-card.ts'
import { impersonatePerson } from '#contract/people/impersonation.ts'
import styles from '#islands/operations/desk/card/Card.module.css'
import { impersonate } from '#islands/people/impersonation/impersonate.ts'
import { may } from '#lib/api/session.ts'
import { t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'

/** What cannot be undone comes last. */
export function Actions({ person }: { person: PersonCard }) {
  const helps = useStore(may('people.help')) && person.grants.length === 0
  const moves = useStore(may('people.move')) && person.isMovable
  const views = useStore(may('people.impersonate')) && person.isImpersonable
  const endsSessions = helps && person.sessions.length > 0
  if (!endsSessions && !moves && !views) return null
  const { id } = person
  return (
    <section className={styles.panel} aria-labelledby="person-actions">
      <h2 id="person-actions">{t('desk:actions')}</h2>
      <ul className={styles.actions}>
        {views && (
          <li>
            <button type="button" onClick={() => void impersonate({ id }, impersonatePerson)}>
              {t('desk-person:actions.view')}
            </button>
            <small>{t('desk-person:actions.viewText')}</small>
          </li>
        )}
        {endsSessions && (
          <li>
            <button type="button" onClick={() => openDialog('sessions', id)}>
              {t('desk-person:sessions.action')}
            </button>
            <small>{t('desk-person:sessions.text')}</small>
          </li>
        )}
        {moves && (
          <>
            <li>
              <button type="button" onClick={() => openDialog('move', id)}>
                {t('desk-person:move.action')}
              </button>
              <small>{t('desk-person:actions.moveText')}</small>
            </li>
            <li data-tone="bad">
              <button type="button" onClick={() => openDialog('membership', id)}>
                {t('member-access:end.title')}
              </button>
              <small>{t('desk-person:actions.endText')}</small>
            </li>
          </>
        )}
      </ul>
    </section>
  )
}
