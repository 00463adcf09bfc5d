import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { locales } from '#contract/platform/locale.ts'
import type { DeskNoticeSummary, NoticeSite } from '#contract/portal/desk/notices.ts'
import type { ListColumn } from '#islands/kit/tables/columns/columns.ts'
import { DataTable } from '#islands/kit/tables/DataTable.tsx'
import { ActionMenu, type MenuAction } from '#islands/kit/ui/ActionMenu.tsx'
import { PinnedBadge } from '#islands/portal/notices/NoticeMeta.tsx'
import { may } from '#lib/api/session.ts'
import { formatLocalDay } from '#lib/format/day.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { formatNumber } from '#lib/format/number.ts'
import { languageNames } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './NoticeDesk.module.css'
import { changeState, openEditor } from './store.ts'

interface NoticeTableProps {
  notices: readonly DeskNoticeSummary[]
  sites: readonly NoticeSite[]
}

export function NoticeTable({ notices, sites }: NoticeTableProps) {
  const changes = useStore(may('notices.change'))
  const columns = useMemo(() => createColumns(sites, changes), [sites, changes])
  return (
    <DataTable
      columns={columns}
      rows={notices}
      getKey={({ id }) => id}
      getAttributes={({ id, state }) => ({ 'data-notice': id, 'data-state': state })}
      caption={t('desk-notices:list')}
      className={styles.table}
    />
  )
}

function createColumns(
  sites: readonly NoticeSite[],
  changes: boolean,
): readonly ListColumn<DeskNoticeSummary>[] {
  return [
    {
      key: 'title',
      label: t('desk-notices:columns.title'),
      isHeading: true,
      cell: (notice) => <Title notice={notice} />,
    },
    {
      key: 'state',
      label: t('desk-notices:columns.state'),
      isText: true,
      card: 'side',
      cell: (notice) => <State notice={notice} />,
    },
    {
      key: 'site',
      label: t('desk:filters.site'),
      isText: true,
      card: 'fact',
      rank: 2,
      isEmpty: sites.length < 2,
      cell: ({ domain }) => domain,
    },
    {
      key: 'languages',
      label: t('desk-notices:columns.languages'),
      isText: true,
      card: 'fact',
      rank: 1,
      cell: (notice) => <Languages notice={notice} />,
    },
    {
      key: 'readers',
      label: t('desk-notices:columns.readers'),
      card: 'fact',
      cell: (notice) => <Readers notice={notice} />,
    },
    ...(changes
      ? [
          {
            key: 'actions',
            label: <span className="visually-hidden">{t('lists:actions')}</span>,
            card: 'menu' as const,
            cell: (notice: DeskNoticeSummary) => <Menu notice={notice} />,
          },
        ]
      : []),
  ]
}

const Title = ({ notice: { id, title, titleLocale, pinned } }: { notice: DeskNoticeSummary }) => (
  <span className={styles.title}>
    <button type="button" className={styles.open} lang={titleLocale} onClick={() => openEditor(id)}>
      {title}
    </button>
    {pinned && <PinnedBadge />}
  </span>
)

const tones = { scheduled: 'warn', published: 'good', withdrawn: undefined } as const

function State({ notice }: { notice: DeskNoticeSummary }) {
  const { state, publishedAt, withdrawnAt, editedAt } = notice
  const moment = withdrawnAt ?? publishedAt
  return (
    <span className={styles.state}>
      <span className="chip" data-tone={tones[state]}>
        {t(`desk-notices:states.${state}`)}
      </span>
      <time className="note" dateTime={moment} title={formatFullMoment(moment, locale())}>
        {state === 'scheduled' ? formatFullMoment(moment, locale()) : formatLocalDay(moment, locale())}
      </time>
      {editedAt && state === 'published' && (
        <small className="caption">
          {t('desk-notices:edited', { day: formatLocalDay(editedAt, locale()) })}
        </small>
      )}
    </span>
  )
}

/** Short names of the languages; those without a text are crossed out. */
const Languages = ({ notice: { languages } }: { notice: DeskNoticeSummary }) => (
  <span className={styles.languages}>
    {locales.map((one) => {
      const isThere = languages.includes(one)
      const name = languageNames[one]
      return (
        <span key={one} data-missing={!isThere || undefined} title={name}>
          <span aria-hidden="true">{t(`desk-notices:short.${one}`)}</span>
          <span className="visually-hidden">
            {isThere ? name : t('desk-notices:missingLanguage', { name })}
          </span>
        </span>
      )
    })}
  </span>
)

function Readers({ notice: { readers, people, state } }: { notice: DeskNoticeSummary }) {
  if (state === 'scheduled') return <span className="faint">–</span>
  const share = people > 0 ? Math.min(1, readers / people) : 0
  return (
    <span className={styles.readers}>
      <span className="nowrap">
        {t('desk-notices:readers', {
          readers: formatNumber(readers, locale()),
          people: formatNumber(people, locale()),
        })}
      </span>
      <i aria-hidden="true">
        <b style={{ inlineSize: `${share * 100}%` }} />
      </i>
    </span>
  )
}

function Menu({ notice: { id, title, pinned, state } }: { notice: DeskNoticeSummary }) {
  const values = { title }
  const actions: MenuAction[] = [
    { key: 'edit', text: t('desk-notices:actions.edit'), onSelect: () => openEditor(id) },
    pinned
      ? {
          key: 'unpin',
          text: t('desk-notices:actions.unpin'),
          onSelect: () => void changeState([id], 'unpin', t('desk-notices:done.unpin', values)),
        }
      : {
          key: 'pin',
          text: t('desk-notices:actions.pin'),
          onSelect: () => void changeState([id], 'pin', t('desk-notices:done.pin', values)),
        },
    state === 'withdrawn'
      ? {
          key: 'restore',
          text: t('desk-notices:actions.restore'),
          onSelect: () => void changeState([id], 'restore', t('desk-notices:done.restore', values)),
        }
      : {
          key: 'withdraw',
          text: t('desk-notices:actions.withdraw'),
          isDangerous: true,
          onSelect: () => void changeState([id], 'withdraw', t('desk-notices:done.withdraw', values)),
        },
  ]
  return <ActionMenu label={t('desk-notices:more', { title })} actions={actions} />
}
