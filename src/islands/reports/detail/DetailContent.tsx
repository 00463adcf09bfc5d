import { useStore } from '@nanostores/react'
import type { Period } from '#contract/reports.ts'
import { exportCountries, type VideoDetail } from '#contract/video-detail.ts'
import { ExportButton } from '#islands/reports/ExportButton.tsx'
import { $filter } from '#islands/reports/scope.ts'
import { t } from '#lib/strings.ts'
import { Countries } from './Countries.tsx'
import { FigureList } from './FigureList.tsx'
import { Section } from './Section.tsx'
import { UsedMusics } from './UsedMusics.tsx'
import { Counted, VideoHead } from './VideoHead.tsx'
import { VideoTrends } from './VideoTrends.tsx'

export function DetailContent({ detail, period }: { detail: VideoDetail; period: Period }) {
  return (
    <>
      <VideoHead video={detail.video} />
      <Counted detail={detail} period={period} />
      <Section title={t('video-detail:music.title')}>
        <UsedMusics musics={detail.musics} />
      </Section>
      <Section title={t('video-detail:sections.video')}>
        <FigureList detail={detail} keys={['views', 'watchTime', 'averageRate', 'averageTime']} />
      </Section>
      <Section title={t('video-detail:sections.profit')}>
        <FigureList detail={detail} keys={['profit', 'price']} />
        <VideoTrends detail={detail} />
      </Section>
      <Section title={t('video-detail:sections.premium')}>
        <FigureList detail={detail} keys={['premiumViews', 'premiumRate', 'premiumPrice']} />
      </Section>
      <Countries detail={detail} actions={<ExportCountries detail={detail} period={period} />} />
    </>
  )
}

function ExportCountries({ detail: { video }, period }: { detail: VideoDetail; period: Period }) {
  const { member } = useStore($filter)
  const { videoId, channelId } = video
  return (
    <ExportButton
      endpoint={exportCountries}
      query={{ period, member: member ?? undefined, video: videoId, channel: channelId }}
      table={t('video-detail:countries.title')}
    />
  )
}
