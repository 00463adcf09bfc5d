import { useStore } from '@nanostores/react'
import type { Period } from '#contract/reports.ts'
import { exportCountries, type VideoDetail } from '#contract/video-detail.ts'
import { ExportButton } from '#islands/reports/ExportButton.tsx'
import { $filter } from '#islands/reports/filter.ts'
import { t } from '#lib/i18n/strings.ts'
import { CountriesSection } from './CountriesSection.tsx'
import { DetailSection } from './DetailSection.tsx'
import { FigureList } from './FigureList.tsx'
import { UsedTracks } from './UsedTracks.tsx'
import { PeriodSummary, VideoHeader } from './VideoHeader.tsx'
import { VideoTrends } from './VideoTrends.tsx'

export function DetailContent({ detail, period }: { detail: VideoDetail; period: Period }) {
  return (
    <>
      <VideoHeader video={detail.video} />
      <PeriodSummary detail={detail} period={period} />
      <DetailSection title={t('video-detail:music.title')}>
        <UsedTracks musics={detail.musics} />
      </DetailSection>
      <DetailSection title={t('video-detail:sections.video')}>
        <FigureList detail={detail} keys={['views', 'watchTime', 'averageRate', 'averageTime']} />
      </DetailSection>
      <DetailSection title={t('video-detail:sections.profit')}>
        <FigureList detail={detail} keys={['profit', 'price']} />
        <VideoTrends detail={detail} />
      </DetailSection>
      <DetailSection title={t('video-detail:sections.premium')}>
        <FigureList detail={detail} keys={['premiumViews', 'premiumRate', 'premiumPrice']} />
      </DetailSection>
      <CountriesSection detail={detail} actions={<ExportCountries detail={detail} period={period} />} />
    </>
  )
}

function ExportCountries({ detail: { video }, period }: { detail: VideoDetail; period: Period }) {
  const { member } = useStore($filter)
  const { videoId, channelId } = video
  return (
    <ExportButton
      endpoint={exportCountries}
      query={{ period, member, video: videoId, channel: channelId }}
      table={t('video-detail:countries.title')}
    />
  )
}
