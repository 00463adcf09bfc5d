import { useStore } from '@nanostores/react'
import type { ChannelRow } from '#contract/reports/channel-report.ts'
import { useFocusOnNavigation, usePageTitle } from '#islands/kit/hooks/use-item-page.ts'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Lazy } from '#islands/kit/ui/Lazy.tsx'
import { LatestDayCards } from '#islands/reports/dashboard/latest-day/LatestDayCards.tsx'
import { ItemBar } from '#islands/reports/frame/ItemBar.tsx'
import page from '#islands/reports/frame/ItemPage.module.css'
import { LateNote } from '#islands/reports/frame/LateNote.tsx'
import { NeighborLinks } from '#islands/reports/frame/NeighborLinks.tsx'
import { PrintSummary } from '#islands/reports/frame/PrintSummary.tsx'
import { RangeNote } from '#islands/reports/frame/RangeNote.tsx'
import { afterTrends } from '#islands/reports/state/after-trends.ts'
import { $pageChannelId, buildChannelHref, channelPagePath } from '#islands/reports/state/channel-link.ts'
import { findNeighbors, listParam } from '#islands/reports/state/neighbors.ts'
import { isSameKey } from '#lib/api/query.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { buildReportPath, pickParams } from '#lib/navigation/report-path.ts'
import { $params } from '#lib/navigation/router.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'
import { ChannelAnswer } from './ChannelAnswer.tsx'
import { ChannelIdentity } from './ChannelIdentity.tsx'
import { ChannelVideos } from './ChannelVideos.tsx'
import { RegistrationSection } from './RegistrationSection.tsx'
import { channelCountries, channelLatestDay, channelReport, list } from './store.ts'
import { useRegistration } from './use-registration.ts'

/** Loads and renders after the charts, because it is below the fold. */
const lazyCountriesPanel = lazyComponent(async () => {
  await afterTrends(channelReport)
  return (await import('#islands/reports/dashboard/CountriesPanel.tsx')).CountriesPanel
})
const countriesProps = { query: channelCountries }

export function ChannelPageView() {
  const { registration } = useRegistration()
  usePageTitle(registration?.channel.name ?? null)
  return (
    <div className={page.page}>
      <ItemBar path={channelPagePath} label={t('shell:views.report-channel')}>
        <ChannelNeighbors />
      </ItemBar>
      <PrintSummary />
      <RangeNote />
      <LateNote />
      <ChannelBody />
    </div>
  )
}

/** The figures of another period stay until the requested ones arrive; those of another channel never do. */
function useDisplayedChannel() {
  const { key, result, error } = useStore(channelReport.$state)
  const isMissing = useStore($pageChannelId) === null || error?.code === 'not_found'
  const stale = result !== null && !isSameKey(result.key, key)
  const isSameChannel =
    result !== null && result.key.channel === key?.channel && result.key.member === key?.member
  return {
    result: isSameChannel && !isMissing && !(stale && error) ? result : null,
    stale,
    isMissing,
    error,
  }
}

function ChannelBody() {
  const { result, stale, isMissing, error } = useDisplayedChannel()
  const heading = useFocusOnNavigation($pageChannelId)
  if (isMissing) return <MissingChannel heading={heading} />
  const isLoading = result === null && error === null
  return (
    <div
      className={page.page}
      aria-busy={stale || isLoading}
      data-stale={(stale && result !== null) || undefined}
    >
      <ChannelIdentity heading={heading} />
      {error && !result && (
        <section className={`card center ${page.message}`}>
          <LoadFailure title={t('channel-page:failed')} error={error} onRetry={channelReport.reload} />
        </section>
      )}
      {isLoading && (
        <p className="visually-hidden" role="status">
          {t('channel-page:loading')}
        </p>
      )}
      {result?.data.report === null && (
        <section className="card">
          <Message title={t('channel-page:empty.title')} text={t('channel-page:empty.text')} />
        </section>
      )}
      {(isLoading || result?.data.report) && (
        <>
          <LatestDayCards query={channelLatestDay} />
          <ChannelAnswer result={result} />
          <ChannelVideos />
          <Lazy
            component={lazyCountriesPanel}
            props={countriesProps}
            fallback={<Skeleton height="620px" />}
          />
        </>
      )}
      <RegistrationSection />
    </div>
  )
}

function MissingChannel({ heading }: { heading: ReturnType<typeof useFocusOnNavigation> }) {
  const params = useStore($params)
  return (
    <section className={`card center ${page.message}`}>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('shell:views.channel')}
      </h1>
      <Message failed title={t('channel-page:notFound.title')} text={t('channel-page:notFound.text')}>
        <a className="button" href={localizePath(buildReportPath(channelPagePath, params), locale())}>
          {t('channel-page:notFound.back')}
        </a>
      </Message>
    </section>
  )
}

/** Links to the channels before and after this one in the list that it was opened from. */
function ChannelNeighbors() {
  const { key, result } = useStore(list.$state)
  const channelId = useStore($pageChannelId)
  const params = useStore($params)
  const isThis = (row: ChannelRow) => row.channelId === channelId
  const found = result && isSameKey(result.key, key) && findNeighbors(result.data.channels, isThis)
  if (!found) return null
  const listed = pickParams(params, ['sort', 'order', listParam])
  const toNeighbor = (row: ChannelRow | null) =>
    row && { name: row.name, href: buildChannelHref(row.channelId, params, listed) }
  return (
    <NeighborLinks
      neighbors={{ ...found, previous: toNeighbor(found.previous), next: toNeighbor(found.next) }}
      sort={`${result.key.sort}-${result.key.order}`}
      texts={{
        label: t('channel-page:neighbors'),
        previous: t('channel-page:previous'),
        next: t('channel-page:next'),
      }}
    />
  )
}
