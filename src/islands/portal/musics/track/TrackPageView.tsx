import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Music } from '#contract/reports/tracks.ts'
import { useFocusOnNavigation, usePageTitle } from '#islands/kit/hooks/use-item-page.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { stopPreview } from '#islands/portal/musics/state/player.ts'
import { BackLink } from '#islands/reports/frame/BackLink.tsx'
import { ItemBar } from '#islands/reports/frame/ItemBar.tsx'
import page from '#islands/reports/frame/ItemPage.module.css'
import { LateNote } from '#islands/reports/frame/LateNote.tsx'
import { PrintSummary } from '#islands/reports/frame/PrintSummary.tsx'
import { RangeNote } from '#islands/reports/frame/RangeNote.tsx'
import { tracksPath } from '#islands/reports/video-list/track-link.ts'
import type { ApiError } from '#lib/api/call.ts'
import { isSameKey } from '#lib/api/query.ts'
import { $isSignedIn } from '#lib/api/session.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $pageTrackId, track } from './store.ts'
import { TrackEarnings } from './TrackEarnings.tsx'
import { TrackHead } from './TrackHead.tsx'
import styles from './TrackPage.module.css'
import { NextVideo, SignUp } from './TrackUse.tsx'

const listPath = `${tracksPath}/all`

export function TrackPageView() {
  const { music, isMissing, error } = useTrack()
  const isSignedIn = useStore($isSignedIn)
  usePageTitle(music?.name ?? null)
  const heading = useFocusOnNavigation($pageTrackId)
  useEffect(() => () => stopPreview(), [])
  return (
    <div className={page.page}>
      {isSignedIn ? (
        <>
          <ItemBar path={listPath} label={t('track:back')}>
            {null}
          </ItemBar>
          <PrintSummary />
          <RangeNote />
          <LateNote />
        </>
      ) : (
        <div>
          <BackLink path={tracksPath}>{t('shell:views.musics')}</BackLink>
        </div>
      )}
      <TrackBody music={music} isMissing={isMissing} error={error} heading={heading} />
    </div>
  )
}

/** Another track is never shown in the place of this one. */
function useTrack() {
  const { key, result, error } = useStore(track.$state)
  const isMissing = useStore($pageTrackId) === null || error?.code === 'not_found'
  const music = result && isSameKey(result.key, key) && !isMissing ? result.data.music : null
  return { music, isMissing, error }
}

interface TrackBodyProps extends ReturnType<typeof useTrack> {
  heading: ReturnType<typeof useFocusOnNavigation>
}

function TrackBody({ music, isMissing, error, heading }: TrackBodyProps) {
  const isSignedIn = useStore($isSignedIn)
  if (isMissing || (error && !music)) {
    return (
      <section className={`card center ${page.message}`}>
        <h1 ref={heading} tabIndex={-1} className="visually-hidden">
          {t('shell:views.track')}
        </h1>
        {error && !isMissing ? <TrackFailure error={error} /> : <MissingTrack />}
      </section>
    )
  }
  return (
    <div className={page.page} aria-busy={!music}>
      {!music && (
        <p className="visually-hidden" role="status">
          {t('track:loading')}
        </p>
      )}
      {isSignedIn ? (
        <TrackEarnings music={music} head={<TrackHead music={music} heading={heading} />} />
      ) : (
        <VisitorTrack music={music} heading={heading} />
      )}
    </div>
  )
}

const TrackFailure = ({ error }: { error: ApiError }) => (
  <LoadFailure title={t('track:failed.track')} error={error} onRetry={track.reload} />
)

const MissingTrack = () => (
  <Message failed title={t('track:notFound.title')} text={t('track:notFound.text')}>
    <a className="button" href={localizePath(tracksPath, locale())}>
      {t('track:notFound.back')}
    </a>
  </Message>
)

/** Visitors can listen and copy the ISRC; what a track earns is only known with an account. */
const VisitorTrack = ({ music, heading }: { music: Music | null; heading: TrackBodyProps['heading'] }) => (
  <div className={styles.visitor}>
    <section className={styles.answer}>
      <TrackHead music={music} heading={heading} />
    </section>
    <NextVideo music={music} />
    <SignUp />
  </div>
)
