import { useStore } from '@nanostores/react'
import type { Channel } from '#contract/channels/channels.ts'
import { ChannelTimeline } from '#islands/kit/timeline/ChannelTimeline.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import page from '#islands/reports/frame/ItemPage.module.css'
import { $seesNetwork } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './ChannelPage.module.css'
import { registration as query } from './store.ts'
import { useRegistration } from './use-registration.ts'

/** Shows managers the channel's members, and everyone how it began to earn. */
export function RegistrationSection() {
  const seesNetwork = useStore($seesNetwork)
  const { registration, error } = useRegistration()
  return (
    <div
      className={styles.registration}
      data-members={(seesNetwork && (registration || !error)) || undefined}
    >
      <section className="card">
        <h2>{t('channel-timeline:title')}</h2>
        {registration ? (
          <ChannelTimeline {...registration} />
        ) : error ? (
          <div className="stack items-start gap-2">
            <p role="alert">{t('channel-page:registrationFailed')}</p>
            <Button onClick={query.reload}>{t('common:retry')}</Button>
          </div>
        ) : (
          <Skeleton height="200px" />
        )}
      </section>
      {seesNetwork && (registration || !error) && (
        <section className="card">
          <h2>{t('channel-page:members.title')}</h2>
          {registration ? <Members channel={registration.channel} /> : <Skeleton height="80px" />}
        </section>
      )}
    </div>
  )
}

function Members({ channel: { id, members } }: { channel: Channel }) {
  const link = (path: string, params: Record<string, string>) =>
    localizePath(`${path}?${new URLSearchParams(params)}`, locale())
  return (
    <>
      {members.length === 0 ? (
        <p className="note">{t('channel-page:members.none')}</p>
      ) : (
        <ul className={styles.members}>
          {members.map((member) => (
            <li key={member.id}>
              <a className={page.link} href={link('/manage-member', { search: member.nickname })}>
                <span className="break">{member.nickname}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.manage}>
        <a className="button" href={link('/manage-channel', { channel: String(id) })}>
          {t('channel-page:members.manage')}
        </a>
      </p>
    </>
  )
}
