import { useStore } from '@nanostores/react'
import type { RankedWeek } from '#contract/portal/musics.ts'
import type { Music } from '#contract/reports/tracks.ts'
import { RankLine, rankLineHeight } from '#islands/kit/charts/small/RankLine.tsx'
import { Dialog } from '#islands/kit/dialogs/Dialog.tsx'
import { DialogActions, DialogContent, SubjectLine } from '#islands/kit/dialogs/DialogParts.tsx'
import { ItemDialog } from '#islands/kit/dialogs/ItemDialog.tsx'
import { HiddenTable } from '#islands/kit/tables/HiddenTable.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { $dialogTrack, trackRanks } from '#islands/portal/musics/state/track-ranks.ts'
import { formatDayRange, formatDayShort } from '#lib/format/day.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { closeDialog } from '#lib/navigation/active-dialog.ts'

export const RanksDialog = () => (
  <ItemDialog $item={$dialogTrack} missingText={t('musics:ranks.gone')}>
    {(music) => <TrackRanks music={music} />}
  </ItemDialog>
)

const TrackRanks = ({ music: { name, artist } }: { music: Music }) => (
  <Dialog title={t('musics:ranks.title')} swipe="down" onClose={closeDialog}>
    <div data-printable>
      <DialogContent>
        <SubjectLine name={name} detail={artist} />
        <RanksBody />
      </DialogContent>
    </div>
    <DialogActions>
      <Button onClick={closeDialog}>{t('common:close')}</Button>
    </DialogActions>
  </Dialog>
)

function RanksBody() {
  const { key, result, error } = useStore(trackRanks.$state)
  const current = result?.key.music === key?.music ? result : null
  if (current) return <RankedWeeks weeks={current.data.weeks} />
  if (error) {
    return <LoadFailure title={t('musics:ranks.failed')} error={error} onRetry={trackRanks.reload} />
  }
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{t('common:loading')}</span>
      <p>
        <Skeleton width="220px" />
      </p>
      <Skeleton height={rankLineHeight} />
    </div>
  )
}

function RankedWeeks({ weeks }: { weeks: readonly RankedWeek[] }) {
  const [first, last] = [weeks.at(0), weeks.at(-1)]
  if (!first || !last || weeks.every(({ rank }) => rank === null))
    return <p className="note">{t('musics:ranks.none')}</p>
  return (
    <div>
      <p className="note">
        {t('musics:popular.days', { days: formatDayRange(first.from, last.to, locale()) })}
      </p>
      <RankLine
        ranks={weeks.map(({ rank }) => rank)}
        firstLabel={formatDayShort(first.from, locale())}
        lastLabel={formatDayShort(last.to, locale())}
      />
      <RankTable weeks={weeks} />
    </div>
  )
}

const formatWeek = ({ from, to }: RankedWeek) => formatDayRange(from, to, locale())

const RankTable = ({ weeks }: { weeks: readonly RankedWeek[] }) => (
  <HiddenTable
    caption={t('musics:ranks.title')}
    heads={[t('musics:ranks.week'), t('musics:ranks.rank')]}
    rows={weeks.map((week) => [
      formatWeek(week),
      week.rank === null ? t('musics:ranks.unranked') : formatNumber(week.rank, locale()),
    ])}
  />
)
