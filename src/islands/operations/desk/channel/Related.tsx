import type { CardRegistration, ChannelCard } from '#contract/operations/desk/channel-card.ts'
import styles from '#islands/operations/desk/card/Card.module.css'
import { formatLocalDay } from '#lib/format/day.ts'
import { formatRatio } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { listFacts } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export function People({
  channel: { isSiteVisible, members, networkId, network },
}: {
  channel: ChannelCard
}) {
  return (
    <section className={styles.panel} aria-labelledby="card-people">
      <h2 id="card-people">{t('desk:people')}</h2>
      {isSiteVisible ? (
        <ul className={styles.links}>
          {members.map(({ id, nickname, permille }) => (
            <li key={id}>
              <a href={localizePath(`/desk/person?id=${id}`, locale())}>
                {nickname ?? t('lists:deletedAccount')}
              </a>
              <small>
                {permille === null
                  ? t('desk-channel:lanes.undecided')
                  : t('desk-channel:people.share', { percent: formatRatio(permille / 1000, locale()) })}
              </small>
            </li>
          ))}
          {members.length === 0 && <li className="note">{t('desk-channel:people.none')}</li>}
          <li>
            <a href={localizePath(`/desk/search?network=${networkId}`, locale())}>
              {network ?? t('lists:deletedAccount')}
            </a>
            <small>{t('desk-channel:lanes.network')}</small>
          </li>
        </ul>
      ) : (
        <p className={styles.none}>{t('desk-channel:people.hidden')}</p>
      )}
    </section>
  )
}

export function Registrations({ channel: { registrations, claimsElsewhere } }: { channel: ChannelCard }) {
  return (
    <section className={styles.panel} aria-labelledby="card-claims">
      <h2 id="card-claims">{t('desk-channel:claims.title')}</h2>
      <ul className={styles.links}>
        {registrations.map((one) => (
          <li key={one.id} data-live={one.endedAt === null || undefined}>
            <a href={localizePath(`/desk/channel?id=${one.id}`, locale())}>
              {listFacts([one.network ?? t('lists:deletedAccount'), one.site])}
            </a>
            <small>{describeRegistration(one)}</small>
          </li>
        ))}
        {claimsElsewhere > 0 && (
          <li className="note">{t('desk-channel:claims.elsewhere', { count: claimsElsewhere })}</li>
        )}
        {registrations.length === 0 && claimsElsewhere === 0 && (
          <li className="note">{t('desk-channel:claims.none')}</li>
        )}
      </ul>
    </section>
  )
}

function describeRegistration({ state, registeredAt, endedAt, reason }: CardRegistration): string {
  return endedAt === null
    ? t('desk-channel:claims.live', {
        state: t(`channel-states:${state}`),
        day: formatLocalDay(registeredAt, locale()),
      })
    : listFacts([t(`desk-search:ended.${reason ?? 'removed'}`), formatLocalDay(endedAt, locale())])
}
