import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { showFirstPage } from '#islands/reports/state/paging.ts'
import { showSixMonths } from '#islands/reports/state/store.ts'
import { t } from '#lib/i18n/strings.ts'

interface NoVideosProps {
  period: string
  cursor?: string | undefined
}

export function NoVideos({ cursor, period }: NoVideosProps) {
  if (cursor) {
    return (
      <Message title={t('reports:empty.pastEnd')} text="">
        <Button onClick={showFirstPage}>{t('common:pages.first')}</Button>
      </Message>
    )
  }
  return <NothingInPeriod title={t('reports:empty.videos')} period={period} />
}

/** Offers the longest period. */
export const NothingInPeriod = ({ title, period }: { title: string; period: string }) => (
  <Message title={title} text={period === 'six-months' ? '' : t('reports:empty.videosNext')}>
    <LongerPeriod period={period} />
  </Message>
)

export const LongerPeriod = ({ period }: { period: string }) =>
  period !== 'six-months' && <Button onClick={showSixMonths}>{t('reports:empty.sixMonths')}</Button>
