import { useStore } from '@nanostores/react'
import type { RefObject } from 'react'
import { getChannelUrl } from '#contract/channels/channel-link.ts'
import { getChannelState } from '#contract/channels/channel-states.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { CopyLink } from '#islands/reports/detail/CopyLink.tsx'
import page from '#islands/reports/frame/ItemPage.module.css'
import { shareChannels } from '#islands/reports/frame/sharing/draft.ts'
import { $pageChannelId, buildChannelHref } from '#islands/reports/state/channel-link.ts'
import { t } from '#lib/i18n/strings.ts'
import { $params } from '#lib/navigation/router.ts'
import styles from './ChannelPage.module.css'
import { useRegistration } from './use-registration.ts'

/** Renders the same heading before and after loading, because it has the focus. */
export function ChannelIdentity({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) {
  const channelId = useStore($pageChannelId) ?? ''
  const params = useStore($params)
  const { registration, error } = useRegistration()
  const channel = registration?.channel
  const isLoading = !channel && !error
  return (
    <header className={styles.identity}>
      <ChannelPicture key={channelId} channelId={channelId} address={channel?.thumbnail ?? null} />
      <div className="min-0">
        <h1 ref={heading} tabIndex={-1} className={page.name} title={channel?.name}>
          {channel?.name ??
            (error ? (
              channelId
            ) : (
              <>
                <span className="visually-hidden">{t('shell:views.channel')}</span>
                <Skeleton width="220px" />
              </>
            ))}
        </h1>
        <ul className={page.meta}>
          {(channel?.handle ?? isLoading) && (
            <li className={styles.handle}>{channel?.handle ?? <Skeleton width="7em" />}</li>
          )}
          <li>
            <a className={page.link} href={getChannelUrl(channelId)} target="_blank" rel="noreferrer">
              {t('channel-page:youtube')} <span aria-hidden="true">↗</span>
              <span className="visually-hidden"> {t('common:newTab')}</span>
            </a>
          </li>
          <li className={page.copy}>
            <CopyLink
              href={buildChannelHref(channelId, params)}
              texts={{
                copy: t('common:copyLink'),
                copied: t('channel-page:copy.copied'),
                failed: t('channel-page:copy.notCopied'),
              }}
            />
          </li>
          {(!channel || getChannelState(channel) === 'approved') && (
            <li className={page.copy}>
              <Permitted permission="reports.share">
                <button
                  type="button"
                  className={page.link}
                  disabled={isLoading}
                  onClick={() => shareChannels({ channelIds: [channelId], name: channel?.name ?? null })}
                >
                  {t('channel-page:shareReport')}
                </button>
              </Permitted>
            </li>
          )}
        </ul>
      </div>
    </header>
  )
}
