import { getChannelUrl } from '#contract/channels/channel-link.ts'
import type { ChannelCard } from '#contract/operations/desk/channel-card.ts'
import { CopyButton } from '#islands/kit/ui/CopyButton.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import styles from '#islands/operations/desk/card/Card.module.css'
import { formatCount } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { addValue, listFacts } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { describeChannel } from './describe-channel.ts'

const stateTones = {
  approved: 'good',
  pending: 'warn',
  held: 'warn',
  rejected: 'bad',
  unverified: undefined,
} as const

export function CardHeader({ channel }: { channel: ChannelCard }) {
  const { channelId, name, handle, thumbnail, state, endedAt, reason, verification } = channel
  return (
    <>
      <header className={styles.header}>
        <ChannelPicture channelId={channelId} address={thumbnail} />
        <div className={styles.title}>
          <h1 className="break" tabIndex={-1}>
            {name}
          </h1>
          <span className="wrap gap-2">
            {endedAt === null ? (
              <span className="chip" data-tone={stateTones[state]}>
                {t(`channel-states:${state}`)}
              </span>
            ) : (
              <span className="chip">{t(`desk-search:ended.${reason ?? 'removed'}`)}</span>
            )}
            {verification === 'verified' && (
              <span className="chip" data-tone="good">
                {t('desk-channel:verified')}
              </span>
            )}
          </span>
          <p className={styles.names}>
            {handle !== null && <span>{handle}</span>}
            <code className="break">{channelId}</code>
            <CopyButton
              text={channelId}
              label={t('desk-channel:copyId')}
              copied={t('desk-channel:copied')}
              failed={t('desk-channel:copyFailed')}
            />
          </p>
          <p className="caption">{listFacts(listOwnFacts(channel))}</p>
        </div>
        <a className="button" href={getChannelUrl(channelId)} target="_blank" rel="noreferrer">
          YouTube
        </a>
      </header>
      <VerdictLine channel={channel} />
    </>
  )
}

function listOwnFacts({ id, network, site, subscribers, videoCount }: ChannelCard): string[] {
  return [
    network ?? t('lists:deletedAccount'),
    site,
    ...(subscribers === null ? [] : [addValue(t('desk:subscribers'), formatCount(subscribers, locale()))]),
    ...(videoCount === null
      ? []
      : [addValue(t('shell:bar.report-video'), formatCount(videoCount, locale()))]),
    t('desk-channel:registration', { id }),
  ]
}

function VerdictLine({ channel }: { channel: ChannelCard }) {
  const { tone, title, text, isReview = false } = describeChannel(channel)
  return (
    <div className={styles.verdict} data-tone={tone} data-verdict>
      <p>
        <b>{title}</b>
        <span className="break">{text}</span>
      </p>
      {isReview && (
        <Permitted permission="reviews.change">
          <a className="button small" href={localizePath(`/desk/review?id=${channel.id}`, locale())}>
            {t('desk-channel:toReview')}
          </a>
        </Permitted>
      )}
    </div>
  )
}
