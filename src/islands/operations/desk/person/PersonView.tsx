import { useStore } from '@nanostores/react'
import type { PersonCard } from '#contract/operations/desk/person-card.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import styles from '#islands/operations/desk/card/Card.module.css'
import { CardPage } from '#islands/operations/desk/card/CardPage.tsx'
import { ChannelRow, describeRoles, Initial, StatementRow } from '#islands/operations/desk/search/HitRows.tsx'
import { formatLocalDay } from '#lib/format/day.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { listFacts } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { Actions } from './Actions.tsx'
import { Help, isBlocking } from './Help.tsx'
import { $id, $person, card } from './store.ts'

export function PersonView() {
  const id = useStore($id)
  const person = useStore($person)
  return (
    <CardPage
      id={id}
      card={card}
      name={person?.nickname ?? null}
      skeleton={skeleton}
      texts={{
        heading: t('desk:views.person'),
        missing: { title: t('desk-person:missing.title'), text: t('desk-person:missing.text') },
        failed: t('desk-person:failed'),
      }}
    >
      {person && <LoadedCard key={id} person={person} />}
    </CardPage>
  )
}

const skeleton = (
  <div className={styles.panel}>
    <div className={styles.header}>
      <Skeleton width="40px" height="40px" isRound />
      <Skeleton width="40%" height="28px" />
    </div>
  </div>
)

const LoadedCard = ({ person }: { person: PersonCard }) => (
  <div className={styles.columns}>
    <div className={styles.main}>
      <article className={styles.panel}>
        <Header person={person} />
        <VerdictLine person={person} />
      </article>
      <Help person={person} />
      <section className={styles.panel} aria-labelledby="person-channels">
        <h2 id="person-channels">{t('common:channels')}</h2>
        {person.channels.length === 0 ? (
          <p className={styles.none}>{t('desk-person:noChannels')}</p>
        ) : (
          <ul className={styles.rows}>
            {person.channels.map((hit) => (
              <ChannelRow key={hit.id} hit={hit} />
            ))}
          </ul>
        )}
      </section>
      <section className={styles.panel} aria-labelledby="person-statements">
        <h2 id="person-statements">{t('shell:views.statements')}</h2>
        {person.statements.length === 0 ? (
          <p className={styles.none}>{t('desk-person:noStatements')}</p>
        ) : (
          <ul className={styles.rows}>
            {person.statements.map((hit) => (
              <StatementRow key={hit.id} hit={hit} />
            ))}
          </ul>
        )}
      </section>
    </div>
    <aside className={styles.aside}>
      <Actions person={person} />
      <Sessions person={person} />
      <Grants person={person} />
    </aside>
  </div>
)

function Header({ person }: { person: PersonCard }) {
  const { id, nickname, email, site, network, networkId, state, registeredAt } = person
  return (
    <header className={styles.header}>
      <Initial name={nickname} />
      <div className={styles.title}>
        <h1 className="break" tabIndex={-1}>
          {nickname}
        </h1>
        <span className="wrap gap-2">
          <span className="chip">{describeRoles(person)}</span>
          {state !== 'active' && (
            <span className="chip" data-tone="warn">
              {t(`desk-search:states.${state}`)}
            </span>
          )}
        </span>
        <p className={`${styles.names} break`}>{email}</p>
        <p className="caption">
          {network !== null && (
            <>
              <a className="link" href={localizePath(`/desk/search?network=${networkId}`, locale())}>
                {network}
              </a>{' '}
            </>
          )}
          {listFacts([
            site,
            t('desk-person:joined', { day: formatLocalDay(registeredAt, locale()) }),
            t('desk-person:account', { id }),
          ])}
        </p>
      </div>
    </header>
  )
}

function VerdictLine({ person: { causes, lastSignInAt } }: { person: PersonCard }) {
  const isBlocked = causes.some(isBlocking)
  return (
    <div className={styles.verdict} data-tone={isBlocked ? 'warn' : 'good'} data-verdict>
      <p>
        <b>{t(`desk-person:verdict.${isBlocked ? 'blocked' : 'fine'}`)}</b>
        <span>
          {lastSignInAt === null
            ? t('desk-person:verdict.never')
            : t('member-access:help.last', { time: formatFullMoment(lastSignInAt, locale()) })}
        </span>
      </p>
    </div>
  )
}

const Sessions = ({ person: { sessions } }: { person: PersonCard }) => (
  <section className={styles.panel} aria-labelledby="person-sessions">
    <h2 id="person-sessions">{t('desk-person:sessions.list')}</h2>
    {sessions.length === 0 ? (
      <p className={styles.none}>{t('desk-person:sessions.none')}</p>
    ) : (
      <ul className={styles.links}>
        {sessions.map(({ id, signedInAt, lastUsedAt }) => (
          <li key={id}>
            <span>{t('desk-person:sessions.since', { time: formatFullMoment(signedInAt, locale()) })}</span>
            <small>{t('desk-person:sessions.used', { time: formatFullMoment(lastUsedAt, locale()) })}</small>
          </li>
        ))}
      </ul>
    )}
  </section>
)

function Grants({ person: { grants } }: { person: PersonCard }) {
  if (grants.length === 0) return null
  return (
    <section className={styles.panel} aria-labelledby="person-grants">
      <h2 id="person-grants">{t('desk-person:grants.title')}</h2>
      <ul className={styles.links}>
        {grants.map(({ role, sites, owners }) => (
          <li key={role}>
            <span>{t(`desk-person:grants.${role}`)}</span>
            <small className="break">
              {sites.length + owners.length === 0
                ? t('desk-person:grants.all')
                : listFacts([...sites, ...owners])}
            </small>
          </li>
        ))}
        <li className="note">{t('desk-person:grants.text')}</li>
      </ul>
    </section>
  )
}
