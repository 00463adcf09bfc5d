import { useStore } from '@nanostores/react'
import { noticeStates } from '#contract/portal/desk/notices.ts'
import { UndoBar } from '#islands/kit/desk/UndoBar.tsx'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { Select } from '#islands/kit/forms/Select.tsx'
import { ListSkeleton } from '#islands/kit/tables/ListSkeleton.tsx'
import { PagedList } from '#islands/kit/tables/PagedList.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { t } from '#lib/i18n/strings.ts'
import { setParams } from '#lib/navigation/router.ts'
import styles from './NoticeDesk.module.css'
import { NoticeEditorPage } from './NoticeEditorPage.tsx'
import { NoticeTable } from './NoticeTable.tsx'
import { $filter, $undo, $written, noticeList, openEditor } from './store.ts'

export function NoticeDeskView() {
  const written = useStore($written)
  if (written !== null) return <NoticeEditorPage key={written} written={written} />
  return (
    <div className={styles.page}>
      <ScreenHeader title={t('desk:views.notices')} lead={t('desk-notices:lead')}>
        <Permitted permission="notices.change">
          <Button kind="primary" onClick={() => openEditor('new')}>
            <span aria-hidden="true">+</span> {t('desk-notices:write')}
          </Button>
        </Permitted>
      </ScreenHeader>
      <UndoBar $undo={$undo} />
      <List />
    </div>
  )
}

function List() {
  const { state, site } = useStore($filter)
  const isFiltered = state !== undefined || site !== undefined
  return (
    <PagedList
      list={noticeList}
      className="card"
      onPageChange={(page) => setParams({ page: page > 0 ? String(page) : undefined })}
      texts={{
        title: t('desk-notices:list'),
        total: (count) => t('desk-notices:total', { count }),
        stale: t('desk-notices:stale'),
        failed: t('desk-notices:failed'),
        pages: t('notices:pages'),
        pastEnd: t('notices:empty.pastEnd'),
      }}
      controls={<Filters />}
      skeleton={<ListSkeleton rows={6} className={styles.skeleton} />}
      empty={({ data }) =>
        data.notices.length === 0 && (
          <Message
            title={t(isFiltered ? 'desk-notices:empty.filtered' : 'desk-notices:empty.title')}
            text={isFiltered ? '' : t('desk-notices:empty.text')}
          />
        )
      }
    >
      {({ data }) => <NoticeTable notices={data.notices} sites={data.sites} />}
    </PagedList>
  )
}

const allStates = ['all', ...noticeStates] as const

const getName = (state: (typeof allStates)[number]) =>
  t(state === 'all' ? 'common:all' : `desk-notices:states.${state}`)

function Filters() {
  const { state, site } = useStore($filter)
  const { result } = useStore(noticeList.$state)
  const counts = result?.data.counts
  const sites = result?.data.sites ?? []
  const getCount = (name: (typeof allStates)[number]) =>
    !counts ? 0 : name === 'all' ? counts.scheduled + counts.published + counts.withdrawn : counts[name]
  return (
    <>
      <div className={styles.segments}>
        <SegmentedControl
          label={t('desk-notices:columns.state')}
          value={state ?? 'all'}
          options={allStates.map((name) => ({
            value: name,
            label: counts
              ? t('desk-notices:counted', { name: getName(name), number: getCount(name) })
              : getName(name),
          }))}
          onChange={(next) => setParams({ state: next === 'all' ? undefined : next, page: undefined })}
        />
      </div>
      {sites.length > 1 && (
        <Select
          label={t('desk:filters.site')}
          value={site === undefined ? '' : String(site)}
          options={[
            { value: '', label: t('desk:allSites') },
            ...sites.map(({ id, domain }) => ({ value: String(id), label: domain })),
          ]}
          onChange={(next) => setParams({ site: next, page: undefined })}
        />
      )}
    </>
  )
}
