import { useStore } from '@nanostores/react'
import type { RequestedTime } from '#contract/reports/reports.ts'
import { exportCountries, type VideoDetail } from '#contract/reports/video-detail.ts'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { $filter } from '#islands/reports/state/filter.ts'
import { t } from '#lib/i18n/strings.ts'
import { CountriesSection } from './countries/CountriesSection.tsx'
import { FigureList } from './FigureList.tsx'
import { DetailSection } from './section/DetailSection.tsx'
import { UsedTracks } from './UsedTracks.tsx'
import { PeriodSummary, VideoHeader } from './VideoHeader.tsx'
import { VideoTrends } from './VideoTrends.tsx'

export function DetailContent({ detail, time }: { detail: VideoDetail; time: RequestedTime }) {
  return (
    <>
      <VideoHeader video={detail.video} />
      <PeriodSummary detail={detail} time={time} />
      <DetailSection title={t('video-detail:sections.profit')}>
        <FigureList detail={detail} keys={['profit', 'thousandPrice', 'price']} />
        <VideoTrends detail={detail} />
      </DetailSection>
      <DetailSection title={t('video-detail:sections.video')}>
        <FigureList detail={detail} keys={['views', 'averageRate', 'averageTime', 'watchTime']} />
      </DetailSection>
      <DetailSection title={t('video-detail:sections.premium')}>
        <FigureList detail={detail} keys={['premiumViews', 'premiumRate', 'premiumPrice']} />
      </DetailSection>
      <DetailSection title={t('video-detail:music.title')}>
        <UsedTracks musics={detail.musics} />
      </DetailSection>
      <CountriesSection detail={detail} actions={<ExportCountries detail={detail} time={time} />} />
    </>
  )
}

export function ExportCountries({ detail: { video }, time }: { detail: VideoDetail; time: RequestedTime }) {
  const { member } = useStore($filter)
  const { videoId, channelId } = video
  return (
    <ExportButton
      endpoint={exportCountries}
      query={{ ...time, member, video: videoId, channel: channelId }}
      table={t('video-detail:countries.title')}
    />
  )
}
