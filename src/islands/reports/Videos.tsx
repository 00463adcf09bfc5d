import { useStore } from '@nanostores/react'
import { useDeferredValue, useRef } from 'react'
import { exportVideos } from '#contract/reports.ts'
import type { ApiError } from '#lib/api.ts'
import { formatDayRange } from '#lib/format-day.ts'
import { sameQuestion } from '#lib/query.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { Pager } from '#shared/Pager.tsx'
import { ExportButton } from './ExportButton.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import styles from './Report.module.css'
import { SortSelect } from './SortSelect.tsx'
import { $filter } from './scope.ts'
import { choosePeriod, showFirstPage, showNextPage, showPreviousPage, videos } from './store.ts'
import { VideoList, VideoListSkeleton } from './VideoList.tsx'

/** The rows take as long to draw as both charts: they wait until what is above them has been painted. */
export function Videos() {
  const { question, answer: newest, error } = useStore(videos.$state)
  const answer = useDeferredValue(newest, null)
  const stale = answer !== null && !sameQuestion(answer.question, question)
  const heading = useRef<HTMLHeadingElement>(null)
  const range = answer?.data.range
  // A new page is read from its top.
  function turned() {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <section className={styles.videos} aria-busy={stale || (answer === null && error === null)}>
      <div className={styles.videosHead}>
        <div>
          <h2 ref={heading} id="videos-title" tabIndex={-1}>
            {t('reports:videos.title')}
          </h2>
          {range && <p>{formatDayRange(range.from, range.to, locale())}</p>}
        </div>
        <div className={styles.listControls}>
          <SortSelect />
          <ExportVideos />
        </div>
      </div>
      <div data-stale={(stale && error === null) || undefined}>
        <VideosBody answer={answer} error={error} stale={stale} onTurn={turned} />
      </div>
    </section>
  )
}

function ExportVideos() {
  const { period, member, sort, order } = useStore($filter)
  const query = { period, member: member ?? undefined, sort, order }
  return <ExportButton endpoint={exportVideos} query={query} table={t('reports:videos.title')} />
}

interface BodyProps {
  answer: ReturnType<typeof videos.$state.get>['answer']
  error: ApiError | null
  stale: boolean
  onTurn: () => void
}

function VideosBody({ answer, error, stale, onTurn }: BodyProps) {
  const { cursor } = useStore($filter)
  if (error && (stale || answer === null)) {
    return (
      <LoadFailure title={t('reports:failed.videos')} error={error} onRetry={videos.reload}>
        {cursor && <Button onClick={showFirstPage}>{t('reports:empty.firstPage')}</Button>}
      </LoadFailure>
    )
  }
  if (answer === null) return <VideoListSkeleton />
  const { data, question } = answer
  const next = data.nextCursor
  const turn = (page: () => void) => {
    page()
    onTurn()
  }
  if (data.videos.length === 0) return <NoVideos cursor={question.cursor} period={question.period} />
  return (
    <>
      <VideoList page={data} />
      <Pager
        label={t('reports:videos.pages')}
        previous={t('reports:videos.previous')}
        next={t('reports:videos.next')}
        onPrevious={cursor ? () => turn(showPreviousPage) : undefined}
        onNext={next && !stale ? () => turn(() => showNextPage(next)) : undefined}
      />
    </>
  )
}

function NoVideos({ cursor, period }: { cursor: string | null; period: string }) {
  if (cursor) {
    return (
      <Message title={t('reports:empty.pastEnd')} text="">
        <Button onClick={showFirstPage}>{t('reports:empty.firstPage')}</Button>
      </Message>
    )
  }
  const longest = period === 'six-months'
  return (
    <Message title={t('reports:empty.videos')} text={longest ? '' : t('reports:empty.videosNext')}>
      {!longest && <Button onClick={() => choosePeriod('six-months')}>{t('reports:empty.sixMonths')}</Button>}
    </Message>
  )
}
